"""What was said once and holds no more stands behind what holds, and says that it is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes
from people_and_places import ROWAN, TAVERN

from familiar_memory import Author, RecallRequest, Turn

GUS = Author("discord", "7", "Gus")
SAID_AT = datetime(2024, 2, 2, 19, tzinfo=UTC)
NOTE = "people/discord-42.md"
ASKED = "The dreadful coffee at Initech"
ENDED = "~~works_at:: Initech (2024-02-02, until 2026-01-05, ref:m0, in:{})~~"
TWICE = "~~works_at:: Initech (2024-02-02, until 2026-01-05, ref:m0, ref:m3, in:{}, seen:2)~~"
WRONG = "~~works_at:: Initech (2024-02-02, ref:m0, in:{})~~"
LIVE = "works_at:: Initech (2024-02-02, ref:m0, in:{})"
HOME = "lives_in:: Oban (2024-02-02, ref:m0, in:{})"
CORRECTION = "works_at:: Acme, with coffee (2026-01-05)"
_SAID = (
    (ROWAN, "I live in Oban and work at Initech, where the coffee is dreadful"),
    (GUS, "The weather is nice, is it not"),
    (GUS, "The tavern closes at ten tonight"),
    (ROWAN, "Initech and its dreadful coffee again, I still work at Initech"),
)


async def lived(familiar, *lines, head=""):
    """Let it hear the talk, and keep these lines of Rowan."""
    await familiar.record_many(
        Turn(f"m{n}", SAID_AT + timedelta(days=n), TAVERN, author, text)
        for n, (author, text) in enumerate(_SAID)
    )
    facts = "".join(f"- {one.format(TAVERN.slug)}\n" for one in lines)
    put_notes(familiar.store.root, {NOTE: f"{head}# Rowan\n\n## Facts\n\n{facts}"})
    await familiar.settle()


async def found(familiar, question=ASKED, place=TAVERN, author=GUS, **how):
    """The hits of somebody's question."""
    return (await familiar.search(RecallRequest(question, author, place, **how), limit=10)).hits


def over(hits, ref="m0"):
    """What the hit of a turn says is over, with whether it was wrong."""
    hit = next(hit for hit in hits if hit.turn == (TAVERN.slug, ref))
    return [(one.sentence, one.was_wrong) for one in hit.ended]


@pytest.fixture
def familiar(tmp_path, new_familiar):
    """One that embeds nothing which resembles meaning."""
    return new_familiar(tmp_path)


@pytest.mark.parametrize(
    ("line", "ended"),
    [
        (ENDED, [("Rowan used to work at Initech (until 2026-01-05)", False)]),
        (TWICE, [("Rowan used to work at Initech (until 2026-01-05)", False)]),
        (WRONG, [("Rowan works at Initech", True)]),
        (LIVE, []),
    ],
)
async def test_the_turn_of_a_fact_that_is_over_says_so(familiar, line, ended):
    """Beside another fact that holds, and where nothing took its place."""
    async with familiar:
        await lived(familiar, line, HOME)
        hits = await found(familiar)
    assert over(hits) == ended


async def test_every_turn_in_which_it_was_said_again_says_so(familiar):
    """A fact that was told twice has two turns, and both are behind what holds instead."""
    async with familiar:
        await lived(familiar, TWICE, CORRECTION)
        hits = await found(familiar)
    assert (
        over(hits, "m3")
        == over(hits)
        == [("Rowan used to work at Initech (until 2026-01-05)", False)]
    )
    paths = [hit.turn[1] if hit.turn else hit.path for hit in hits]
    assert paths.index(NOTE) < min(paths.index("m0"), paths.index("m3"))


@pytest.mark.long
async def test_a_prompt_says_it_before_the_words_of_the_turn(familiar):
    """A model must not take for true what it reads in an old message."""
    async with familiar:
        await lived(familiar, ENDED)
        ended = (await familiar.recall(RecallRequest(ASKED, GUS, TAVERN))).render()
    async with familiar:
        await lived(familiar, WRONG)
        wrong = (await familiar.recall(RecallRequest(ASKED, GUS, TAVERN))).render()
    assert f"Rowan used to work at Initech (until 2026-01-05). Rowan: {_SAID[0][1]}" in ended
    assert f"Was wrong: Rowan works at Initech. Rowan: {_SAID[0][1]}" in wrong


async def test_whoever_may_not_know_the_line_sees_no_sign_of_it(familiar):
    """Hits, scores and what they say are as if there were none; the owner is told."""
    async with familiar:
        await lived(familiar)
        before = await found(familiar)
        await lived(familiar, TWICE, CORRECTION, head="---\nvisibility: owner\n---\n\n")
        after = await found(familiar)
        known = await found(familiar, place=None, author=None)
    assert [(h.text, h.score, h.ended) for h in before] == [
        (h.text, h.score, h.ended) for h in after
    ]
    assert (over(after), len(over(known))) == ([], 1)


async def test_as_of_a_moment_nothing_is_marked(familiar):
    """Nobody knew then what would end."""
    async with familiar:
        await lived(familiar, ENDED)
        hits = await found(familiar, as_of=datetime(2026, 2, 1, tzinfo=UTC))
    assert over(hits) == []


async def test_a_line_that_holds_again_is_not_called_over(familiar):
    """A person takes the strike out; the next search reads the line as it stands."""
    async with familiar:
        await lived(familiar, ENDED)
        before = over(await found(familiar))
        put_notes(
            familiar.store.root, {NOTE: f"# Rowan\n\n## Facts\n\n- {LIVE.format(TAVERN.slug)}\n"}
        )
        after = over(await found(familiar))
    assert (len(before), after) == (1, [])
