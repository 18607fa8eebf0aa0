"""`people/_aliases.json`: names to people, for those who look with other tools.

It is the owner's file: names of every guild stand in it, without their audience. Names
that were heard in private alone are left out all the same, for it is a file to be passed on.
Sync writes it from the notes: each name (casefolded) with a list of slugs. Older
systems kept one slug a name, as a plain string; such entries are still read, and
kept as they are, unless a note states the name itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

import orjson

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.errors import NotFoundError
from familiar_memory.index.rows.aliases import AliasRow, name_key
from familiar_memory.store.base import NoteStore

__all__ = ["is_listed", "legacy_aliases", "legacy_digest", "write_alias_file"]

# A key with a text behind it. Most files hold only lists, and need not be taken apart.
_PLAIN_ENTRY = re.compile(rb'"[ \t\r\n]*:[ \t\r\n]*"')


def legacy_aliases(data: bytes) -> tuple[tuple[str, str], ...]:
    """The one-to-one entries of the file, (name, slug), by name; none when it is broken."""
    entries = _entries(data) if _PLAIN_ENTRY.search(data) else {}
    return tuple(sorted((n, slug) for n, slug in entries.items() if isinstance(slug, str) and slug))


def legacy_digest(data: bytes) -> str:
    """A digest of what `legacy_aliases` reads: the rest is derived and may change at will."""
    return hashlib.blake2b(repr(legacy_aliases(data)).encode(), digest_size=16).hexdigest()


def is_listed(row: AliasRow) -> bool:
    """Whether a name of the index is to stand in the file."""
    place = parse_place_slug(row.audience)
    return row.document != ALIAS_FILE and not (place is not None and place.is_private)


def write_alias_file(store: NoteStore, stated: Mapping[str, tuple[str, ...]]) -> bool:
    """Write the file if what it would say is new; False when it already says so.

    `stated` are the names of the notes. Nothing is written where there are no people
    and there is no file.

    Raises:
        StoreError: the file can be read or written by nobody now; it stays as it is.
    """
    try:
        before = store.read_bytes(ALIAS_FILE)
    except NotFoundError:
        before = b""
    entries: dict[str, str | list[str]] = {name: list(slugs) for name, slugs in stated.items()}
    entries |= {n: slug for n, slug in legacy_aliases(before) if name_key(n) not in stated}
    content = orjson.dumps(
        dict(sorted(entries.items())), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    )
    if content == before or not (entries or before):
        return False
    store.write_derived(ALIAS_FILE, content.decode())
    return True


def _entries(data: bytes) -> dict[str, Any]:
    try:
        decoded = orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError:
        return {}
    return decoded if isinstance(decoded, dict) else {}
