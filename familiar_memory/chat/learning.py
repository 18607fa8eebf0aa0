"""Which lines of the notes were written of what was said in one chat."""

from __future__ import annotations

import re
from collections.abc import Set

from familiar_memory import Familiar
from familiar_memory.chat.exchange import LearnedLine
from familiar_memory.errors import FamiliarError

__all__ = ["learned_lines"]

_WRITER = "memory_writer"
_WORD = re.compile(r"[\w-]+")
_LIST = "review.md"
"""What waits for a person to decide: no memory yet."""
_OPEN = "[ ]"
"""What is ticked or settled there waits no more."""


def learned_lines(familiar: Familiar, refs: Set[str]) -> tuple[LearnedLine, ...]:
    """The lines that the writer made of these messages, as they stand now.

    Note by note, each from top to bottom. A line that a person has changed since is theirs, and no
    more what was learned. What cannot be read is left out. It reads files: call it in a thread.
    """
    if not refs:
        return ()
    first: dict[str, str] = {}
    for entry in familiar.journal.entries(source=_WRITER, refs=refs):
        first |= {path: entry.id for path in entry.paths if path not in first}
    found: list[LearnedLine] = []
    for path, since in sorted(first.items()):
        try:
            text = familiar.store.read_file(path)
        except FamiliarError:
            continue
        written = _written(familiar, path, since)
        found += (
            LearnedLine(path, number, line.strip(), is_waiting=path == _LIST)
            for number, line in enumerate(text.splitlines(), start=1)
            if not refs.isdisjoint(_WORD.findall(line))
            and (written is None or line in written)
            and (path != _LIST or _OPEN in line)
        )
    return tuple(found)


def _written(familiar: Familiar, path: str, since: str) -> Set[str] | None:
    """The lines that the writer put into a note; None where old versions are not kept.

    `since` is the first change that was made of these messages: what the note has from years
    before names none of them.
    """
    found: set[str] = set()
    for entry in familiar.journal.entries(path, source=_WRITER, newest_first=True):
        before, after = (_lines(familiar, one) for one in (entry.before, entry.after))
        if before is None or after is None:
            return None
        found |= after - before
        if entry.id == since:
            break
    return found


def _lines(familiar: Familiar, revision: str | None) -> Set[str] | None:
    if revision is None:
        return frozenset()
    version = familiar.journal.kept(revision)
    return None if version is None else frozenset(version.decode("utf-8", "replace").splitlines())
