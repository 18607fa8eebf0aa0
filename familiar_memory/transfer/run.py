"""The second half of an import: what was staged is written.

Files are written all or none. Turns are recorded some thousand at once; running the same
import again changes nothing, so one that was cut off is finished by running it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from familiar_memory.domain.turn import Turn
from familiar_memory.history.amendment import RecordOutcome
from familiar_memory.store.base import NoteStore
from familiar_memory.transfer.fate import Fate, KnownChanges, NoChanges
from familiar_memory.transfer.file_run import FileRun
from familiar_memory.transfer.importer import BytesFile, NoteFile, TurnItem
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.stage import Staged

__all__ = ["run_import"]

RecordMany: TypeAlias = Callable[[Sequence[Turn]], Sequence[RecordOutcome]]
"""Records turns in one transaction: `HistoryStore.record_many`, or a familiar's."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with (done, to do)."""

_AT_ONCE = 20_000


def run_import(
    staged: Staged,
    record_many: RecordMany,
    store: NoteStore,
    *,
    known: KnownChanges | None = None,
    force: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Write what was staged.

    A note that an earlier import left, and that nobody has touched since, is brought up to
    date; one that a person has changed or deleted needs `force`. `known` is the journal;
    without it every note that differs is taken for a person's.
    `dry_run` only says what would be done.

    Raises:
        StoreError: a file could not be written; then none is.
        HistoryError: turns could not be recorded; those before them are.
    """
    outcomes: Counter[RecordOutcome] = Counter()
    files = FileRun(
        store,
        known or NoChanges(),
        f"import:{staged.importer.name}",
        force=force,
        dry_run=dry_run,
        folders=staged.folders,
    )
    done = 0
    try:
        for batch in _batches(staged.items()):
            turns = [item.turn for item in batch if isinstance(item, TurnItem)]
            if turns and not dry_run:
                outcomes.update(record_many(turns))
            brought = [item for item in batch if isinstance(item, NoteFile | BytesFile)]
            if brought:
                files.put(brought)
            done += len(turns) + len(brought)
            if progress is not None:
                progress(done, staged.size)
        files.remove_strays(staged.files)
    except BaseException:
        files.take_back()
        raise
    return _report(staged, outcomes, files, dry_run)


def _report(
    staged: Staged, outcomes: Counter[RecordOutcome], files: FileRun, dry_run: bool
) -> ImportReport:
    fates = {fate: tuple(paths) for fate, paths in files.fates.items()}
    written = {*fates[Fate.CREATED], *fates[Fate.UPDATED]}
    return ImportReport(
        importer=staged.importer.name,
        dry_run=dry_run,
        turns=staged.turns,
        added=outcomes[RecordOutcome.ADDED],
        unchanged=outcomes[RecordOutcome.UNCHANGED],
        amended=outcomes[RecordOutcome.AMENDED],
        deleted=outcomes[RecordOutcome.DELETED],
        written=tuple(path for path in staged.files if path in written),
        updated=fates[Fate.UPDATED],
        same=fates[Fate.SAME],
        kept=fates[Fate.KEPT],
        foreign=tuple(files.foreign),
        gone=fates[Fate.GONE],
        removed=tuple(files.removed),
        brought=staged.brought,
        skipped=staged.skipped,
        remarks=staged.remarks,
        journal_batch=files.batch if files.has_changed else "",
    )


def _batches(items: Iterable[object]) -> Iterator[list[object]]:
    iterator = iter(items)
    while batch := list(islice(iterator, _AT_ONCE)):
        yield batch
