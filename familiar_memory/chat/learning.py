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


def learned_lines(familiar: Familiar, refs: Set[str]) -> tuple[LearnedLine, ...]:
    """The lines that name one of these messages as their source, as they stand now.

    Note by note, each from top to bottom. What cannot be read is left out. It reads files: call it
    in a thread.
    """
    if not refs:
        return ()
    changed = familiar.journal.entries(source=_WRITER, refs=refs)
    paths = {path for entry in changed for path in entry.paths}
    found: list[LearnedLine] = []
    for path in sorted(paths):
        try:
            text = familiar.store.read_file(path)
        except FamiliarError:
            continue
        found += (
            LearnedLine(path, number, line.strip())
            for number, line in enumerate(text.splitlines(), start=1)
            if not refs.isdisjoint(_WORD.findall(line))
        )
    return tuple(found)
