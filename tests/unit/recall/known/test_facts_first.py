"""A question for what is known is answered by the fact, with its source, before the turns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Author, Turn
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import FACT_SIGNAL

NOTE = "people/discord-42.md"
GUS = Author("discord", "7", "Gus")
START = datetime(2026, 2, 2, 19, tzinfo=UTC)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOW_AT = "works_at:: lighthouse (2026-02-10, since 2026-02, ref:m3, by:discord-42, in:{})"
ONCE_AT = "~~works_at:: archive (2024-03-01, since 2024-03, until 2026-02, ref:m1, in:{})~~"
WRONG = "~~allergic_to:: nuts (2026-02-02, ref:m0, by:discord-42, in:{})~~"
RIGHT = "allergic_to:: sesame (2026-02-12, ref:m4, by:discord-42, in:{})"
SAID = (
    "nuts are what did it at the wedding, allergic for life",
    "I work at the archive, which kept me late again",
    "my aunt works at the archive as well, she works at everything",
    "I work at the lighthouse now, lamp oil on every sleeve",
    "it was the sesame",
)


def note(*lines, place=TAVERN):
    """Rowan's note, with these facts of a place."""
    facts = (f"- {one.format(place.slug)}" for one in lines)
    return {NOTE: "\n".join(["# Rowan", "", "## Facts", "", *facts, ""])}


def turns(place=TAVERN):
    """What Rowan said there."""
    return [
        Turn(f"m{n}", START + timedelta(hours=n), place, ROWAN, text) for n, text in enumerate(SAID)
    ]


@pytest.fixture
def familiar(tmp_path, new_familiar):
    """One that embeds nothing which resembles meaning."""
    return new_familiar(tmp_path, now=NOW)


async def known(familiar, *lines, place=TAVERN):
    """Let it hear the talk, and keep these facts."""
    await familiar.record_many(turns(place))
    put_notes(familiar.store.root, note(*lines, place=place))
    await familiar.settle()


async def asked(familiar, question, place=TAVERN, author=GUS, **how):
    """The hits of a question that somebody asks in a place."""
    request = RecallRequest(question, author, place, **how)
    return (await familiar.search(request, limit=10)).hits


async def test_the_fact_comes_first_and_names_its_source(familiar):
    """The hit has the words of its turn, the fact as a sentence, its record and its origin."""
    async with familiar:
        await known(familiar, ONCE_AT, NOW_AT)
        first, *others = await asked(familiar, "Where does Rowan work?")
    assert (first.turn, first.text) == ((TAVERN.slug, "m3"), SAID[3])
    assert first.fact.sentence == "Rowan works at lighthouse (since 2026-02)"
    assert first.fact.says == "works_at:: lighthouse"
    assert (first.fact.record.note, first.fact.line) == (NOTE, 6)
    assert RecordName.parse(str(first.fact.record)) == first.fact.record
    assert (first.fact.learned, first.fact.refs) == ("2026-02-10T00:00:00+00:00", ("m3",))
    assert (first.fact.place, first.fact.is_past) == (TAVERN.slug, False)
    assert dict(first.signals)[FACT_SIGNAL] == 1.0
    assert all(hit.score < first.score for hit in others)


@pytest.mark.parametrize(
    "question",
    [
        "Where did Rowan work in 2025?",
        "Where did Rowan work before?",
        "Where did Rowan use to work before the lighthouse?",
        "Has Rowan ever worked at the archive?",
        "Where was Rowan working in spring 2024?",
    ],
)
async def test_what_was_so_answers_a_question_for_it(familiar, question):
    """It says that it is over; a line that is struck is found by no other question."""
    async with familiar:
        await known(familiar, ONCE_AT, NOW_AT)
        first = (await asked(familiar, question))[0]
        now = await asked(familiar, "Where does Rowan work?")
    assert first.fact.says == "works_at:: archive"
    assert first.fact.is_past
    assert first.fact.sentence == "Rowan used to work at archive (from 2024-03 until 2026-02)"
    assert all(hit.fact is None or hit.fact.says != "works_at:: archive" for hit in now)


async def test_what_nobody_knows_of_a_time_is_not_made_up(familiar):
    """Neither of two places of work was that of 2019, nor is the present one of the past."""
    async with familiar:
        await known(familiar, NOW_AT)
        early = await asked(familiar, "Where did Rowan work in 2019?")
        before = await asked(familiar, "Where did Rowan work previously?")
    assert not any(FACT_SIGNAL in dict(hit.signals) for hit in (*early, *before))


@pytest.mark.parametrize(
    "question",
    ["What is Rowan allergic to?", "What was Rowan allergic to?", "Is Rowan allergic to nuts?"],
)
async def test_what_was_wrong_stands_behind_what_is_right(familiar, question):
    """Whatever is asked: it never was so."""
    async with familiar:
        await known(familiar, WRONG, RIGHT)
        hits = await asked(familiar, question)
    said = [hit.turn[1] for hit in hits if hit.turn is not None]
    assert "allergic_to:: nuts" not in {hit.fact.says for hit in hits if hit.fact is not None}
    assert said.index("m4") < said.index("m0")


@pytest.mark.parametrize(
    "question",
    ["Where does Rowan work?", "Where did Rowan work in 2025?", "Who works at the lighthouse?"],
)
async def test_facts_of_a_direct_message_change_nothing_elsewhere(familiar, question):
    """Neither what is so nor what was so: hits and scores are as if there were none."""
    async with familiar:
        await familiar.record_many(turns())
        await familiar.settle()
        before = await asked(familiar, question)
        put_notes(familiar.store.root, note(ONCE_AT, NOW_AT, place=DM))
        await familiar.settle()
        after = await asked(familiar, question)
        there = await asked(familiar, question, DM, ROWAN)
    assert [(h.text, h.score, h.fact) for h in before] == [(h.text, h.score, h.fact) for h in after]
    assert there[0].fact is not None


async def test_as_of_a_moment_what_was_known_then_is_told(familiar):
    """Without an end that nobody knew of; and what was learned later is unknown."""
    async with familiar:
        await known(familiar, ONCE_AT, NOW_AT)
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        question = "Where does Rowan work?"
        first = (await asked(familiar, question, as_of=moment))[0]
        later = await asked(familiar, "Where did Rowan work in 2025?", as_of=NOW)
    assert first.fact.sentence == "Rowan works at archive"
    assert (first.fact.until, first.fact.is_past) == (None, False)
    assert not any(FACT_SIGNAL in dict(hit.signals) for hit in later)


async def test_who_is_found_by_what_is_said_of_them(familiar):
    """A question by the object, and one by a name that was said just before."""
    said = [Turn("p1", NOW, TAVERN, GUS, "Rowan was here an hour ago")]
    both = [*said, Turn("p2", NOW, TAVERN, GUS, "Gus and Rowan, both of them")]
    async with familiar:
        await familiar.record(Turn("g1", START, TAVERN, GUS, "evening"))
        await known(familiar, NOW_AT)
        by_object = await asked(familiar, "Who works at the lighthouse?")
        by_pronoun = await asked(familiar, "where does she work?", pending_turns=tuple(said))
        of_either = await asked(familiar, "where does she work?", pending_turns=tuple(both))
        mine = await asked(familiar, "Where do I work?", author=ROWAN)
        of_nobody = await asked(familiar, "where does she work?")
    for hits in (by_object, by_pronoun, mine):
        assert hits[0].fact.says == "works_at:: lighthouse"
        assert FACT_SIGNAL in dict(hits[0].signals)
    for hits in (of_either, of_nobody):
        assert not any(FACT_SIGNAL in dict(hit.signals) for hit in hits)


async def test_a_question_for_something_else_is_ranked_as_before(familiar):
    """It names somebody and uses words of a predicate; a weight of 0 switches it off."""
    async with familiar:
        await known(familiar, NOW_AT)
        question = "What did the aunt of Rowan work at, did she say?"
        hits = await asked(familiar, question)
        plain = await asked(familiar, question, weights={"known": 0.0})
        off = await asked(familiar, "Where does Rowan work?", weights={"known": 0.0})
    assert [(hit.text, hit.score) for hit in hits] == [(hit.text, hit.score) for hit in plain]
    assert not any(FACT_SIGNAL in dict(hit.signals) for hit in off)


async def test_why_not_knows_what_was_told_of_the_past(familiar):
    """A struck line that came is there; for another question it is retired."""
    async with familiar:
        await known(familiar, ONCE_AT, NOW_AT)

        async def why(question, target=f"{NOTE}:5"):
            request = RecallRequest(question, GUS, TAVERN)
            report = await familiar.explain.why_not(target, request, search_limit=10)
            return report.answers[0].reason.value

        came = await why("Where did Rowan work in 2025?")
        turn = await why("Where did Rowan work in 2025?", "m1")
        gone = await why("Where does Rowan work?")
    assert (came, turn, gone) == ("merged", "present", "retired")


async def test_a_recall_tells_the_fact_before_the_words_of_its_turn(familiar):
    """What is over too, although the note on the page shows only what holds now."""
    async with familiar:
        await known(familiar, ONCE_AT, NOW_AT)
        past = await familiar.recall(RecallRequest("Where did Rowan work in 2025?", GUS, TAVERN))
        line = next(one for one in past.render().splitlines() if SAID[1] in one)
    assert "Rowan used to work at archive (from 2024-03 until 2026-02). Rowan: " in line


@pytest.mark.parametrize(
    "request_",
    [RecallRequest("Who works at the lighthouse?"), RecallRequest("the lighthouse?", GUS, TAVERN)],
)
async def test_a_prompt_says_a_fact_once(familiar, request_):
    """Among what is known; the turn that it came from is told in its own words."""
    async with familiar:
        await known(familiar, NOW_AT)
        prompt = (await familiar.recall(request_)).render()
    assert prompt.count("works at lighthouse") == 1
    assert prompt.count(SAID[3]) == 1


async def test_a_fact_of_somebody_else_is_not_named_as_the_answer(familiar):
    """It may be found by its words, and is no fact about whom the question names."""
    async with familiar:
        await known(familiar, NOW_AT)
        await familiar.record(Turn("g1", NOW, TAVERN, GUS, "good evening, is there any work?"))
        put_notes(familiar.store.root, {"people/discord-7.md": "# Gus\n\n- plays:: banjo\n"})
        await familiar.settle()
        others = await asked(familiar, "Where does Gus work?", author=ROWAN)
        of_all = await asked(familiar, "Who works where?", author=ROWAN)
    assert others and not any(hit.fact for hit in others)
    assert any(hit.fact for hit in of_all)


async def test_of_very_many_facts_the_newest_answer_wherever_they_stand(familiar):
    """Before and after a rebuild, which reads the notes in another order than they were written."""
    day = datetime(2024, 1, 1, tzinfo=UTC)
    many = [f"likes:: thing {n} ({day + timedelta(days=n):%Y-%m-%d}, in:{{}})" for n in range(310)]
    async with familiar:
        await known(familiar, *reversed(many))
        before = await asked(familiar, "What does Rowan like?")
        put_notes(familiar.store.root, {"topics/other.md": "# Other\n\n- likes:: nothing\n"})
        put_notes(familiar.store.root, note(*reversed(many[:-1]), many[-1]))
        await familiar.settle()
        moved = await asked(familiar, "What does Rowan like?")
    newest = [f"Rowan likes thing {n}" for n in range(309, 304, -1)]
    assert [hit.fact.sentence for hit in before[:5]] == newest
    assert [hit.fact.sentence for hit in moved[:5]] == newest


async def test_a_line_with_a_day_that_never_was_is_no_fact(familiar):
    """What its tail says cannot be known, so it answers as any other line does."""
    async with familiar:
        await known(familiar, "works_at:: lighthouse (since 2026-02-30)")
        for question in ("Where does Rowan work?", "Who works at the lighthouse?"):
            hits = await asked(familiar, question, place=None, author=None)
            assert [hit.fact for hit in hits if hit.fact is not None] == []
