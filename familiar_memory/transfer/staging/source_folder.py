"""Which folder outside the tree a note follows: the mark of it that the journal keeps.

The journal names no folder of the host, only how the folder is called and a digest of where
it is: enough to know it again, and to tell it from another of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

__all__ = ["folder_after", "folder_mark", "written_from"]

_WHOLE = "folder:"
_PART = "part-of:"
_DIGEST_CHARS = 16
"""64 bits of the path's digest: folders of one name are told apart, and the path is not told."""


def folder_mark(folder: Path) -> str:
    """The mark of a folder, wherever one stands when one names it."""
    where = folder.resolve()
    name = where.name.encode("utf-8", "replace").decode("utf-8")
    digest = sha256(str(where).encode("utf-8", "surrogateescape")).hexdigest()
    return f"{name}#{digest[:_DIGEST_CHARS]}"


def written_from(mark: str, *, is_whole: bool) -> str:
    """What the journal says a file was made from: all of a folder, or one file of it."""
    return f"{_WHOLE if is_whole else _PART}{mark}"


def folder_after(before: str, refs: Iterable[str]) -> str:
    """The folder that a note follows after it was written from `refs`.

    One file that is brought by itself changes nothing for a note of its own folder; a note
    that it takes from another folder follows none.
    """
    for ref in refs:
        if ref.startswith(_WHOLE):
            return ref.removeprefix(_WHOLE)
        if ref.startswith(_PART):
            return before if before == ref.removeprefix(_PART) else ""
    return before
