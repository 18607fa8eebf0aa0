"""Most notes deleted while the index is gone: a person is asked, and then it is journalled."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from familiars import started
from versions import version_at

from familiar_memory import Familiar, RecallRequest
from familiar_memory.store.undo.plan import plan_undo
from familiar_memory.sync.report import SyncReport

T = TypeVar("T")
_PATHS = tuple(f"t/{number:02}.md" for number in range(20))
_GONE = _PATHS[:18]


def _run(home: Path, work: Callable[[Familiar], Awaitable[T]]) -> T:
    async def run() -> T:
        async with started(Familiar.open("ember", home=home)) as familiar:
            return await work(familiar)

    return asyncio.run(run())


def _sync(home: Path, *, accepted: bool = False) -> SyncReport:
    async def work(familiar: Familiar) -> SyncReport:
        synchroniser = familiar.parts.indexing.synchroniser
        return await asyncio.to_thread(synchroniser.sync_all, allow_mass_removal=accepted)

    return _run(home, work)


def _deleted(home: Path) -> list[str]:
    async def work(familiar: Familiar) -> list[str]:
        return sorted(e.path for e in familiar.journal.entries("t") if e.operation == "delete")

    return _run(home, work)


def _found_now(home: Path) -> set[str]:
    async def work(familiar: Familiar) -> set[str]:
        await familiar.settle()
        found = await familiar.search(RecallRequest("marmot", as_of=familiar.now()), limit=50)
        standing = {
            p for p in _PATHS if version_at(familiar.journal, p, familiar.now()) is not None
        }
        paths = {hit.path for hit in found.hits if hit.path is not None}
        assert paths <= standing
        return standing

    return _run(home, work)


@pytest.fixture(params=["the index is gone", "the index stands"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Twenty notes of which the journal knows, and then two, with or without an index."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    memory = tmp_path / "ember/memory"
    (memory / "t").mkdir()
    for path in _PATHS:
        (memory / path).write_text(f"# {path}\n\n- a marmot\n")
    _sync(tmp_path)
    if request.param == "the index is gone":
        shutil.rmtree(memory / ".index")
    shutil.copytree(memory / "t", tmp_path / "kept")
    for path in _GONE:
        (memory / path).unlink()
    return tmp_path


def test_nothing_is_noted_before_a_person_agrees(home: Path) -> None:
    """They are held, at every start anew, and what is asked of now does not tell them."""
    assert set(_sync(home).held) == set(_GONE)
    assert set(_sync(home).held) == set(_GONE)
    assert _deleted(home) == []
    assert _found_now(home) == set(_PATHS[18:])


def test_what_a_person_agrees_to_is_journalled(home: Path) -> None:
    """Once; before it was found missing, each note stood."""

    async def moment(familiar: Familiar) -> tuple[bytes | None, bytes | None]:
        (entry,) = [e for e in familiar.journal.entries(_GONE[3]) if e.operation == "delete"]
        (made,) = [e for e in familiar.journal.entries(_GONE[3]) if e.operation != "delete"]
        journal = familiar.journal
        return version_at(journal, _GONE[3], made.time), version_at(journal, _GONE[3], entry.time)

    _sync(home)
    assert _sync(home, accepted=True).held == ()
    assert _deleted(home) == sorted(_GONE)
    assert _sync(home).held == ()
    assert _sync(home, accepted=True).held == ()
    assert _deleted(home) == sorted(_GONE)
    assert _found_now(home) == set(_PATHS[18:])
    stood, stands = _run(home, moment)
    assert (stood is None, stands) == (False, None)


def test_one_undo_takes_all_of_it_back(home: Path) -> None:
    """They went together."""

    async def undone(familiar: Familiar) -> set[str | None]:
        entries = [e for e in familiar.journal.entries("t") if e.operation == "delete"]
        batches = {entry.batch for entry in entries}
        plan = plan_undo(familiar.store, familiar.journal, str(entries[0].batch))
        await asyncio.to_thread(plan.apply)
        return batches

    _sync(home)
    _sync(home, accepted=True)
    batches = _run(home, undone)
    assert len(batches) == 1 and None not in batches
    assert _found_now(home) == set(_PATHS)


def test_what_comes_back_was_never_deleted(home: Path) -> None:
    """A disk that is mounted again."""
    _sync(home)
    shutil.copytree(home / "kept", home / "ember/memory/t", dirs_exist_ok=True)
    assert _sync(home).held == ()
    assert _deleted(home) == []
    assert _found_now(home) == set(_PATHS)


def test_a_rebuild_asks_as_well(home: Path) -> None:
    """It is no way round the guard."""

    async def rebuilt(familiar: Familiar) -> SyncReport:
        return await familiar.index.rebuild()

    async def agreed(familiar: Familiar) -> SyncReport:
        return await familiar.index.rebuild(accept_removals=True)

    assert set(_run(home, rebuilt).held) == set(_GONE)
    assert set(_sync(home).held) == set(_GONE)
    assert _deleted(home) == []
    assert _run(home, agreed).held == ()
    assert _deleted(home) == sorted(_GONE)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_note_that_became_a_link_out_hides_nothing_of_what_is_gone(home: Path) -> None:
    """It cannot be read, so it is not gone; a person is asked about all others, as ever."""
    (home / "elsewhere.md").write_text("# Elsewhere\n")
    linked = home / "ember/memory" / _PATHS[19]
    linked.unlink()
    linked.symlink_to(home / "elsewhere.md")
    assert set(_sync(home).held) >= set(_GONE)
    assert set(_sync(home).held) >= set(_GONE)
    _sync(home, accepted=True)
    assert set(_deleted(home)) >= set(_GONE)
