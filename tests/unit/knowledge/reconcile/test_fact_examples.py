"""The worked examples of other systems, with the outcomes that are right; ids name the defects."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.predicates import SHIPPED, Predicate
from familiar_memory.knowledge.reconcile.facts import decide
from familiar_memory.knowledge.reconcile.verdict import Action

_VOCABULARY = SHIPPED.extended([Predicate("experienced")])


def fact(text: str, day: str = "2026-01-10", ref: str = "", **fields: object) -> Record:
    """A machine's line `predicate:: object`, learned on a day, from a turn of that name."""
    predicate, _, object_ = text.partition(":: ")
    tail = RecordFields(
        learned=date.fromisoformat(day), refs=(ref or f"t{day}",), by="x-1", place="x-room"
    )
    tail = replace(tail, **fields)  # type: ignore[arg-type]
    return Record(text, tail, predicate=predicate, object=object_)


_LATER = "2026-02-10"


@pytest.mark.parametrize(
    ("old", "new", "said", "action"),
    [
        pytest.param(
            "works_at:: acme", "works_at:: acme labs", "", Action.SUPERSEDE, id="istota-19 employer"
        ),
        pytest.param(
            "works_at:: acme labs", "works_at:: acme", "", Action.SUPERSEDE, id="istota-19 reverse"
        ),
        pytest.param(
            "allergic_to:: nuts", "allergic_to:: tree nuts", "", Action.ADD, id="istota-19 allergy"
        ),
        pytest.param(
            "allergic_to:: tree nuts", "allergic_to:: nuts", "", Action.ADD, id="istota-19 nuts"
        ),
        pytest.param(
            "prefers:: meetings",
            "prefers:: no meetings",
            "",
            Action.SUPERSEDE,
            id="istota-19 negation",
        ),
        pytest.param(
            "prefers:: no meetings",
            "prefers:: meetings",
            "",
            Action.SUPERSEDE,
            id="istota-19 negation taken back",
        ),
        pytest.param(
            "owns:: straße", "owns:: STRASSE", "", Action.REASSERT, id="istota-18 case-folding"
        ),
        pytest.param(
            "acquired:: a boat",
            "disposed_of:: a boat",
            "",
            Action.ADD,
            id="istota-26 opposing events",
        ),
        pytest.param(
            "owns:: a boat", "disposed_of:: a boat", "", Action.SUPERSEDE, id="istota-26 ownership"
        ),
        pytest.param("uses:: python", "uses:: python 3", "", Action.ADD, id="seed: a version"),
        pytest.param("likes:: tea", "dislikes:: tea", "", Action.SUPERSEDE, id="opposite"),
        pytest.param("likes:: tea", "likes:: coffee", "", Action.ADD, id="many"),
        pytest.param(
            "lives_in:: Oban", "staying_in:: Hull", "", Action.ADD, id="a stay ends no home"
        ),
        pytest.param("moving_to:: Hull", "lives_in:: Hull", "", Action.SUPERSEDE, id="moved"),
        pytest.param("moving_to:: Hull", "lives_in:: York", "", Action.ADD, id="not there yet"),
        pytest.param("staying_in:: Hull", "staying_in:: York", "", Action.ADD, id="two stays"),
        pytest.param(
            "disposed_of:: a boat", "owns:: a boat", "", Action.ADD, id="another boat, later"
        ),
        pytest.param(
            "works_at:: north sea ferry company",
            "works_at:: new big north sea ferry company",
            "",
            Action.SUPERSEDE,
            id="istota-19 a longer name is another employer",
        ),
        pytest.param(
            "works_at:: big north sea ferry company",
            "works_at:: north sea ferry company",
            "",
            Action.SUPERSEDE,
            id="istota-19 a shorter name is another employer",
        ),
        pytest.param("has_role:: chair", "has_role:: treasurer", "", Action.SUPERSEDE, id="role"),
        pytest.param(
            "has_status:: on leave", "has_status:: back", "", Action.SUPERSEDE, id="status"
        ),
        pytest.param(
            "knows:: Dr Patel", "knows:: dr  patel", "", Action.REASSERT, id="opencouch example 10"
        ),
        pytest.param(
            "knows:: Nadia",
            "knows:: my cousin Nadia",
            "",
            Action.SUPERSEDE,
            id="opencouch example 11",
        ),
        pytest.param(
            "knows:: my cousin Nadia",
            "knows:: Nadia",
            "",
            Action.REASSERT,
            id="opencouch: the less exact is told again",
        ),
        pytest.param(
            "experienced:: brother moved abroad",
            "experienced:: brother moved home",
            "Actually, my brother moved home this week.",
            Action.SUPERSEDE,
            id="opencouch example 12",
        ),
        pytest.param(
            "experienced:: brother moved abroad",
            "experienced:: brother moved home",
            "My brother moved home this week.",
            Action.ADD,
            id="opencouch: without a marker both stand",
        ),
        pytest.param(
            "experienced:: brother moved abroad",
            "experienced:: sister moved home",
            "Actually, my sister came back.",
            Action.ADD,
            id="opencouch: a marker about something else",
        ),
        pytest.param(
            "experienced:: brother moved abroad",
            "experienced:: brother moved home",
            "He didn\u2019t stay: he is NOT\u00a0ANYMORE abroad.",
            Action.SUPERSEDE,
            id="opencouch-3 curly quotes",
        ),
        pytest.param(
            "experienced:: brother moved abroad",
            "experienced:: brother moved home",
            "An actuallyist he is, the insteader.",
            Action.ADD,
            id="opencouch-4 whole words",
        ),
        pytest.param(
            "experienced:: 弟が海外に引っ越した",
            "experienced:: 弟が実家に引っ越した",
            "実は弟が実家に引っ越したんです",
            Action.SUPERSEDE,
            id="opencouch-14 another language",
        ),
        pytest.param(
            "lives_in:: Leeds",
            "lives_in:: Hull",
            "Sorry, I misspoke, I meant Hull.",
            Action.REPLACE_WRONG,
            id="a slip of the tongue was never so",
        ),
    ],
)
def test_what_a_later_fact_does(old: str, new: str, said: str, action: Action) -> None:
    """To the one line that stands in its slot."""
    standing = fact(old)
    verdict = decide([standing], fact(new, _LATER), _VOCABULARY, said)
    assert verdict.action is action
    assert bool(verdict.ends) is (action in (Action.SUPERSEDE, Action.REPLACE_WRONG))
    if action is Action.SUPERSEDE:
        assert (verdict.ends[0].record, verdict.ends[0].until) == (standing, _LATER)
    if action is Action.REPLACE_WRONG:
        assert verdict.ends[0].until is None
    if action is Action.REASSERT:
        assert verdict.restated is not None
        assert (verdict.again, verdict.restated.fields.seen) == (standing, 2)


def test_three_stored_duplicates_the_first_is_repeated() -> None:
    """OpenCouch, example 8."""
    stored = [fact("knows:: Nadia", ref=ref) for ref in "abc"]
    assert decide(stored, fact("knows:: Nadia", _LATER)).again == stored[0]


def test_a_telling_again_loses_no_end_that_it_brings() -> None:
    """OpenCouch, defect 13: one fact is told again and ends another, in one verdict."""
    together = [fact("lives_in:: Oban", ref="t"), fact("lives_in:: Hull", ref="t")]
    verdict = decide(together, fact("lives_in:: Oban", _LATER))
    assert (verdict.action, verdict.again) == (Action.REASSERT, together[0])
    assert [(one.record, one.until) for one in verdict.ends] == [(together[1], _LATER)]


@pytest.mark.parametrize(
    ("standing", "new", "ends", "own"),
    [
        pytest.param(
            fact("works_at:: Acme", since="2024"),
            fact("works_at:: Initech", _LATER, since="2019"),
            [],
            "2024",
            id="istota-20 an older fact that comes late",
        ),
        pytest.param(
            fact("lives_in:: Oban", "2026-03-01"),
            fact("lives_in:: Hull", "2026-01-01"),
            [],
            "2026-03-01",
            id="istota-20 an older turn that comes late",
        ),
        pytest.param(
            fact("lives_in:: Oban", until="2027-01-01"),
            fact("lives_in:: Hull", _LATER),
            [_LATER],
            None,
            id="istota-21 a future end",
        ),
        pytest.param(
            fact("lives_in:: Oban"),
            fact("lives_in:: Hull", _LATER, since="2099"),
            ["2099"],
            None,
            id="istota-21 a future beginning",
        ),
        pytest.param(
            fact("interested_in:: boats", expires=date(2026, 4, 1)),
            fact("interested_in:: boats", _LATER, until="2026-02-01"),
            [],
            None,
            id="istota-22 closed before it expires",
        ),
        pytest.param(
            fact("lives_in:: Leeds"),
            fact("lives_in:: Oban", _LATER, since="2026"),
            [_LATER],
            None,
            id="since this year, and not before what was told in it",
        ),
        pytest.param(
            fact("lives_in:: Leeds"),
            fact("lives_in:: Oban", _LATER, since="2025"),
            [],
            "2026-01-10",
            id="since last year, and so before what was told this year",
        ),
        pytest.param(
            fact("lives_in:: Leeds", since="2020"),
            fact("lives_in:: Oban", _LATER, since="2021", until="2022"),
            [],
            "2022",
            id="a time that was over when the other was said",
        ),
        pytest.param(
            fact("lives_in:: Oban", since="2021", until="2022"),
            fact("lives_in:: Leeds", _LATER, since="2020"),
            [],
            None,
            id="the same, the other way round",
        ),
        pytest.param(
            fact("lives_in:: Leeds"),
            fact("lives_in:: Oban", _LATER, until="2025-06"),
            [],
            "2025-06",
            id="of which only the end is known",
        ),
        pytest.param(
            fact("lives_in:: Leeds", "2025-03-01"),
            fact("lives_in:: Oban", _LATER, until="2025-06"),
            [],
            "2025-06",
            id="of which only the end is known, and it is the later one",
        ),
        pytest.param(
            replace(fact("lives_in:: Leeds", until="2026-01-20"), state=RecordState.ENDED),
            fact("lives_in:: Oban", _LATER),
            [],
            None,
            id="after one that had ended",
        ),
        pytest.param(
            fact("lives_in:: Leeds"),
            fact("lives_in:: Oban", ref="u"),
            ["2026-01-10"],
            None,
            id="on one day the last word counts",
        ),
    ],
)
def test_when_facts_hold(standing: Record, new: Record, ends: list[str], own: str | None) -> None:
    """Where the old one ends, and the new one."""
    verdict = decide([standing], new)
    assert [one.until for one in verdict.ends] == ends
    assert (verdict.record.fields.until if verdict.record else None) == own
    is_past = verdict.record is not None and verdict.record.state is RecordState.ENDED
    assert (verdict.action is Action.ADD_PAST) is is_past is (own is not None)
    assert all(one.is_over is (one.until != "2099") for one in verdict.ends)


@pytest.mark.parametrize("since", [None, "2019", "2026-02"])
def test_a_correction_goes_by_no_time(since: str | None) -> None:
    """Whenever either is said to hold, what was wrong never did."""
    standing = fact("lives_in:: Oban", since="2020")
    new = fact("lives_in:: Hull", _LATER, since=since)
    verdict = decide([standing], new, sets_right=True)
    assert (verdict.action, [one.until for one in verdict.ends]) == (Action.REPLACE_WRONG, [None])


def test_a_fact_that_is_repeated_as_ended_ends() -> None:
    """Also one that was to expire."""
    standing = fact("interested_in:: boats", expires=date(2026, 4, 1))
    restated = decide(
        [standing], fact("interested_in:: boats", _LATER, until="2026-02-01")
    ).restated
    assert restated is not None
    assert (restated.state, restated.fields.until) == (RecordState.ENDED, "2026-02-01")


@pytest.mark.parametrize(
    ("change", "action", "reason"),
    [
        ({"since": "2026-03", "until": "2026-02"}, Action.REJECT, "it would end before it begins"),
        ({"learned": None}, Action.REJECT, "nothing says when it was learned"),
        ({"source": "inferred"}, Action.HOLD, "it is a guess, and would end what was said"),
        ({"place": "x-dm"}, Action.ADD, "it is new"),
        ({"by": "x-2"}, Action.ADD, "it is new"),
        ({"subject": "boat"}, Action.ADD, "it is new"),
        ({"temporary": True}, Action.ADD, "it is new"),
        ({"refs": ("t2026-01-10",), "learned": date(2026, 1, 10)}, Action.ADD, "it is new"),
        ({}, Action.SUPERSEDE, "there is one at a time"),
    ],
)
def test_what_keeps_a_fact_from_ending_another(
    change: dict[str, object], action: Action, reason: str
) -> None:
    """Another audience, speaker or subject, a guess, the same breath, what cannot be."""
    new = fact("lives_in:: Hull", _LATER)
    new = replace(new, fields=replace(new.fields, **change))  # type: ignore[arg-type]
    verdict = decide([fact("lives_in:: Oban")], new)
    assert (verdict.action, verdict.reason) == (action, reason)


def test_what_was_struck_as_wrong_stays_away() -> None:
    """From whatever turn it comes, until a person brings it back."""
    wrong = replace(fact("likes:: tea"), state=RecordState.WRONG)
    assert decide([wrong], fact("likes:: tea", _LATER)).reason == "it was struck"
    live = fact("likes:: tea", "2026-01-20")
    assert decide([wrong, live], fact("likes:: tea", _LATER)).again == live
    assert decide([wrong, live], fact("likes:: tea")).action is Action.SKIP


def test_a_temporary_fact_says_so() -> None:
    """By its predicate, on the line itself."""
    added = decide([], fact("visiting:: her aunt")).record
    assert added is not None
    assert added.fields.temporary


def test_what_is_marked_as_temporary_is_not_ended_by_what_lasts() -> None:
    """A person marks a line so whose predicate does not say it: it runs out by itself."""
    for_now = fact("lives_in:: Hull", temporary=True)
    assert decide([for_now], fact("lives_in:: Oban", _LATER)).action is Action.ADD


def test_what_is_told_nine_times_is_counted_no_more() -> None:
    """A line stays one that can be read."""
    known = fact("likes:: tea", refs=tuple(map(str, range(9))), seen=9)
    assert decide([known], fact("likes:: tea", _LATER)).action is Action.SKIP


def test_a_telling_again_fills_what_the_line_leaves_open() -> None:
    """Istota, defect 19: since when, how sure, how weighty; the first day stays."""
    known = fact("likes:: tea", confidence=0.4)
    told = fact("likes:: tea", _LATER, since="2020", confidence=0.9, importance=8)
    restated = decide([known], told).restated
    assert restated is not None
    fields = restated.fields
    assert (fields.since, fields.confidence, fields.importance) == ("2020", 0.9, 8)
    assert (fields.learned, fields.refs) == (date(2026, 1, 10), ("t2026-01-10", "t2026-02-10"))


def _ended(record: Record, until: str) -> Record:
    fields = replace(record.fields, until=until)
    return replace(record, state=RecordState.ENDED, fields=fields)


def test_what_was_so_before_and_after_is_two_facts() -> None:
    """An old statement of what holds again belongs to the first time, which ends."""
    hull = _ended(fact("lives_in:: Hull", "2026-02-01"), "2026-03-01")
    standing = [fact("lives_in:: Oban", "2026-03-01"), hull]
    first = decide(standing, fact("lives_in:: Oban", "2026-01-01")).record
    assert first is not None
    assert (first.state, first.fields.until) == (RecordState.ENDED, "2026-02-01")
    between = decide(standing[:1], fact("lives_in:: Oban", "2026-01-01"))
    assert between.restated is not None
    assert between.restated.fields.learned == date(2026, 1, 1)


@pytest.mark.parametrize(
    ("standing", "new"),
    [
        (_ended(fact("lives_in:: Oban"), "2026-03-01"), fact("lives_in:: Oban", _LATER)),
        (
            _ended(fact("lives_in:: Oban"), "2025-06"),
            fact("lives_in:: Oban", _LATER, until="2025-06"),
        ),
    ],
)
def test_what_is_told_of_a_time_that_has_ended_is_known(standing: Record, new: Record) -> None:
    """A struck line is left as it is."""
    verdict = decide([standing], new)
    assert (verdict.action, verdict.reason) == (Action.SKIP, "it had ended")
    assert decide([standing], fact("lives_in:: Oban", "2026-05-01")).action is Action.ADD


def test_what_ended_is_told_again_by_no_shorter_form() -> None:
    """Back in Oban is a new fact; and what has ended was not wrong."""
    standing = _ended(fact("lives_in:: Oban, Scotland"), "2026-01-20")
    assert decide([standing], fact("lives_in:: Oban", _LATER)).action is Action.ADD
    slip = decide([standing], fact("lives_in:: Hull", _LATER), said="I meant Hull")
    assert (slip.action, slip.ends) == (Action.ADD, ())


def test_a_damaged_line_and_a_turn_without_a_name_count_for_nothing() -> None:
    """What cannot be read ends nothing, and what has no ref could be the same again."""
    damaged = replace(fact("lives_in:: Oban"), damaged=True)
    assert decide([damaged], fact("lives_in:: Hull", _LATER)).action is Action.ADD
    bare = fact("likes:: tea", refs=())
    assert decide([bare], fact("likes:: tea", _LATER, refs=())).action is Action.SKIP
