"""Names of notes and folders for titles of strangers: safe everywhere, and always the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from familiar_memory.errors import PathError
from familiar_memory.lore.book.notes.shown import visible_line
from familiar_memory.store.names import check_new_path, name_key

__all__ = ["MAX_SLUG_BYTES", "book_slug", "note_names", "slug_of"]

MAX_SLUG_BYTES = 80
"""A file system allows 255 bytes a name; this leaves room for a number and for what Windows counts
as a path (260)."""
_LONGEST_TITLE = 400
"""Characters of a title that are looked at: more than the bytes of a slug can hold."""


def slug_of(title: str) -> str:
    """A readable name: letters and digits of any script in lower case, hyphens between.

    It may be empty. It is never the name of a device, and never begins with a dot.
    """
    text = unicodedata.normalize("NFC", visible_line(title[:_LONGEST_TITLE]))
    text = unicodedata.normalize("NFC", text.lower())
    kept = "".join(c if _is_word(c) else "-" for c in text)
    words = "-".join(filter(None, kept.split("-")))
    slug = words.encode("utf-8")[:MAX_SLUG_BYTES].decode("utf-8", "ignore").strip("-")
    if not slug:
        return ""
    try:
        check_new_path(slug)
    except PathError:
        return f"entry-{slug}"
    return slug


def book_slug(name: str, fallback: str) -> str:
    """The folder of a book: from its own name, else from that of the file or the card."""
    return slug_of(name) or slug_of(fallback) or "book"


def note_names(titles: Iterable[tuple[str, str]], taken: Iterable[str] = ()) -> list[str]:
    """One file name for each (title, uid), in order; no two that a disk could confuse.

    None is one of the names that are `taken` already.

    The first of a title has the plain name, the others their uid, then a number: an entry
    that is added at the end renames nobody.
    """
    used = {name_key(name.removesuffix(".md")) for name in taken}
    counts: dict[str, int] = {}
    return [_free_name(title, uid, used, counts) for title, uid in titles]


def _free_name(title: str, uid: str, taken: set[str], counts: dict[str, int]) -> str:
    plain = slug_of(title)
    suffix = slug_of(uid)[:40]
    base = plain or (f"entry-{suffix}" if suffix else "entry")
    with_uid = f"{base}-{suffix}" if suffix else base
    for name in (base, with_uid):
        if name_key(name) not in taken:
            taken.add(name_key(name))
            return f"{name}.md"
    number = counts.get(name_key(with_uid), 2)
    while name_key(f"{with_uid}-{number}") in taken:
        number += 1
    counts[name_key(with_uid)] = number + 1
    taken.add(name_key(f"{with_uid}-{number}"))
    return f"{with_uid}-{number}.md"


def _is_word(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character).startswith("M")
