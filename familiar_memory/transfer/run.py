"""An import in two stages: everything is read and checked, and only then written.

Running the same import again changes nothing, so one that was cut off is mended by
running it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from familiar_memory.domain.turn import Turn
from familiar_memory.errors import InputError, LimitError
from familiar_memory.history.amendment import RecordOutcome
from familiar_memory.history.recording import check_turn
from familiar_memory.store.base import ABSENT, NoteStore
from familiar_memory.store.journal_entry import new_entry_id
from familiar_memory.store.names import check_new_path, check_path, check_writable
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.importer import Importer, NoteFile, SkippedFile, TurnItem
from familiar_memory.transfer.report import ImportReport

__all__ = ["Staged", "run_import", "stage"]

RecordMany: TypeAlias = Callable[[Sequence[Turn]], Sequence[RecordOutcome]]
"""Records turns in one transaction: `HistoryStore.record_many`, or a familiar's."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with (done, to do)."""

_TURNS_PER_TRANSACTION = 20_000


@dataclass(frozen=True, slots=True)
class Staged:
    """What an import holds, checked: how many turns, which notes, what is passed over."""

    importer: Importer
    path: Path
    turns: int = 0
    notes: tuple[str, ...] = ()
    skipped: tuple[SkippedFile, ...] = field(default=())

    @property
    def size(self) -> int:
        """How many items are to be written."""
        return self.turns + len(self.notes)


def stage(importer: Importer, path: Path, *, max_file_bytes: int) -> Staged:
    """Read all of it and check every item; nothing is written.

    Raises:
        InputError: an item is malformed, or two notes want the same path.
        PathError: a note has a name that the tree cannot hold.
        LimitError: a note is too large.
    """
    turns = 0
    notes: list[str] = []
    skipped: list[SkippedFile] = []
    for item in importer.read(path):
        match item:
            case TurnItem(turn, location):
                _check_turn(turn, location)
                turns += 1
            case NoteFile(note, text):
                _check_note(note, text, max_file_bytes)
                notes.append(note)
            case SkippedFile():
                skipped.append(item)
    _check_distinct(notes)
    return Staged(importer, path, turns, tuple(notes), tuple(skipped))


def run_import(
    staged: Staged,
    record_many: RecordMany,
    store: NoteStore,
    *,
    force: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Write what was staged; a note that differs from the one in the tree needs `force`.

    Up to 20,000 turns are one transaction. `dry_run` only says what would be done.
    """
    outcomes: Counter[RecordOutcome] = Counter()
    fate: dict[str, list[str]] = {"written": [], "same": [], "kept": []}
    journal_batch = new_entry_id()
    done = 0
    for batch in _batches(staged.importer.read(staged.path)):
        turns = [item.turn for item in batch if isinstance(item, TurnItem)]
        if turns and not dry_run:
            outcomes.update(record_many(turns))
        notes = [item for item in batch if isinstance(item, NoteFile)]
        for note in notes:
            put = _put(store, note, staged.importer.name, journal_batch, force, dry_run)
            fate[put].append(note.path)
        done += len(turns) + len(notes)
        if progress is not None:
            progress(done, staged.size)
    return ImportReport(
        importer=staged.importer.name,
        dry_run=dry_run,
        turns=staged.turns,
        added=outcomes[RecordOutcome.ADDED],
        unchanged=outcomes[RecordOutcome.UNCHANGED],
        amended=outcomes[RecordOutcome.AMENDED],
        deleted=outcomes[RecordOutcome.DELETED],
        written=tuple(fate["written"]),
        same=tuple(fate["same"]),
        kept=tuple(fate["kept"]),
        skipped=staged.skipped,
        journal_batch=journal_batch if fate["written"] and not dry_run else "",
    )


def _check_turn(turn: Turn, location: str) -> None:
    try:
        check_turn(turn)
    except InputError as problem:
        raise InputError(f"{location}: {problem.problem}", problem.accepted) from None


def _check_note(path: str, text: str, max_file_bytes: int) -> None:
    check_writable(check_new_path(check_path(path)))
    size = len(text.encode("utf-8"))
    if size > max_file_bytes:
        raise LimitError(
            f"{path} has {size:,} bytes",
            f"at most {max_file_bytes:,}: the setting store.max_file_bytes",
        )


def _check_distinct(notes: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for note in notes:
        other = seen.setdefault(note.casefold(), note)
        if other is not note:
            raise InputError(
                f"{other!r} and {note!r} are one file on some disks", "names that differ in letters"
            )


def _put(
    store: NoteStore, note: NoteFile, name: str, journal_batch: str, force: bool, dry_run: bool
) -> str:
    """Write one note unless another stands there; the revision guards against a race."""
    there = store.revision(note.path)
    if there == revision_of(note.text.encode("utf-8")):
        return "same"
    if there is not None and not force:
        return "kept"
    if not dry_run:
        expected = ABSENT if there is None else there
        store.write_file(
            note.path,
            note.text,
            source=f"import:{name}",
            expected=expected,
            batch=journal_batch,
        )
    return "written"


def _batches(items: Iterable[object]) -> Iterator[list[object]]:
    iterator = iter(items)
    while batch := list(islice(iterator, _TURNS_PER_TRANSACTION)):
        yield batch
