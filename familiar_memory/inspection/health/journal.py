"""What doctor looks at in the journal, and what it may put in order by itself."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.inspection.sizes import size_text
from familiar_memory.store.journal.batch_signs import UnfinishedBatch
from familiar_memory.store.revision import revision_of
from familiar_memory.sync.report import SyncReport

__all__ = ["check_journal", "check_writes", "put_in_order"]

_NAMED = 5
_FIX = "`familiar doctor --fix`"


def check_journal(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find lines that cannot be read, and versions that are damaged or missing."""
    journal = parts.files.journal
    for damaged in journal.damaged_lines():
        yield Finding(
            f"journal/{journal.part_name(damaged.part)}:{damaged.line}: {damaged.problem}",
            "delete that line, or restore the file from a backup; the notes are not affected, but"
            " this change is missing from the log",
            serious=False,
        )
    for problem in journal.images.check():
        yield Finding(
            f"journal/{journal.images.path.name}: {problem}",
            "restore the file from a backup, or go on without it: the notes are not affected, but"
            " that version can be neither shown nor restored",
        )
    missing = journal.missing_versions()
    for path in missing[:_NAMED]:
        yield Finding(
            f"the newest version of {path} is not kept, so its next change could not be undone",
            f"{_FIX} keeps what is there now",
        )
    if len(missing) > _NAMED:
        yield Finding(f"and {len(missing) - _NAMED} more such notes", _FIX)


def check_writes(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find what a crash has left half-done; opening a familiar puts most of it right."""
    for entry in parts.files.journal.cut_off():
        yield Finding(
            f"a change of {entry.path} was cut off ({entry.id}, {entry.source})",
            f"{_FIX} settles it; if it stays, something holds the file, or the disk refuses the"
            " write",
        )
    for batch in parts.files.journal.signs.unfinished():
        yield from _unfinished(parts.files, batch)
    for path in parts.files.store.leftovers():
        yield Finding(
            f"{path}: a temporary file of a write that was cut off, or is under way",
            f"{_FIX} deletes it, and keeps its contents in the journal",
            serious=False,
        )


def _unfinished(files: OpenFiles, batch: UnfinishedBatch) -> Iterator[Finding]:
    entries = [e for e in files.journal.entries(batch=batch.batch) if e.before is None]
    if any(True for _ in files.journal.entries(source=f"undo:{batch.batch}")):
        return
    kind = batch.source.partition(":")[2]
    yield Finding(
        f"an import of {batch.what} ({kind}) was cut off, or is under way: {len(entries)} of"
        f" {batch.files} files were made",
        f"import it again, which creates the others; or `familiar undo {batch.batch[:8]}`"
        " removes these",
    )


def put_in_order(parts: Parts) -> list[str]:
    """Complete or give up what was cut off, sweep and tidy; what was done, in words.

    No note is changed by a guess: a file whose only copy is a temporary one is put back, and
    nothing else of the tree changes.
    """
    report = parts.files.store.reconcile(sweep=True)
    done = [f"settled a change of {entry.path}: {entry.state.value}" for entry in report.recovered]
    done += [f"put {path} back in its place" for path in report.put_back]
    if report.swept:
        done.append(f"deleted temporary files: {report.swept}")
    done += [f"could not look into {one.path}: {one.reason}" for one in report.failed]
    done += _kept_again(parts)
    tidied = parts.files.journal.tidy(parts.setup.clock.now())
    if tidied.rotated:
        done.append("closed a part of the journal by its age")
    if tidied.compressed:
        done.append(f"compressed {tidied.compressed} closed parts of the journal")
    if tidied.pruned.images:
        size = size_text(tidied.pruned.stored_bytes)
        done.append(f"dropped {tidied.pruned.images} old versions ({size}), as the settings say")
    return done


def _kept_again(parts: Parts) -> Iterator[str]:
    """Keep what stands in notes whose newest version is missing, where it is that version."""
    journal = parts.files.journal
    heads = journal.heads(journal.missing_versions())
    for path, head in heads.items():
        try:
            data = parts.store.read_bytes(path)
        except FamiliarError:
            continue
        if revision_of(data) == head.revision:
            journal.keep(data, parts.setup.clock.now())
            yield f"kept the current version of {path}"
