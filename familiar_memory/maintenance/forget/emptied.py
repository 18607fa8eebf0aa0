"""Notes that say nothing, and stand only because of what goes.

A line of theirs was deleted or moved away before, and the head that the familiar wrote for it is
left: `# Umbrella`, their employer's name. No redaction of bytes can tell that, so it is asked of
the journal, and such a note goes as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from familiar_memory.domain.erasure import Erasure
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.belongings.sources import MemorySources
from familiar_memory.maintenance.forget.line_writers import LineWriters, lines_in
from familiar_memory.maintenance.forget.other_files import ReadText
from familiar_memory.maintenance.forget.redaction import NoteRedaction, has_head_alone

__all__ = ["with_emptied_notes"]


def with_emptied_notes(sources: MemorySources, what: Erasure) -> Erasure:
    """The same erasure, with those notes among its paths.

    A note stays if a person wrote any of what is left, or if anything else ever stood in it.

    Raises:
        StoreError: the journal cannot be read.
    """
    redaction = NoteRedaction(what)
    emptied = {
        path for path in _heads_alone(sources) if _stood_for_it(sources, redaction, what, path)
    }
    return replace(what, paths=what.paths | emptied) if emptied else what


def _heads_alone(sources: MemorySources) -> Iterator[str]:
    """Notes of sessions and topics with nothing in them that no person has written."""
    for file in sources.store.scan_files().files:
        data = None
        with suppress(StoreError):
            data = sources.store.read_bytes(file.path)
        if data is None or not _is_head(file.path, data):
            continue
        wrote = LineWriters(sources, file.path)
        if not any(line.strip() and wrote.is_human(line) for line in lines_in(data)):
            yield file.path


def _is_head(path: str, data: bytes) -> bool:
    read = ReadText.of(data)
    return read is not None and has_head_alone(path, read.text)


def _stood_for_it(
    sources: MemorySources, redaction: NoteRedaction, what: Erasure, path: str
) -> bool:
    """Whether all that ever stood in it goes, or it was made of turns that go."""
    is_of_it = False
    for entry in sources.journal.entries_of([path]):
        is_of_it |= bool(entry.refs) and what.traces.refs.issuperset(entry.refs)
        if entry.after is None or (data := sources.journal.kept(entry.after)) is None:
            continue
        if _is_head(path, data):
            continue
        rest = redaction(path, data)
        if rest is not None and not _is_head(path, rest):
            return False
        is_of_it = True
    return is_of_it
