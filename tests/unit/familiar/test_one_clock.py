"""Whatever zone a platform gives its times in, a familiar has one clock: that of its settings."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

from people_and_places import TAVERN

from familiar_memory import Author, Familiar, RecallRequest, Turn

ANN, BO = Author("discord", "1", "Ann"), Author("discord", "2", "Bo")


def test_talk_hits_and_notes_of_one_moment_have_one_date(tmp_path):
    """At half past midnight in Ljubljana it is still yesterday for whoever sends UTC."""
    said = (
        Turn("1", datetime(2026, 11, 20, 23, 30, tzinfo=UTC), TAVERN, ANN, "I live in Oban."),
        Turn(
            "2",
            datetime(2026, 11, 21, 1, 45, tzinfo=timezone(timedelta(hours=2))),
            TAVERN,
            BO,
            "Oban has plums.",
        ),
    )

    async def run():
        async with Familiar.create(
            "ember", home=tmp_path, embedder="none", timezone="Europe/Ljubljana"
        ) as familiar:
            await familiar.record_many(said)
            await familiar.write()
            await familiar.settle()
            hits = (
                await familiar.search(RecallRequest("Oban plums", place=TAVERN, author=BO))
            ).hits
            request = RecallRequest("Oban?", BO, TAVERN)
            talk = await familiar.conversation(request)
            context = await familiar.recall(request)
            return hits, talk.render(), context.render(), familiar.store.glob("sessions/*.md")

    hits, talk, context, sessions = asyncio.run(run())
    assert [hit.said_at[:16] for hit in hits if hit.source == "conversation"] == [
        "2026-11-21T00:45",
        "2026-11-21T00:30",
    ]
    assert "[2026-11-21 00:30] Ann" in talk
    assert "[2026-11-21 00:45] Bo" in talk
    assert "2026-11-20" not in context
    assert all("2026-11-21" in path for path in sessions)
