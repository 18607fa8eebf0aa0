"""What has to hold when everybody has gone home."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from familiar_memory.domain.tree import is_indexed
from familiar_memory.familiar import Familiar
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.store import ChangeState, MemoryStore, revision_of
from familiar_memory.sync.report import SyncReport
from soak.editor import MARK
from soak.world import World, acknowledged

__all__ = ["Question", "audit"]


@dataclass(frozen=True, slots=True)
class Question:
    """One question: how many things were looked at, and what was wrong with some of them."""

    name: str
    looked_at: int
    wrong: tuple[str, ...] = ()


async def audit(world: World) -> list[Question]:
    """Open the familiar once more and ask everything."""
    familiar = world.familiar()
    await familiar.start()
    try:
        report = await familiar.settle()
        verdict = await familiar.index.verify()
        differing = [one.table for one in verdict.tables if not one.same]
        questions = [
            Question(
                "index verify: tables as a fresh build has them",
                len(verdict.tables),
                tuple(differing) if not verdict.same else (),
            ),
            await asyncio.to_thread(_doctor, familiar, report),
        ]
        asked: tuple[Callable[[World, Familiar], Question], ...] = (
            _versions,
            _heads,
            _story,
            _turns,
            _lines,
            _leftovers,
        )
        return questions + await asyncio.to_thread(lambda: [ask(world, familiar) for ask in asked])
    finally:
        await familiar.close()


def _doctor(familiar: Familiar, report: SyncReport) -> Question:
    checks = run_checks(familiar.parts, report)
    found = tuple(f"{one.name}: {finding.what}" for one in checks for finding in one.findings)
    return Question("doctor: checks without findings", len(checks), found)


def _versions(world: World, familiar: Familiar) -> Question:
    named = {
        revision
        for entry in familiar.journal.entries()
        if entry.state is not ChangeState.ABORTED
        for revision in (entry.before, entry.after)
        if revision is not None
    }
    wrong = []
    for revision in sorted(named):
        data = familiar.journal.images.get(revision)
        if data is None or revision_of(data) != revision:
            wrong.append(f"{revision}: {'absent' if data is None else 'other bytes'}")
    return Question(
        "versions that the journal names are kept, byte for byte", len(named), tuple(wrong)
    )


def _heads(world: World, familiar: Familiar) -> Question:
    files = familiar.store.scan_files().files
    paths = [file.path for file in files if is_indexed(file.path)]
    heads = familiar.journal.heads(paths)
    wrong = [
        path
        for path in paths
        if path not in heads or heads[path].revision != familiar.store.revision(path)
    ]
    return Question("notes that are what the journal last noted", len(paths), tuple(wrong))


def _story(world: World, familiar: Familiar) -> Question:
    last: dict[str, str | None] = {}
    wrong: list[str] = []
    entries = list(familiar.journal.entries())
    for entry in entries:
        if entry.state is ChangeState.INTENT:
            wrong.append(f"{entry.id}: without an outcome")
        if entry.state is not ChangeState.DONE:
            continue
        if entry.path in last and entry.before != last[entry.path]:
            wrong.append(f"{entry.id}: does not begin where the last change of {entry.path} ended")
        last[entry.path] = None if entry.moved_to else entry.after
        if entry.moved_to:
            last[entry.moved_to] = entry.after
    return Question("changes that begin where the last one ended", len(entries), tuple(wrong))


def _turns(world: World, familiar: Familiar) -> Question:
    said = [tuple(words) for words in acknowledged(world.folder, "bot")]
    present = {(place, ref) for place, ref in _recorded(familiar)}
    lost = tuple(f"{place} {ref}" for place, ref in said if (place, ref) not in present)
    return Question("turns that were acknowledged are in the history", len(said), lost)


def _recorded(familiar: Familiar) -> Iterator[tuple[str, str]]:
    source = familiar.parts.indexing.conversation
    for stamp in source.scan().stamps:
        for passage in source.load(stamp.key).passages:
            if passage.place is not None:
                yield passage.place, passage.refs[0]


def _lines(world: World, familiar: Familiar) -> Question:
    wanted: set[bytes] = set()
    for sign, mark in acknowledged(world.folder, "editor"):
        (wanted.add if sign == "+" else wanted.discard)(mark.encode())
    found: set[bytes] = set()
    for file in familiar.store.scan_files().files:
        found.update(MARK.findall(familiar.store.read_bytes(file.path)))
    on_disk = len(wanted & found)
    for entry in familiar.journal.entries():
        for revision in (entry.before, entry.after):
            data = None if revision is None else familiar.journal.images.get(revision)
            found.update(MARK.findall(data or b""))
    lost = tuple(sorted(mark.decode() for mark in wanted - found))
    name = f"lines that people saved are there ({on_disk} in files, the others in versions)"
    return Question(name, len(wanted), lost)


def _leftovers(world: World, familiar: Familiar) -> Question:
    store = MemoryStore(world.memory, journal=familiar.journal)
    store.reconcile(sweep=True)
    found = tuple(str(path) for path in world.memory.rglob(".*.fm-tmp"))
    return Question("temporary files after recovery", len(found), found)
