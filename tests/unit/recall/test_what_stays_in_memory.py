"""What a question leaves in the memory of the process: no more than the next one can use."""

from __future__ import annotations

import asyncio
import gc
import weakref
from datetime import UTC, datetime

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.recall.past.past_view import PastView
from familiar_memory.store.journal.journal import DERIVED_NAME

NOW = datetime(2026, 2, 3, 12, tzinfo=UTC)
YESTERDAY = datetime(2026, 2, 2, 12, tzinfo=UTC)


@pytest.fixture
def asked(tmp_path, new_familiar):
    """Ask a familiar to whom something was said, then look."""

    def run(look):
        async def all_of_it():
            async with new_familiar(tmp_path, now=NOW) as familiar:
                said = "The zanzibar key lies under the mat."
                await familiar.record(Turn("t1", YESTERDAY, TAVERN, ROWAN, said))
                familiar.store.write_file("topics/keys.md", "# Keys\n\n- Zanzibar has one.\n")
                await familiar.settle()
                assert (await familiar.search("zanzibar key")).hits
                await look(familiar)

        asyncio.run(all_of_it())

    return run


@pytest.mark.long
def test_an_erased_word_is_gone_before_the_next_question(asked):
    """What was asked of the snapshot before must not keep it."""

    async def look(familiar):
        snapshot = weakref.ref(familiar.parts.files.index.snapshot())
        familiar.parts.files.index.eraser.erase(Erasure(texts=("zanzibar",)))
        gc.collect()
        assert snapshot() is None

    asked(look)


@pytest.mark.long
def test_an_earlier_moment_is_let_go_of_when_it_is_answered(asked):
    """Its view reads the notes as they stood then, and nobody asks it twice."""

    async def look(familiar):
        for at in (YESTERDAY, NOW):
            await familiar.search(RecallRequest("zanzibar key", as_of=at))
        gc.collect()
        assert not [one for one in gc.get_objects() if isinstance(one, PastView)]

    asked(look)


def test_the_journal_keeps_no_connection_once_a_familiar_is_awake(asked):
    """A household has many awake; only what answers and records may take memory of each."""

    async def look(familiar):
        await familiar.settle()
        files = {file.name for file in (familiar.parts.setup.paths.root / "journal").iterdir()}
        assert {"images.sqlite", DERIVED_NAME} <= files
        # SQLite's log stands beside a file as long as somebody is connected to it.
        assert not [name for name in files if name.endswith("-wal")]
        # And it is none the worse for that.
        assert "topics/keys.md" in {entry.path for entry in familiar.journal.entries()}

    asked(look)
