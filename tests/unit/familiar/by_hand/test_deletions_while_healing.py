"""Notes deleted while the index is damaged: who makes it anew asks the journal what is gone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from familiars import started
from versions import version_at

from familiar_memory import Familiar, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.inspection.health.checks import mend_index

_PATHS = tuple(f"t/{number:02}.md" for number in range(20))


async def _search(familiar: Familiar) -> None:
    await familiar.search("marmot", limit=50)


async def _recall(familiar: Familiar) -> None:
    await familiar.recall(RecallRequest("marmot?", Author("discord", "42", "Rowan"), None))
    await familiar._open.background.first_sync_over()


async def _doctor(familiar: Familiar) -> None:
    await asyncio.to_thread(mend_index, familiar.parts)


async def _update(familiar: Familiar) -> None:
    await asyncio.to_thread(familiar.parts.indexing.synchroniser.update, "memory", [_PATHS[-1]])


async def _sync(familiar: Familiar) -> None:
    await asyncio.to_thread(familiar.parts.indexing.synchroniser.sync_all)


async def _rebuild(familiar: Familiar) -> None:
    await familiar.index.rebuild()


async def _die(familiar: Familiar) -> None:
    """Between the reset and all that follows."""
    familiar.parts.files.index.reset("a test says so")
    await asyncio.to_thread(familiar.parts.indexing.synchroniser._build, None, False)
    await familiar.close()


_Heal = Callable[[Familiar], Awaitable[None]]
_WAYS: dict[str, _Heal] = {
    "search": _search,
    "recall": _recall,
    "doctor": _doctor,
    "a watcher": _update,
    "a sync": _sync,
    "a rebuild": _rebuild,
    "one that dies": _die,
}
_DAMAGES = {
    "a row": "UPDATE passages SET text = text || 'x'",
    "a table": "DROP TABLE documents",
}


def _damage(index: Path, how: str) -> None:
    with closing(sqlite3.connect(index)) as connection, connection:
        connection.execute(_DAMAGES[how])


@pytest.mark.long
@pytest.mark.parametrize("way", _WAYS)
@pytest.mark.parametrize("how", _DAMAGES)
@pytest.mark.parametrize("gone", [_PATHS[:1], _PATHS[:18]], ids=["one", "most"])
def test_the_journal_tells_what_is_gone(
    tmp_path: Path, way: str, how: str, gone: tuple[str, ...]
) -> None:
    """One note was deleted; of most at once a person is asked, after a restart as well."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    memory = tmp_path / "ember/memory"
    (memory / "t").mkdir()
    for path in _PATHS:
        (memory / path).write_text(f"# {path}\n\n- a marmot\n")

    async def live(work: _Heal) -> None:
        async with started(Familiar.open("ember", home=tmp_path)) as familiar:
            await work(familiar)

    async def heal(familiar: Familiar) -> None:
        await familiar.settle()
        familiar.parts.indexing.watcher.close()
        _damage(familiar.parts.setup.paths.index, how)
        for path in gone:
            (memory / path).unlink()
        await _WAYS[way](familiar)

    async def check(familiar: Familiar) -> None:
        await familiar.settle()
        journal = familiar.journal
        now = familiar.now()
        standing = {path for path in _PATHS if version_at(journal, path, now) is not None}
        assert standing == set(_PATHS) - set(gone)
        deleted = {entry.path for entry in journal.entries("t") if entry.operation == "delete"}
        if len(gone) == 1:
            assert deleted == set(gone)
            return
        assert deleted == set()
        assert set(familiar.parts.indexing.synchroniser.sync_all().held) == set(gone)
        accepted = familiar.parts.indexing.synchroniser.sync_all(allow_mass_removal=True)
        assert accepted.held == ()
        assert {e.path for e in journal.entries("t") if e.operation == "delete"} == set(gone)

    asyncio.run(live(heal))
    asyncio.run(live(check))
