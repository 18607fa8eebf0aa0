"""Who says the same many times takes one place, and the others find theirs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM, TAVERN
from processor import work

from familiar_memory.domain.memory.source import Origin
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking import rank
from familiar_memory.recall.ranking.candidate import Candidate
from familiar_memory.recall.ranking.merged.repeats import (
    Distinct,
    distinct_candidates,
    says_the_same,
)
from familiar_memory.recall.ranking.merged.said_again import with_repeats

ATTIC = Place("discord", "attic", "lantern")
ROWAN, GUS = Author("discord", "1", "Rowan"), Author("discord", "2", "Gus")
COPPER = "whose is the copper mine?"
AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def said(texts, author=ROWAN, place=TAVERN, prefix="t"):
    """Turns, an hour apart, so that none is another's neighbour for long."""
    return [
        Turn(f"{prefix}{n}", AT + timedelta(hours=2 * n), place, author, text)
        for n, text in enumerate(texts)
    ]


@pytest.fixture
def found(tmp_path, new_familiar):
    """The texts of the hits, and the lines of a context, for one question."""

    def run(turns, query, **request):
        async def ask():
            async with new_familiar(tmp_path) as familiar:
                await familiar.record_many(turns)
                await familiar.settle()
                hits = (await familiar.search(RecallRequest(query, place=TAVERN))).hits
                context = await familiar.recall(RecallRequest(query, GUS, TAVERN, **request))
                said = [c.text for c in context.contributions if "rag" in c.source]
                return [(hit.author_name, hit.text) for hit in hits], "\n".join(said)

        return asyncio.run(ask())

    return run


@pytest.mark.parametrize("times", [12, 300])
def test_the_same_from_the_same_person_is_one_hit(found, times):
    """However often it was said, in whatever room, with whatever mark behind it."""
    marks = ("", "!", "...", " ?", "…")
    repeats = said([f"copper{marks[n % 5]}" for n in range(times)])
    repeats += said(["Copper"] * 5, place=ATTIC, prefix="a")
    others = said(["copper", "the copper kettle is mine"], GUS, prefix="g")
    hits, told = found(repeats + others, "copper")
    assert sorted((who, text.casefold().strip("!.? …")) for who, text in hits) == [
        ("Gus", "copper"),
        ("Gus", "the copper kettle is mine"),
        ("Rowan", "copper"),
    ]
    assert told.count("Rowan: ") == 1 and "kettle" in told


def test_a_repeat_is_told_by_what_speaks_for_it(tmp_path, new_familiar):
    """`--why-not` gives the true reason."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            await familiar.record_many(said(["copper!"] * 5))
            await familiar.settle()
            request = RecallRequest("copper", GUS, TAVERN)
            reports = [await familiar.explain.why_not(f"t{n}", request) for n in range(5)]
            return [answer.because for report in reports for answer in report.answers]

    because = asyncio.run(run())
    assert sum("says the same, and is shown instead" in reason for reason in because) == 4


def test_it_is_told_how_often_and_when_last(found):
    """In a recall; how often it was at least, where not all that answers was looked at."""
    turns = said(["the copper is mine", "hm", "The copper is mine!", "the copper is mine"])
    _, told = found(turns, "whose is the copper?")
    assert "said 3 times, last 2026-02-03, in" in told
    many = said(["the copper is mine"] * 200)
    assert "said at least " in found(many, "whose is the copper?", limit=1)[1]


def ask(folder, new_familiar, turns, work):
    """Do something with a familiar of these turns."""

    async def run():
        async with new_familiar(folder) as familiar:
            await familiar.record_many(turns)
            await familiar.settle()
            return await work(familiar)

    return asyncio.run(run())


def test_notes_do_not_fill_the_places_that_repeats_leave(tmp_path, new_familiar):
    """A short list has the same hits as the beginning of a long one, also once all is noted."""
    turns = said(["the copper kettle is mine, and mine alone"] * 12)
    talk = [
        *("I work at the copper mine in Oban.", "My sister Ada is allergic to copper."),
        *("I bought a copper pan for the mine.", "We decided to sell the copper on Friday."),
        *("I live near the old copper mine.", "My birthday cake was copper red."),
    ]
    turns += said(talk, GUS, prefix="g")

    async def work(familiar):
        await familiar.write()
        await familiar.settle()
        hits = [
            await familiar.search(RecallRequest(COPPER, GUS, TAVERN), limit=limit)
            for limit in (2, 3, 10)
        ]
        return [[hit.turn for hit in one.hits] for one in hits], hits[-1].hits[0]

    (two, three, many), first = ask(tmp_path, new_familiar, turns, work)
    assert (two, three) == (many[:2], many[:3])
    assert None not in three
    assert (first.times, first.are_all_repeats) == (12, True)


def test_only_what_may_be_seen_is_counted(tmp_path, new_familiar):
    """What was said again in private is known in private."""
    turns = [*said(["copper"] * 3), *said(["copper"] * 2, place=DM, prefix="d")]

    async def work(familiar):
        here = await familiar.search(RecallRequest("copper", GUS, TAVERN))
        there = await familiar.search(RecallRequest("copper", ROWAN, DM))
        return here.hits, there.hits

    (here,), (there,) = ask(tmp_path, new_familiar, turns, work)
    assert (here.times, here.are_all_repeats) == (3, True)
    assert {one.place for one in here.repeats} == {TAVERN.slug}
    assert (there.times, there.last_said) == (5, here.last_said)


def test_what_was_withdrawn_since_is_counted_no_more(tmp_path, new_familiar):
    """Nor what was edited; though the index has not heard of it yet."""
    turns = said(["copper"] * 4)

    async def work(familiar):
        before = (await familiar.search(RecallRequest("copper", GUS, TAVERN))).hits
        gone, edited, *_ = before[0].repeats
        told = {one.ref: one for one in turns}
        changed = [replace(told[gone.ref], deleted=True), replace(told[edited.ref], text="tin")]
        familiar.parts.files.history.record_many(changed)
        return before, (await familiar.search(RecallRequest("copper", GUS, TAVERN))).hits

    (before,), (after, *_) = ask(tmp_path, new_familiar, turns, work)
    assert (before.times, after.times) == (4, 2)


def test_the_message_being_answered_stands_for_no_other(found):
    """It is left out itself; what was said before is still found."""
    turns = said(["is the copper here?", "hm", "yes", "is the copper here?"])
    _, told = found(turns, "is the copper here?", pending_turns=(turns[3],))
    assert told.count("is the copper here?") == 1


def test_what_is_only_alike_is_told_twice(found):
    """One word more is another message."""
    hits, _ = found(said(["I like C", "what?", "hm", "no", "I like C++"]), "like")
    assert {"I like C", "I like C++"} <= {text for _, text in hits}


_WORDS = st.sampled_from(["copper", "Copper!", "tin", "tin…", "zinc", "iron", "lead", "gold"])


@given(
    texts=st.lists(_WORDS, max_size=60),
    others=st.integers(0, 40),
    wanted=st.integers(1, 12),
    seed=st.randoms(use_true_random=False),
)
def test_the_fast_way_finds_what_the_slow_way_finds(texts, others, wanted, seed):
    """The best that differ, as if all were read; no row is read twice, and few too many."""
    said = [*texts, *(f"other {n}" for n in range(others))]
    seed.shuffle(said)
    rows = {n: passage(n, text) for n, text in enumerate(said)}
    ranked = [Candidate(n, "conversation", "tavern", n, 1000.0 - n, ()) for n in rows]
    read = []

    def read_rows(ids):
        read.extend(ids)
        return {n: rows[n] for n in ids}

    found = distinct_candidates(lambda n: ranked[:n], read_rows, wanted)
    all_of_it = distinct_candidates(lambda n: ranked[:n], lambda i: rows, len(ranked) + 1)
    kept, stored, slow = found.candidates, found.stored, all_of_it.candidates
    assert all_of_it.is_all
    assert sum(map(len, all_of_it.again.values())) == len(rows) - len(slow)
    for first, again in found.again.items():
        assert all(says_the_same(p.text, rows[first].text) and p.id != first for p in again)
        assert len(again) <= len(all_of_it.again[first])
        assert not found.is_all or len(again) == len(all_of_it.again[first])
    assert kept[:wanted] == slow[:wanted] and kept == slow[: len(kept)]
    assert len(read) == len(set(read)) and all(stored[c.passage] for c in kept)
    if kept == ranked[:wanted]:
        assert len(read) == len(kept)


def passage(number, text):
    """A turn as the index gives it."""
    return StoredPassage(
        id=number, source="conversation", key="tavern", title="", trust="said", kind="turn",
        text=text, audience="tavern", line=0, char_start=0, ordinal=number, heading="",
        refs=(f"t{number}",), place="tavern", author="rowan", author_name="Rowan", learned=None,
        role="user", valid_since=None, valid_until=None,
        origin=Origin("conversation", "tavern", None),
    )  # fmt: skip


def test_one_repeat_costs_no_second_ranking(tmp_path, new_familiar, monkeypatch):
    """All is scored once, and about as many rows are read as without the repeat."""
    scored, read = [], []
    signals, passages = rank.signals_of, EmbeddingIndex.passages
    monkeypatch.setattr(rank, "signals_of", lambda *g: scored.append(1) or signals(*g))
    monkeypatch.setattr(
        EmbeddingIndex, "passages", lambda self, ids: read.extend(ids) or passages(self, ids)
    )

    async def run():
        async with new_familiar(tmp_path) as familiar:
            texts = [f"the copper kettle number {n}" for n in range(200)]
            texts[3] = texts[4]
            await familiar.record_many(said(texts))
            await familiar.settle()
            scored.clear()
            read.clear()
            return (await familiar.search("copper kettle number 3 4", limit=8)).hits

    assert len(asyncio.run(run())) == 8
    assert len(scored) == 1 and len(read) <= 32, (scored, len(read))


def test_a_turn_of_marks_is_compared_in_bounded_time():
    """Its final marks are looked for once, and not from each of a hundred thousand others."""
    with work() as comparing:
        assert not says_the_same("." * 100_000 + "x", "x")
        assert says_the_same("x" + "." * 100_000, "X")
    assert comparing.seconds < 2


def test_turns_without_a_ref_are_no_repeats_that_could_be_named():
    """Some back ends hold such rows; nobody could open them."""
    first, second = (
        SimpleNamespace(id=n, refs=(), kind="turn", audience="everyone", place=TAVERN.slug)
        for n in (1, 2)
    )
    distinct = Distinct([], {1: first, 2: second}, {1: [second]})
    hit = SearchHit("hi", 1.0, "conversation", "history.sqlite")
    assert with_repeats([hit], [(None, first)], distinct, lambda _: True, UTC) == [hit]
