"""A fact is found by whoever asks for it, in words that neither it nor its turn has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes
from people_and_places import DM, ROWAN, TAVERN
from spoken_facts import (
    ENGLISH,
    JAPANESE,
    OF_THE_DEMO,
    OF_THE_DEMO_JAPANESE,
    live_through,
    rank_of,
)

from familiar_memory import Author, Familiar, Turn
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.recall.ranking.asked.facts import FactsAsked
from familiar_memory.store import Cause

NOTE = "people/discord-42.md"
GUS = Author("discord", "7", "Gus")
START = datetime(2026, 2, 2, 19, tzinfo=UTC)
QUESTION = "Who is Rowan's employer?"
LINE = "works_at:: archive (2026-02-02, ref:m1, by:discord-42, in:discord-lantern.tavern{})"
_OF_THE_DM = "works_at:: circus (2026-02-02, ref:d0, by:discord-42, in:discord-dm-42)"
_SAID = (
    (GUS, "anyone up for rhubarb pie tonight"),
    (ROWAN, "the archive kept me late again"),
    (GUS, "my boss never lets anybody go early either"),
    (ROWAN, "pie it is"),
)


def turns():
    """One short talk in the tavern, with many minutes between the turns."""
    return [
        Turn(f"m{n}", START + timedelta(minutes=5 * n), TAVERN, author, text)
        for n, (author, text) in enumerate(_SAID)
    ]


def note(*lines):
    """Rowan's note, with these facts."""
    return {NOTE: "\n".join(["# Rowan", "", "## Facts", "", *(f"- {one}" for one in lines), ""])}


async def hits(familiar, question=QUESTION, place=TAVERN, **request):
    """What is found by words, for somebody in the tavern."""
    asked = RecallRequest(question, GUS, place, weights={"vector": 0.0}, **request)
    return (await familiar.search(asked, limit=10)).hits


@pytest.fixture
def familiar(tmp_path, new_familiar):
    """One at which the talk was, and which embeds nothing that resembles meaning."""
    return new_familiar(tmp_path, now=datetime(2026, 2, 20, 12, tzinfo=UTC))


@pytest.mark.long
async def test_facts_are_found_by_questions_for_them(tmp_path):
    """Of 60 in English and 20 in Japanese: how many among the first one, three, ten."""
    async with Familiar.create("ember", home=tmp_path, embedder="static") as familiar:
        await live_through(familiar)

        async def found(cases, of_the_demo):
            asked = [*((one, one.question) for one in cases), *of_the_demo]
            ranks = [
                rank_of((await familiar.search(question, limit=10)).hits, one)
                for one, question in asked
            ]
            return len(asked), *(sum(0 < rank <= top for rank in ranks) for top in (1, 3, 10))

        english = await found(ENGLISH, OF_THE_DEMO)
        japanese = await found(JAPANESE, OF_THE_DEMO_JAPANESE)
        report = await familiar.index.verify()
    assert english[0] == 60
    assert all(n >= least for n, least in zip(english[1:], (40, 50, 55), strict=True)), english
    assert japanese[0] == 20
    assert all(n >= least for n, least in zip(japanese[1:], (12, 17, 18), strict=True)), japanese
    assert report.same


async def test_a_fact_that_is_asked_for_brings_its_turn_up(familiar):
    """It is no echo then, and both are one memory that speaks with the turn's words."""
    question = "Which company employs Rowan?"
    other = Turn("m4", START + timedelta(minutes=20), TAVERN, GUS, "no company employs my uncle")
    async with familiar:
        await familiar.record_many([*turns(), other])
        await familiar.settle()
        before = [hit.ref for hit in await hits(familiar, question)]
        put_notes(familiar.store.root, note(LINE.format("")))
        await familiar.settle()
        after = await hits(familiar, question)
    rank = [hit.ref for hit in after].index("m1")
    assert rank < before.index("m1")
    assert (after[rank].source, after[rank].text) == ("conversation", _SAID[1][1])
    assert after[rank].noted_in == (f"{NOTE}:5",)


async def test_a_fact_answers_where_its_turn_has_no_word_of_the_question(familiar):
    """It names itself then, beside the words of the turn that it came from."""
    async with familiar:
        await familiar.record_many(turns())
        await familiar.settle()
        assert await hits(familiar) == ()
        put_notes(familiar.store.root, note(LINE.format("")))
        await familiar.settle()
        (only,) = await hits(familiar)
    assert (only.text, only.refs, only.noted_in) == (_SAID[1][1], ("m1",), (f"{NOTE}:5",))
    assert (only.fact.says, only.fact.learned) == (
        "works_at:: archive",
        "2026-02-02T00:00:00+00:00",
    )


async def test_a_fact_that_is_not_asked_for_stays_behind(familiar):
    """Writing down leaves the ranking of other questions as it was."""
    question = "Who was kept late, and who is up for rhubarb pie?"
    async with familiar:
        await familiar.record_many(turns())
        await familiar.settle()
        before = [hit.text for hit in await hits(familiar, question)]
        put_notes(familiar.store.root, note(LINE.format("")))
        await familiar.settle()
        after = [hit.text for hit in await hits(familiar, question)]
    assert before == after


async def test_the_value_that_a_person_corrected_is_the_answer(familiar):
    """The old turn does not speak for it, and `why_not` says where it went."""
    async with familiar:
        await familiar.record_many(turns())
        put_notes(familiar.store.root, note(LINE.format("")))
        await familiar.settle()
        familiar.store.edit(
            NOTE, lambda text: text.replace(":: archive", ":: lighthouse"), cause=Cause("human")
        )
        await familiar.settle()
        question = "Which archive is Rowan's employer?"
        found = await hits(familiar, question)
        report = await familiar.explain.why_not(
            "m1", RecallRequest(question, GUS, TAVERN), search_limit=10
        )
    assert (found[0].text, found[0].path) == ("works_at:: lighthouse", NOTE)
    assert found[0].refs == ("m1",)
    assert not any(hit.source == "conversation" and hit.ref == "m1" for hit in found)
    assert report.answers[0].reason.value == "merged"


async def test_what_was_struck_is_not_found_and_its_turn_counts_half(familiar):
    """The line that took its place is."""
    lines = (
        f"~~{LINE.format(', until 2026-02-10')}~~",
        "works_at:: lighthouse (2026-02-10, since 2026-02-10, by:discord-42)",
    )
    async with familiar:
        await familiar.record_many(turns())
        put_notes(familiar.store.root, note(*lines))
        await familiar.settle()
        found = await hits(familiar, "Does Rowan's employer keep the archive?")
    said = [hit.text for hit in found]
    assert said.index("works_at:: lighthouse") < said.index(_SAID[1][1])
    assert "works_at:: archive" not in said


async def test_as_of_a_moment_the_fact_of_then_is_the_answer(familiar):
    """Not what has replaced it since, nor what nobody had said yet."""
    lines = (
        "~~works_at:: archive (2026-02-02, since 2026-02-02, until 2026-02-10)~~",
        "works_at:: lighthouse (2026-02-10, since 2026-02-10)",
    )
    async with familiar:
        put_notes(familiar.store.root, note(*lines))
        await familiar.settle()

        async def at(day):
            moment = datetime(2026, 2, day, 12, tzinfo=UTC)
            return [hit.text for hit in await hits(familiar, as_of=moment)]

        found = [await at(1), await at(5), await at(15)]
    assert found == [[], ["works_at:: archive"], ["works_at:: lighthouse"]]


@pytest.mark.parametrize("told", [True, False])
async def test_a_fact_for_others_changes_nothing_for_who_may_not_know_it(familiar, told):
    """Its turn was said in the open; the line was kept to a few, and lends its rank to nobody."""
    tail = ", visibility:owner" if told else ""
    async with familiar:
        await familiar.record_many(turns())
        await familiar.settle()
        before = await hits(familiar)
        put_notes(familiar.store.root, note(LINE.format(tail)))
        await familiar.settle()
        after = await hits(familiar)
    assert (_seen(before) == _seen(after)) is told


async def test_a_fact_of_a_direct_message_is_found_there_and_nowhere_else(familiar):
    """Neither the line, nor the turn, nor its rank."""
    said = Turn("d0", START, DM, ROWAN, "the circus pays better")
    async with familiar:
        await familiar.record_many(turns())
        await familiar.settle()
        before = await hits(familiar)
        await familiar.record(said)
        put_notes(familiar.store.root, note(_OF_THE_DM))
        await familiar.settle()
        after = await hits(familiar)
        there = await hits(familiar, place=DM)
    assert _seen(before) == _seen(after)
    assert there[0].ref == "d0"


def _seen(found):
    return [(hit.text, hit.score, hit.noted_in) for hit in found]


@pytest.mark.parametrize(
    ("question", "line", "is_asked"),
    [
        ("Where does Rowan work?", "works_at:: Acme", True),
        ("wheres rowan working these days", "works_at:: Acme", True),
        ("Who employs Rowan?", "works_at:: Acme", True),
        ("What is Rowan allergic to?", "works_at:: Acme", False),
        ("Which tea does Rowan favour?", "tea_of_choice:: oolong", False),
        ("What is Rowan's tea of choice?", "tea_of_choice:: oolong", True),
        ("どこで働いていますか？", "works_at:: Acme", True),
        ("どこで働いてるの", "works_at:: Acme", True),
        ("誕生日はいつ？", "birthday:: 9 November", True),
        ("好きな食べ物は？", "favorite_food:: たこ焼き", True),
        ("何時に起きる？", "birthday:: 9 November", False),
        ("大丈夫？", "married_to:: Priya", False),
        ("Where does Rowan work? " + "And there was rhubarb pie. " * 9, "works_at:: Acme", False),
        ("", "works_at:: Acme", False),
        ("Where does Rowan work?", "Rowan works at Acme", False),
    ],
)
def test_a_question_asks_for_the_facts_whose_predicate_it_uses(question, line, is_asked):
    """In the words of any language, by stem; what is no fact is never asked for."""
    assert FactsAsked(question).has(line) is is_asked
