"""What has ended, or has not begun, is told as current nowhere."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.notes.note_block import note_block

ROWAN = Author("discord", "1", "Rowan")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOTE = (
    "# Rowan\n\n## Facts\n\n"
    "- works_at:: Initech (2024-03-02, since 2024-03-01, until 2025-01-28)\n"
    "- works_at:: Acme (2025-01-28, since 2025-01-28)\n"
    "- lives_in:: Mars (2026-01-02, since 2099-01-01)\n"
)


@pytest.fixture
def asked(tmp_path, new_familiar):
    """Ask one question of a familiar that has Rowan's note: the context, and the hits."""

    def run(text, **request):
        async def go():
            async with new_familiar(tmp_path) as familiar:
                familiar.store.write_file("people/discord-1.md", NOTE)
                await familiar.settle()
                given = RecallRequest(text, ROWAN, TAVERN, **request)
                context = await familiar.recall(given)
                return context, (await familiar.search(RecallRequest(text, place=TAVERN))).hits

        return asyncio.run(go())

    return run


def block_of(context):
    """Rowan's block."""
    return next(c.text for c in context.contributions if c.source == "content_search.people")


@pytest.mark.parametrize(
    ("question", "text", "mark", "term"),
    [
        ("initech", "Initech", "until 2025-01-28", ("2024-03-01", "2025-01-28")),
        ("mars", "Mars", "from 2099-01-01", ("2099-01-01", None)),
    ],
)
def test_it_is_found_marked_and_is_in_no_block(asked, question, text, mark, term):
    """The note on the page does not keep it from being asked for."""
    context, hits = asked(question)
    assert block_of(context) == "Rowan\n- works at Acme (2025-01-28)"
    (line,) = [line for line in context.render().splitlines() if text in line]
    assert f", {mark}, learned, people/discord-1.md]" in line
    hit = next(hit for hit in hits if text in hit.text)
    assert (hit.since, hit.until) == term


def test_as_of_a_moment_what_held_then_is_current(asked):
    """And no mark tells what came later."""
    context, _ = asked("initech", as_of=datetime(2024, 6, 1, tzinfo=UTC))
    assert block_of(context) == "Rowan\n- works at Initech (2024-03-02)"
    assert "until" not in context.render() and "Mars" not in context.render()


_days = st.none() | st.integers(-3, 3).map(lambda days: NOW.date() + timedelta(days))


@few_and_many(
    15,
    60,
    st.lists(st.tuples(_days, _days), min_size=1, max_size=6),
)
def test_a_block_tells_exactly_what_holds(terms):
    """Whatever else is in the note; and it is whole only when nothing else could be found."""

    def tail(since: date | None, until: date | None) -> str:
        stated = (("since", since), ("until", until))
        return "".join(f", {word} {day}" for word, day in stated if day)

    lines = [f"- line {n} (2026-01-02{tail(*term)})" for n, term in enumerate(terms)]
    document = NoteParser().read("people/a.md", "# A\n\n" + "\n".join(lines) + "\n", "")
    block = note_block(document, Viewer("discord-x.y"), 2_000, NOW)
    today = NOW.date()
    held = {
        n
        for n, (since, until) in enumerate(terms)
        if (since is None or since <= today) and (until is None or until > today)
    }
    shown = {int(line.split()[2]) for line in block.text.splitlines()[1:]}
    assert shown == held
    assert not held or block.is_whole == (len(held) == len(terms))
