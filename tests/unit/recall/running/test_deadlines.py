"""What is slow is left behind: the rest is there, in time, and nothing goes on for ever."""

from __future__ import annotations

import asyncio
import threading

import pytest
from people_and_places import TAVERN

from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.identity import Author
from familiar_memory.errors import StoppedError

pytestmark = pytest.mark.usefixtures("in_a_hurry")

ROWAN = Author("discord", "1", "Rowan")


async def test_a_stop_reaches_a_running_statement(tmp_path, new_familiar):
    """SQLite itself is interrupted, and the next question finds the connection whole."""
    async with new_familiar(tmp_path) as familiar:
        await familiar.settle()
        database = familiar.parts.files.index._database
        begun, stop, told = threading.Event(), Stop(), []

        def work():
            endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            try:
                with database.stoppable(stop), database.using() as connection:
                    begun.set()
                    connection.execute(f"{endless} SELECT max(i) FROM n").fetchone()
            except StoppedError as problem:
                told.append(problem)
            with database.using() as connection:
                told.append(connection.execute("SELECT 1").fetchone())

        thread = threading.Thread(target=work)
        thread.start()
        assert begun.wait(30)
        while thread.is_alive() and not told:
            stop.set()
            thread.join(0.01)
        thread.join(30)
        assert [type(told[0]), told[1]] == [StoppedError, (1,)]
        assert not familiar.parts.files.index.is_damaged


@pytest.mark.long
@pytest.mark.parametrize("mode", list(Mode))
def test_a_note_that_never_answers_hides_nobody_else(tmp_path, new_familiar, monkeypatch, mode):
    """Neither does a search that never ends; both are named."""
    go_on = threading.Event()

    async def run():
        async with new_familiar(tmp_path) as familiar:
            for number in (1, 2):
                path = f"people/discord-{number}.md"
                familiar.store.write_file(path, f"# Person{number}\n\n- fact {number}\n")
            await familiar.settle()
            notes, search = familiar.parts.indexing.notes, familiar.parts.searching.search
            load = notes.load

            def slow_load(key):
                if key == "people/discord-2.md":
                    go_on.wait(30)
                return load(key)

            monkeypatch.setattr(notes, "load", slow_load)
            monkeypatch.setattr(search, "search", lambda *_: go_on.wait(30))
            request = RecallRequest("ask Person2", ROWAN, TAVERN, mode=mode, deadline_s=0.8)
            context = await familiar.recall(request)
            go_on.set()
            return context

    context = asyncio.run(run())
    assert [c.label for c in context.contributions] == ["people/discord-1.md"]
    late = [d.subject for d in context.trace.decisions if d.verdict == "late"]
    assert "people/discord-2.md" in late
    assert any("retrieval took longer" in reason for reason in context.trace.degraded)
