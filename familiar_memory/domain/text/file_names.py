"""What a file is called after: readable names, safe in Obsidian, in links and on every disk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count

import regex

from familiar_memory.domain.text.device_names import is_device_name

__all__ = ["file_name", "free_name", "spelling_key"]

_FORBIDDEN = re.compile(r'[\[\]#^|\\/:*?"<>%~]')
_VISIBLE = regex.compile(r"[^\p{C}\p{Z}\p{M}\p{DI}\u2800]")
"""Some write a name of letters that are blank, so that none is seen."""
_LONGEST = 80
"""Characters: longer than names of people, and a title that long is no name any more."""
_LONGEST_BYTES = 180
"""A file system allows 255 bytes a name; a number, the ending and a temporary name may follow."""
_NO_NOTE = re.compile(r"\.(?=(?:md|png|jpe?g|gif|webp|svg|pdf|mp3|mp4|canvas|base|json)\Z)", re.I)
"""A link to a note of such a name is taken for one to another kind of file."""
_DATED = re.compile(r"\d{4}-\d\d-\d\d")
"""Notes of days and sessions are called so, also those that are still to come."""


def file_name(called: str) -> str:
    """A name as the stem of a file; "" where nothing is left of it.

    What Obsidian, Windows or a link forbids becomes a space, and so do tildes, which lines
    escape. It is in NFC and can be seen, never hidden, an option of a command or that of a device,
    and it ends in no dot or space.
    """
    text = unicodedata.normalize("NFC", called)
    text = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    name = _trimmed(_FORBIDDEN.sub(" ", text))
    name = _NO_NOTE.sub(" ", name)
    cut = name[:_LONGEST].encode("utf-8")[:_LONGEST_BYTES].decode("utf-8", "ignore")
    name = unicodedata.normalize("NFC", _trimmed(cut))
    if not _VISIBLE.search(name):
        return ""
    return f"{name}-" if is_device_name(name) else name


def free_name(name: str, taken: Container[str], otherwise: str) -> str:
    """That name, or with the first number that is free; `taken` are names by `spelling_key`.

    `otherwise` stands in for a name of which nothing is left.
    """
    name = name or otherwise
    is_free = spelling_key(name) not in taken and not _DATED.match(name)
    if is_free:
        return name
    return next(
        numbered
        for number in count(2)
        if spelling_key(numbered := f"{name} ({number})") not in taken
    )


def spelling_key(name: str) -> str:
    """What two names share that some disk cannot tell apart: case, and composed letters."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _trimmed(name: str) -> str:
    """Single spaces, no dot or space behind, and in front nothing that hides, or is an option."""
    return " ".join(name.split()).lstrip("._- ").rstrip(". ")
