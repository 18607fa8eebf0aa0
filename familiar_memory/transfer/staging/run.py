"""The second half of an import: what was staged is written.

Files are written all or none. Turns are recorded some hundred at once; running the same
import again changes nothing, so one that was cut off is finished by running it again. Those of a
channel that was made private leave the open one before that, together: what they leave
behind is divided into sessions anew, and with every hundred it would be so again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from familiar_memory.domain.progress import Progress
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.store.journal.batch_signs import UnfinishedBatch
from familiar_memory.transfer.importer import BytesFile, NoteFile, TurnItem
from familiar_memory.transfer.report import ImportReport, Outdated
from familiar_memory.transfer.staging.destination import Destination, MakePrivate
from familiar_memory.transfer.staging.fate import Fate
from familiar_memory.transfer.staging.file_plan import FilePlan, plan_files
from familiar_memory.transfer.staging.file_run import FileRun
from familiar_memory.transfer.staging.stage import Staged

__all__ = ["run_import"]

_TURNS_AT_ONCE = 500
_FILES_AT_ONCE = 200
"""How often progress is reported; more at once are hardly faster."""


def run_import(
    staged: Staged,
    into: Destination,
    *,
    force: bool = False,
    accept_removals: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
    what: str = "",
) -> ImportReport:
    """Write what was staged.

    A note that an earlier import left, and that nobody has touched since, is brought up to
    date; one that a person has changed or deleted needs `force`. What a folder has no more is
    taken away, but more than half of its notes only with `accept_removals`. `dry_run` only
    says what would be done. One that is cut off is told of as an import of `what`.

    Raises:
        StoreError: a file could not be written; then none is.
        HistoryError: turns could not be recorded; those before them are.
    """
    source = f"import:{staged.importer.name}"
    plan = plan_files(
        staged,
        into.store,
        into.known,
        source,
        force=force,
        accept_removals=accept_removals,
    )
    if dry_run:
        return _report(staged, plan, Counter(), dry_run=True)
    files = FileRun(into.store, plan, source)
    sign: AbstractContextManager[None] = nullcontext()
    if into.signs is not None and staged.files:
        sign = into.signs.shown(UnfinishedBatch(files.batch, source, what, len(staged.files)))
    with sign:
        outcomes = _write(staged, into, files, progress)
    report = _report(staged, plan, outcomes, dry_run=False)
    return replace(report, journal_batch=files.batch if files.has_changed else "")


def _write(
    staged: Staged,
    into: Destination,
    files: FileRun,
    progress: Progress | None,
) -> Counter[RecordOutcome]:
    """Write everything, or take the files back."""
    outcomes: Counter[RecordOutcome] = Counter()
    done = 0
    try:
        moved = _leave_open_rooms(staged, into.make_private)
        for batch in _batches(staged.items()):
            turns = [item.turn for item in batch if isinstance(item, TurnItem)]
            if turns:
                outcomes.update(_told(turns, into.record_many(turns), moved))
            brought = [item for item in batch if isinstance(item, NoteFile | BytesFile)]
            if brought:
                files.put(brought)
            done += len(turns) + len(brought)
            if progress is not None:
                progress(done, staged.size)
        files.remove_strays()
    except BaseException:
        files.take_back()
        raise
    return outcomes


def _leave_open_rooms(staged: Staged, make_private: MakePrivate) -> set[tuple[str, str]]:
    """Move what is private now; nothing is read once more where no turn can have moved."""
    return make_private(_private_turns(staged)) if staged.has_private_rooms else set()


def _private_turns(staged: Staged) -> Iterator[tuple[Place, str]]:
    for item in staged.items():
        match item:
            case TurnItem(turn) if turn.place.open_twin is not None and not turn.deleted:
                yield turn.place, turn.ref


def _told(
    turns: Sequence[Turn], outcomes: Iterable[RecordOutcome], moved: set[tuple[str, str]]
) -> Iterator[RecordOutcome]:
    """What became of each turn: one that had moved before it came was amended by that."""
    for turn, outcome in zip(turns, outcomes, strict=True):
        if moved and (name := (turn.place.slug, turn.ref)) in moved:
            moved.remove(name)
            yield RecordOutcome.AMENDED if outcome is RecordOutcome.UNCHANGED else outcome
        else:
            yield outcome


def _report(
    staged: Staged, plan: FilePlan, outcomes: Counter[RecordOutcome], *, dry_run: bool
) -> ImportReport:
    outdated = tuple(Outdated(one.path, one.newer) for one in plan.outdated)
    kept_out = {one.path for one in plan.outdated}
    return ImportReport(
        importer=staged.importer.name,
        dry_run=dry_run,
        turns=staged.turns,
        added=outcomes[RecordOutcome.ADDED],
        unchanged=outcomes[RecordOutcome.UNCHANGED],
        amended=outcomes[RecordOutcome.AMENDED],
        deleted=outcomes[RecordOutcome.DELETED],
        refused=outcomes[RecordOutcome.REFUSED],
        incognito=outcomes[RecordOutcome.INCOGNITO],
        written=plan.paths(Fate.CREATED, Fate.UPDATED),
        updated=plan.paths(Fate.UPDATED),
        same=plan.paths(Fate.SAME),
        kept=(*plan.paths(Fate.KEPT), *plan.strays.kept),
        foreign=plan.foreign,
        gone=plan.paths(Fate.GONE),
        removed=tuple(plan.strays.removals),
        orphaned=plan.strays.kept,
        held=plan.strays.held,
        outdated=outdated,
        brought=tuple(one for one in staged.brought if one.folder not in kept_out),
        skipped=staged.skipped,
        remarks=(*plan.placement.told(), *staged.remarks),
    )


def _batches(items: Iterable[object]) -> Iterator[list[object]]:
    batch: list[object] = []
    turns = files = 0
    for item in items:
        batch.append(item)
        turns += isinstance(item, TurnItem)
        files += isinstance(item, NoteFile | BytesFile)
        if turns >= _TURNS_AT_ONCE or files >= _FILES_AT_ONCE:
            yield batch
            batch, turns, files = [], 0, 0
    if batch:
        yield batch
