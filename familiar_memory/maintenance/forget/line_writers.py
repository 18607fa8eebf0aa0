"""Who wrote which line of a note: a program, or a person."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.maintenance.belongings.sources import MemorySources
from familiar_memory.maintenance.forget.other_files import ReadText
from familiar_memory.store.journal.entry import BASELINE_SOURCE, HUMAN_SOURCE

__all__ = ["LineWriters", "lines_in"]


def lines_in(data: bytes) -> list[str]:
    """The lines of a file, as a person reads them; none where it is no text."""
    read = ReadText.of(data)
    return [] if read is None else read.lines


class LineWriters:
    """Who wrote which line of a note: looked up when it is first asked."""

    def __init__(self, sources: MemorySources, path: str) -> None:
        self._sources = sources
        self._path = path
        self._by_program: set[str] | None = None

    def is_human(self, line: str) -> bool:
        """Whether no program brought a line into this note, as far as is known."""
        if self._by_program is None:
            self._by_program = set(self._programs())
        return line not in self._by_program

    def _programs(self) -> Iterator[str]:
        journal = self._sources.journal
        for entry in journal.entries_of([self._path]):
            if entry.source in (HUMAN_SOURCE, BASELINE_SOURCE) or entry.after is None:
                continue
            after, before = journal.kept(entry.after), None
            if entry.before is not None:
                before = journal.kept(entry.before)
            yield from set(lines_in(after or b"")) - set(lines_in(before or b""))
