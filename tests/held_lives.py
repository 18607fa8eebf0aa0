"""A writer whose extractor proposes what a test says, in processes that come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import shipped_markers
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.batch import Batch, Extractor
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

__all__ = ["Life", "add", "as_said", "fields_of", "kept", "life"]

_START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
OfTurn = Callable[[StoredTurn], list[Proposal]]


class _Proposing:
    def __init__(self, of_turn: OfTurn) -> None:
        self._of_turn = of_turn

    def ask(self, batch: Batch) -> None:
        """Nothing."""

    def read(self, reply: object, batch: Batch) -> tuple[Proposal, ...]:
        """The proposals of all turns."""
        return tuple(one for stored in batch.turns for one in self._of_turn(stored))


def fields_of(stored: StoredTurn, **more: object) -> RecordFields:
    """The tail of a line that is made of a turn."""
    turn = stored.turn
    given = RecordFields(
        learned=turn.timestamp.date(), refs=(turn.ref,), by=turn.author.slug, place=turn.place.slug
    )
    return replace(given, **more)  # type: ignore[arg-type]


def add(
    text: str, stored: StoredTurn, path: str = "", section: str = "Facts", **more: object
) -> AddRecord:
    """A line for the note of whoever spoke; `works_at:: Acme` is a fact."""
    said = stated_fact(text)
    predicate, object_ = said if said is not None and said[0] in SHIPPED else (None, None)
    record = Record(text, fields_of(stored, **more), predicate=predicate, object=object_)
    return AddRecord(path or f"people/{stored.turn.author.slug}.md", "", section, record)


def as_said(stored: StoredTurn) -> list[Proposal]:
    """What was said, as what is so."""
    return [add(stored.turn.text, stored, type="semantic")]


def kept(end: HeldOutcome) -> list[tuple[str, str]]:
    """The texts that were kept, each with its timing."""
    return [(one.text, one.timing) for one in end.kept]


@dataclass(frozen=True, slots=True)
class Life:
    """One process."""

    history: HistoryStore
    store: MemoryStore
    journal: AuditJournal
    writer: MemoryWriter

    @property
    def waiting(self) -> list[tuple[str, Mark]]:
        """The lines of the list, in order."""
        lines = review_lines(self.store.read_file("review.md"), SHIPPED)
        return [(line.record.text, line.mark) for line in lines]


@contextmanager
def life(
    folder: Path,
    of_turn: OfTurn = as_said,
    fs: FileSystem | None = None,
    more: dict[Marker, list[str]] | None = None,
    extractor: Extractor | None = None,
) -> Iterator[Life]:
    """One process, from its start to its end; `more` are an operator's markers."""
    with HistoryStore(folder / "history.sqlite") as history:
        journal = AuditJournal(folder / "journal", fs=fs)
        store = MemoryStore(folder / "memory", fs=fs, journal=journal)
        rules = WritingRules(UTC, markers=shipped_markers().extended(more or {}))
        proposing = extractor or _Proposing(of_turn)
        writer = MemoryWriter(history, store, proposing, lambda: _START, rules)
        try:
            yield Life(history, store, journal, writer)
        finally:
            journal.close()
