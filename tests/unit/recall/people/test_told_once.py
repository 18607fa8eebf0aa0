"""A note that cannot be read is a line in the log, not one for each recall."""

from __future__ import annotations

import asyncio
import logging

from people_and_places import TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.recall.told_once import ToldOnce


def test_a_bad_note_is_logged_once_a_cause(tmp_path, new_familiar, caplog):
    """Mended and broken again it is news."""
    request = RecallRequest("hi", Author("discord", "1", "Rowan"), TAVERN)

    async def run():
        async with new_familiar(tmp_path) as familiar:
            note = familiar.parts.setup.paths.memory / "people" / "discord-1.md"
            note.parent.mkdir(parents=True, exist_ok=True)
            for content in (b"# Caf\xe9\n", b"# Cafe\n\n- tea\n", b"# Caf\xe9\n"):
                note.write_bytes(content)
                for _ in range(3):
                    await familiar.recall(request)

    with caplog.at_level(logging.WARNING, "familiar_memory.recall.people.tier"):
        asyncio.run(run())
    skipped = [r for r in caplog.records if "is skipped" in r.getMessage()]
    assert len(skipped) == 2


def test_another_cause_is_news_and_so_is_the_same_for_another():
    """What was said is forgotten when it is over."""
    told = ToldOnce()
    said = [("a", "x"), ("a", "x"), ("a", "y"), ("b", "y")]
    assert [told.is_new(*one) for one in said] == [True, False, True, True]
    told.is_well("a")
    assert told.is_new("a", "y")
