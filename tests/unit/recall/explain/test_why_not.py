"""Why a passage did not come: each reason, as the owner is told it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from familiars import put_notes, started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.turn import Turn

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
TEA = """# Tea

- Lapsang tea is smoked over pine (2026-02-01)
- ~~Lapsang tea comes from Norway (2026-02-01)~~
- Lapsang tea is on offer (2026-02-01, expires:2026-02-02)
- Lapsang tea ruined the rug (2026-02-01, importance:99)
- Lapsang tea is hidden in the clock (2026-02-01, in:discord-dm-42)
"""


def turn(ref, text, minute=0, place=TAVERN, **more):
    """A turn of Rowan."""
    return Turn(ref, AT + timedelta(minutes=minute), place, ROWAN, text, **more)


TURNS = (
    turn("t1", "I spilled lapsang tea on the ledger."),
    turn("t2", "Quietly now.", 1, silent=True),
    turn("t3", "gone", 2),
    turn("t3", "gone", 3, deleted=True),
    turn("d1", "My lapsang tea is a secret.", 4, DM),
)
NOTES = {
    "topics/tea.md": TEA,
    "people/discord-42.md": "# Rowan\n\n- drinks lapsang tea at dawn (2026-02-01)\n",
    "self/description.md": "Ember loves lapsang tea.\n",
    "sessions/x.md": "# X\n\n- I spilled lapsang tea on the ledger (2026-02-02, ref:t1,"
    " in:discord-lantern.tavern)\n",
    "notes.md": "Gravel.\n",
    # No editor takes these for the end of a line.
    "topics/odd.md": "# Odd\n\n- One\u2028leaf\x0band\x0cone\x85twig\n- lapsang silt\n",
    "review.md": "- [ ] lapsang tea\n",
    "bad.md": b"lapsang tea \xe9\n",
}


@pytest.fixture
def ask(tmp_path, new_familiar):
    """Ask a familiar that knows about tea."""

    def run(work, *, before=None):
        put_notes(tmp_path / "ember" / "memory", NOTES)

        async def all_of_it():
            async with started(new_familiar(tmp_path)) as familiar:
                await familiar.record_many(TURNS)
                await familiar.settle()
                if before is not None:
                    before(familiar)
                return await work(familiar)

        return asyncio.run(all_of_it())

    return run


def reasons(report):
    """Subject and reason of each answer."""
    return [(answer.subject, answer.reason.value) for answer in report.answers]


def in_search(target, text="lapsang tea", *, place=TAVERN, limit=20):
    """Why the target is not among the hits in the tavern."""
    request = RecallRequest(text, ROWAN, place)
    return lambda familiar: familiar.explain.why_not(target, request, search_limit=limit)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("topics/tea.md:3", ("topics/tea.md:3", "present")),
        ("topics/tea.md:4", ("topics/tea.md:4", "retired")),
        ("topics/tea.md:5", ("topics/tea.md:5", "expired")),
        ("topics/tea.md:6", ("topics/tea.md:6", "not indexed")),
        ("topics/tea.md:7", ("topics/tea.md:7", "forbidden")),
        ("topics/tea.md:1", ("topics/tea.md:1", "not indexed")),
        ("topics/tea.md:99", ("topics/tea.md:99", "not indexed")),
        ("topics/odd.md:4", ("topics/odd.md:4", "present")),
        ("notes.md:1", ("notes.md:1", "nothing in common")),
        ("review.md", ("review.md", "not indexed")),
        ("bad.md", ("bad.md", "not indexed")),
        ("sessions/x.md:3", ("sessions/x.md:3", "merged")),
        ("t1", ("discord-lantern.tavern t1", "present")),
        ("discord-lantern.tavern t1", ("discord-lantern.tavern t1", "present")),
        ("t2", ("discord-lantern.tavern t2", "not indexed")),
        ("t3", ("discord-lantern.tavern t3", "deleted")),
        ("d1", ("discord-dm-42 d1", "forbidden")),
        ("SMOKED  over", ("topics/tea.md:3", "present")),
        ("ruined the rug", ("topics/tea.md:6", "not indexed")),
    ],
)
def test_a_search_is_accounted_for(ask, target, expected):
    """By line, by ref and by words; each has its reason."""
    assert reasons(ask(in_search(target))) == [expected]


def test_the_answers_say_what_to_know(ask):
    """Who may know what is forbidden; what is wrong with a damaged line; why a note is unread."""
    (secret,) = ask(in_search("d1")).answers
    assert (secret.audience, secret.seen_in) == ("discord-dm-42", ("discord-dm-42",))
    assert secret.because == "discord-lantern.tavern may not know it: it is for discord-dm-42"
    (damaged,) = ask(in_search("topics/tea.md:6")).answers
    assert damaged.because == (
        "the line is damaged: line 6: the tail in parentheses does not parse"
    )
    (unread,) = ask(in_search("bad.md")).answers
    assert unread.because == "it cannot be read: bad.md: not UTF-8 text at byte 12"


def test_what_scored_too_low_stands_beside_the_last_that_came(ask):
    """With rank, score and signals of both."""
    report = ask(in_search("people/discord-42.md:3", limit=1))
    (answer,) = report.answers
    assert answer.reason.value == "scored too low"
    assert answer.rank > 1 and answer.score < answer.beside.score
    assert [name for name, _ in answer.signals][:2] == ["lexical", "cosine"]


def test_nothing_that_is_known_gives_no_answer(ask):
    """Nor does an empty question about it."""
    assert reasons(ask(in_search("no such words"))) == []
    assert reasons(ask(in_search("topics/none.md"))) == []
    assert reasons(ask(in_search("  "))) == []


def test_many_that_fit_are_counted(ask):
    """Ten are answered for."""

    async def work(familiar):
        await familiar.record_many(turn(f"m{n}", f"gravel {n}", 100 + n) for n in range(14))
        return await familiar.explain.why_not("gravel", RecallRequest("tea"), search_limit=3)

    report = ask(work)
    assert (len(report.answers), report.more) == (10, 5)


def test_a_file_that_changed_since_it_was_indexed_says_so(ask):
    """Before anything else is said of its lines; a note that is gone, too."""

    def rewrite(familiar):
        root = familiar.parts.setup.paths.memory
        (root / "topics/tea.md").write_text(TEA.replace("pine", "oak!"), "utf-8")
        (root / "sessions/x.md").unlink()

    assert reasons(ask(in_search("topics/tea.md:3", "gravel"), before=rewrite)) == [
        ("topics/tea.md", "changed")
    ]
    assert reasons(ask(in_search("sessions/x.md"), before=rewrite)) == [
        ("sessions/x.md", "changed")
    ]


def in_recall(target, text="lapsang tea", **more):
    """Why the target is not in the context in the tavern."""
    return lambda familiar: familiar.explain.why_not(
        target, RecallRequest(text, ROWAN, TAVERN, **more)
    )


@pytest.mark.parametrize(
    ("target", "more", "expected"),
    [
        ("topics/tea.md:3", {}, "present"),
        ("people/discord-42.md:3", {}, "already shown"),
        ("self/description.md", {}, "already shown"),
        ("t1", {"pending_turns": (TURNS[0],)}, "being answered"),
        ("t1", {"limit": 1, "text": "lapsang tea smoked over pine"}, "scored too low"),
        ("topics/tea.md:3", {"budget": 20}, "no room"),
        ("d1", {}, "forbidden"),
    ],
)
def test_a_recall_is_accounted_for(ask, target, more, expected):
    """What stands on the page, what is answered, and what the budget had no room for."""
    assert [reason for _, reason in reasons(ask(in_recall(target, **more)))] == [expected]


def test_what_is_far_behind_the_best_was_let_go(ask):
    """The floor of a recall is a reason of its own."""

    async def work(familiar):
        words = "velvet harpsichord thunder marmalade"
        await familiar.record_many(
            (turn("best", words, 500), turn("weak", "thunder and many other things", 700))
        )
        return await familiar.explain.why_not("weak", RecallRequest(words, ROWAN, TAVERN))

    (answer,) = ask(work).answers
    assert (answer.reason.value, answer.because) == (
        "too far behind",
        "it was found, and dropped: far behind the best",
    )
    assert answer.beside.ref == "best"


def test_an_explanation_accounts_for_every_candidate(ask):
    """Kept, merged, behind the limit, forbidden; the context's own trace names nothing hidden."""

    async def work(familiar):
        return await familiar.explain.recall(RecallRequest("lapsang tea", ROWAN, TAVERN, limit=1))

    explained = ask(work)
    assert {one.verdict for one in explained.candidates} == {"kept", "cut", "forbidden"}
    kept = [one for one in explained.candidates if one.verdict == "kept"]
    assert [(one.rank, one.reason) for one in kept] == [(1, "")]
    hidden = {one.subject: one.reason for one in explained.candidates if one.verdict == "forbidden"}
    assert hidden == {
        "discord-dm-42 d1": "only for discord-dm-42",
        "topics/tea.md:7": "only for discord-dm-42",
    }
    assert explained.forbidden == 2
    assert {use.layer.value: use.used > 0 for use in explained.layers}["content"] is True
    told = repr((explained.context.trace, explained.context.contributions))
    assert ("secret" in told, "hidden in the clock" in told) == (False, False)


def test_a_search_is_explained_without_a_budget(ask):
    """Its result is the one that a search gives."""

    async def work(familiar):
        request = RecallRequest("lapsang tea", ROWAN, TAVERN)
        return (
            await familiar.explain.search(request, 2),
            await familiar.search(
                RecallRequest("lapsang tea", place=TAVERN, author=ROWAN), limit=2
            ),
        )

    explained, result = ask(work)
    assert (explained.result, explained.layers, explained.decisions) == (result, (), ())
    kept = [one.hit for one in explained.candidates if one.verdict == "kept"]
    assert tuple(kept) == result.hits


def test_a_recall_is_logged_by_name_and_asking_why_is_not(ask):
    """What stood on the page, for whom and where; nothing for one that is not to be logged."""

    async def work(familiar):
        request = RecallRequest("lapsang tea", ROWAN, TAVERN, limit=2)
        await familiar.recall(request)
        await familiar.recall(RecallRequest("lapsang tea", ROWAN, TAVERN, log=False))
        await familiar.explain.recall(request)
        await familiar.explain.why_not("t1", request)
        familiar.parts.answering.recall_logger.flush()
        return familiar.history.recalls.latest()

    (logged,) = ask(work)
    assert (logged.place, logged.author, logged.question) == (TAVERN.slug, ROWAN.slug, None)
    assert {(one.key, one.line, one.refs) for one in logged.surfaced} == {
        ("people/discord-42.md", None, ()),
        ("topics/tea.md", 3, ()),
        ("discord-lantern.tavern", None, ("t1",)),
    }


def test_a_line_that_says_what_its_turn_says_no_more(ask):
    """It is not said to be the same: the words that were asked for are not in the turn."""

    async def work(familiar):
        await familiar.record(turn("t1", "I spilled lapsang tea on the carpet.", 5, edited=True))
        await familiar.settle()
        return await familiar.explain.why_not(
            "the ledger", RecallRequest("who spilled lapsang tea?")
        )

    told = [a.because for a in ask(work).answers if a.subject.startswith("sessions/x.md")]
    assert told
    for because in told:
        assert "says the same" not in because
        assert "in other words: one of them was edited since" in because


BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"filters": RecallFilters(tags=("x", "y"))}, "the tags that were asked for: x, y"),
        ({"filters": RecallFilters(since=AT)}, "it was not learned since 2026-02-02 19:00 UTC"),
        (
            {"as_of": datetime(2026, 1, 15, 23, 59, 59, 999999, BERLIN)},
            "it was not known on 2026-01-15 23:59 CET: it is of 2026-02-01",
        ),
    ],
)
def test_what_was_asked_for_is_said_as_people_write_it(ask, more, said):
    """No tuple of Python's, and no microseconds."""
    request = RecallRequest("lapsang tea", **more)
    report = ask(
        lambda familiar: familiar.explain.why_not("smoked over pine", request, search_limit=20)
    )
    (answer,) = report.answers
    assert said in answer.because


def test_what_joins_two_notes_is_said_to_be_no_memory(ask):
    """It would be found, and a recall gives it out nowhere."""

    async def work(familiar):
        wire = "# Bex\n\n- same_as:: [Rowan](discord-42.md) (2026-02-01)\n"
        familiar.store.write_file("people/discord-7.md", wire)
        await familiar.settle()
        request = RecallRequest("same_as")
        return await familiar.explain.why_not("people/discord-7.md:3", request)

    (answer,) = ask(work).answers
    assert (answer.reason.value, answer.because) == (
        "filtered",
        "it only joins two notes of one person: their headings say so, so it is not shown itself",
    )


def test_a_weight_that_leaves_nothing_is_the_reason(ask):
    """Neither the words nor the threshold kept it out."""

    async def work(familiar):
        familiar.store.write_file("topics/mug.md", "# Mug\n\n- A mug (2026-02-01, importance:1)\n")
        await familiar.settle()
        request = RecallRequest("mug", weights={"importance": 10})
        return await familiar.explain.why_not("topics/mug.md:3", request, search_limit=9)

    (answer,) = ask(work).answers
    assert (answer.reason.value, answer.because) == (
        "not relevant enough",
        "the weights of the profile or the request reduce its score to nothing",
    )


def test_what_stands_behind_says_why(ask):
    """A note that only repeats its turn, and a turn whose fact has been replaced."""

    async def work(familiar):
        turns = [turn(f"k{n}", f"A kettle sings {word}", 900 + n) for n, word in enumerate("abc")]
        await familiar.record_many(turns)
        head = "# Rowan\n\n- drinks lapsang tea at dawn (2026-02-01)\n"
        struck = "- ~~owns:: a kettle (2026-02-02, ref:k0, in:discord-lantern.tavern)~~\n"
        familiar.store.write_file("people/discord-42.md", head + struck)
        await familiar.settle()
        request = RecallRequest("kettle sings", ROWAN, TAVERN)
        return await familiar.explain.why_not("k0", request, search_limit=1)

    (answer,) = ask(work).answers
    assert answer.reason.value == "scored too low"
    assert answer.because.endswith("has been replaced since, so it counts less")
