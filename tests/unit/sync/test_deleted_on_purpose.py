"""What the store has deleted is believed to be gone, however much of the tree it is."""

from __future__ import annotations

import asyncio
import shutil

from familiars import put_notes, started

from familiar_memory.store.base import Cause
from familiar_memory.store.undo.plan import undo

_PATHS = tuple(f"topics/t{number:02}.md" for number in range(20))
_BATCH = "5eed5eed5eed5eed"


def _write_all(familiar):
    for path in _PATHS:
        familiar.store.write_file(path, "- a marmot\n", cause=Cause("writer", batch=_BATCH))


async def test_an_undo_of_most_notes_is_no_accident(new_familiar, tmp_path):
    """Nothing is held, nobody is asked, and an index made anew says the same."""
    async with started(new_familiar(tmp_path)) as familiar:
        _write_all(familiar)
        await familiar.settle()
        assert len((await familiar.knowledge.entities()).entities) == 20
        undo(familiar.store, familiar.journal, _BATCH)
        report = await familiar.settle()
        assert (report.held, (await familiar.knowledge.entities()).entities) == ((), ())
        assert (await familiar.index.verify()).same


async def test_what_another_process_deleted_on_purpose_is_believed_too(new_familiar, tmp_path):
    """The journal says so, whoever wrote it: here the index has not heard of it."""
    async with started(new_familiar(tmp_path)) as familiar:
        _write_all(familiar)
        await familiar.settle()
    async with started(new_familiar(tmp_path)) as another:
        undo(another.store, another.journal, _BATCH)
    async with started(new_familiar(tmp_path)) as familiar:
        assert (await familiar.settle()).held == ()
        assert (await familiar.knowledge.entities()).entities == ()


async def test_deletions_on_purpose_make_none_of_a_person_a_mass(new_familiar, tmp_path):
    """Notes that an undo took away do not count with the one that somebody deletes after it."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {"topics/own.md": "- mine\n"})
    async with started(new_familiar(tmp_path)) as familiar:
        _write_all(familiar)
        await familiar.settle()
        undo(familiar.store, familiar.journal, _BATCH)
        await familiar.settle()
        (memory / "topics/own.md").unlink()
        report = await asyncio.to_thread(familiar.parts.indexing.synchroniser.sync_all)
        assert report.held == ()


async def test_notes_that_came_again_and_vanish_are_held(new_familiar, tmp_path):
    """That they were once deleted says nothing of what they are now."""
    memory = tmp_path / "ember" / "memory"
    async with started(new_familiar(tmp_path)) as familiar:
        _write_all(familiar)
        undo(familiar.store, familiar.journal, _BATCH)
        put_notes(memory, dict.fromkeys(_PATHS, "- a marmot again\n"))
        # What the undo had the index do is done: it is not to meet the notes one by one later.
        await familiar.settle()
        shutil.rmtree(memory / "topics")
        report = await asyncio.to_thread(familiar.parts.indexing.synchroniser.sync_all)
        assert sorted(report.held) == list(_PATHS)
