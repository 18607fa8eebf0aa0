"""Forgetting a topic: whatever names it goes, lines and messages by one rule."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from unicodedata import normalize

import pytest
from familiars import put_notes, started
from people_and_places import TAVERN

from familiar_memory import Author, ForgetRequest, Turn

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
BEX = Author("discord", "619835027744129024", "Bex")


@pytest.mark.parametrize(
    ("topic", "naming", "other"),
    [
        ("抹茶", ["抹茶が好き", "今日は抹茶ラテ。", "抹茶"], "お湯"),
        ("Zürich", [normalize("NFD", "Once in Zürich"), "a trip to ZÜRICH"], "Zurichberg"),
        ("project-x", ["project_x done", "Project  X", "project\\_x"], "projectx"),
    ],
)
def test_lines_and_messages_name_a_topic_in_whatever_spelling(
    new_familiar, tmp_path, topic, naming, other
):
    """Dense scripts, decomposed letters, other spacing."""
    notes = {
        f"topics/{topic}.md": f"# {topic}\n\n- a\n",
        "notes.md": "".join(f"- {text}\n" for text in [*naming, other]),
    }

    async def work() -> None:
        async with started(new_familiar(tmp_path)) as familiar:
            for number, text in enumerate([*naming[:2], other]):
                at = AT + timedelta(minutes=number)
                await familiar.record(Turn(f"m{number}", at, TAVERN, BEX, text))
            put_notes(tmp_path / "ember" / "memory", notes)
            await familiar.settle()
            plan = await familiar.forgetting.plan(ForgetRequest(topic=topic))
            assert [turn.text for turn in plan.turns] == naming[:2]
            report = await familiar.forgetting.forget(ForgetRequest(topic=topic))
            assert report.is_gone
            assert familiar.store.read_file("notes.md") == f"- {other}\n"

    asyncio.run(work())
