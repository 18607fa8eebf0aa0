"""Which notes a subject has, by its name or a path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import TOPICS, is_below
from familiar_memory.errors import NotFoundError
from familiar_memory.inspection.wanted.paths import is_file, note_path

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["wanted_topic"]

_LISTED = 8


def wanted_topic(parts: Parts, given: str) -> tuple[str, ...]:
    """The keys of all files of a subject: one that was full goes on in a second.

    Raises:
        NotFoundError: there is no such subject.
    """
    register, store = parts.files.register, parts.files.store
    name = given.strip()
    tried = (note_path(parts, one) for one in (name, f"{TOPICS}/{name}"))
    keys = (register.key_of(one) for one in tried if one is not None and is_file(parts, one))
    key = next((one for one in keys if is_below(one, TOPICS)), None)
    if key is None:
        known = [one.path for one in store.scan_files(TOPICS).files] if store.exists(TOPICS) else []
        more = "…" if len(known) > _LISTED else ""
        there = f"there are: {', '.join(known[:_LISTED])}{more}" if known else "there are none"
        raise NotFoundError(f"there is no topic {name!r}", there)
    pages = re.compile(rf"{re.escape(key.removesuffix('.md'))}--[1-9][0-9]{{0,2}}\.md")
    others = (register.key_of(one.path) for one in store.scan_files(TOPICS).files)
    return (key, *sorted(one for one in others if pages.fullmatch(one)))
