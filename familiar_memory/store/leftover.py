"""The names of files that stand in the tree only while another one is being changed.

A crash leaves them behind, so the name says what the file is (`new`: bytes that were
to be put in place; `old`: bytes that were taken out of it) and whose it is.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final

from familiar_memory.store.names import MAX_NAME_BYTES, TEMPORARY_SUFFIX

__all__ = ["NEW", "OLD", "Leftover", "leftover_name", "parse_leftover"]

NEW: Final = "new"
OLD: Final = "old"

_FORM = re.compile(r"\.[0-9a-f]{16}(?:\.(new|old)(?:\.(.+))?)?" + re.escape(TEMPORARY_SUFFIX))


@dataclass(frozen=True, slots=True)
class Leftover:
    """A temporary file: its own name, its kind, and the file it belongs to.

    `target` is None when that name was too long to be told, or an older version
    made the file.
    """

    name: str
    kind: str
    target: str | None


def leftover_name(target: str, kind: str) -> str:
    """A name for a temporary file of this kind beside `target`; names do not repeat."""
    start = f".{secrets.token_hex(8)}.{kind}"
    told = f"{start}.{target}{TEMPORARY_SUFFIX}"
    return told if len(told.encode()) <= MAX_NAME_BYTES else start + TEMPORARY_SUFFIX


def parse_leftover(name: str) -> Leftover | None:
    """What a name says if it is one of a temporary file."""
    found = _FORM.fullmatch(name)
    return None if found is None else Leftover(name, found[1] or NEW, found[2])
