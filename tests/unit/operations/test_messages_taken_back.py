"""What is struck, taken out and live again where somebody takes back what they said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.proposal import (
    AddRecord,
    CorrectRecord,
    Proposal,
    ResumeRecord,
    RetireRecord,
)

_PATH = "people/discord-42.md"
_SAID = RecordFields(
    learned=date(2026, 2, 2), refs=("t1",), by="discord-42", place="discord-g.tavern"
)
_LATER = replace(_SAID, learned=date(2026, 2, 3), refs=("t2",))


def _fact(predicate: str, thing: str, fields: RecordFields = _SAID) -> AddRecord:
    record = Record(f"{predicate}:: {thing}", fields, predicate=predicate, object=thing)
    return AddRecord(_PATH, "Rowan", "Facts", record)


def _merged(*operations: Proposal) -> str:
    return merge("", operations)[0]


def _retired(thing: str, said_in: str, **more: str) -> RetireRecord:
    fields = replace(_LATER, **more)  # type: ignore[arg-type]
    return RetireRecord(_PATH, "plays", thing, fields, ended=False, said_in=said_in)


def test_what_only_that_message_said_goes() -> None:
    """And what another said as well stays; the same ref in another room is another message."""
    violin = _fact("plays", "violin")
    assert "violin" not in _merged(violin, _retired("violin", "t1"))
    twice = _fact("plays", "violin", replace(_SAID, refs=("t0",)))
    assert "\n- plays:: violin (" in _merged(twice, violin, _retired("violin", "t1"))
    elsewhere = _retired("violin", "t1", place="discord-g.garden")
    assert "\n- plays:: violin (" in _merged(violin, elsewhere)


@pytest.mark.parametrize("until", ["", ", until 2026-02-02"])
def test_what_a_person_has_struck_stays_struck(until: str) -> None:
    """It is theirs, and is never written again."""
    tail = f"(2026-02-02{until}, ref:t1, by:discord-42, in:discord-g.tavern)"
    by_hand = f"# Rowan\n\n## Facts\n\n- ~~plays:: violin {tail}~~\n"
    assert merge(by_hand, (_retired("violin", "t1"),))[0] == by_hand


def test_what_cannot_be_taken_out_is_struck() -> None:
    """What hangs below it would be for others without it."""
    text = "# Rowan\n\n- plays:: violin (2026-02-02, ref:t1, by:discord-42, in:discord-g.tavern)\n"
    nested = f"{text}    - a secret of the tavern\n"
    after, outcomes = merge(nested, (_retired("violin", "t1"),))
    assert [one.verdict.value for one in outcomes] == ["applied"]
    assert "a secret of the tavern" in after
    assert "\n- plays:: violin" not in after


def test_where_another_holds_by_now_nothing_is_live_again() -> None:
    """Of what there is one at a time, in any room whose talk the same people know."""
    hull, oban = _fact("lives_in", "Hull"), _fact("lives_in", "Oban", _LATER)
    resumed = ResumeRecord(_PATH, "lives_in", "Hull", _LATER, "2026-02-03")
    text, outcomes = merge("", (hull, oban, resumed))
    assert outcomes[-1].reason == "nothing of that ended then"
    assert "\n- lives_in:: Oban (" in text
    taken = replace(_retired("Oban", "t2"), predicate="lives_in")
    assert "\n- lives_in:: Hull (" in _merged(hull, oban, taken, resumed)


def test_no_line_says_that_it_took_the_place_of_what_is_gone() -> None:
    """A fact of an earlier time that was a joke."""
    oban = _fact("lives_in", "Oban", replace(_LATER, since="2026-01"))
    taken = replace(_retired("Oban", "t2"), predicate="lives_in")
    before = _merged(_fact("lives_in", "Hull"), oban)
    assert "replaces:" in before
    assert "replaces:" not in merge(before, (taken,))[0]


def test_what_was_said_on_a_later_day_is_another_time() -> None:
    """An end that arrives late ends nothing that was said since."""
    vegan = _fact("diet", "vegan", _LATER)
    over = RetireRecord(_PATH, "diet", "vegan", _SAID, ended=True)
    assert "\n- diet:: vegan (" in _merged(vegan, over)


def test_a_correction_that_cannot_be_written_strikes_nothing() -> None:
    """It is rejected, and what it would have set right stands."""
    corrected = CorrectRecord(_PATH, "Rowan", "Facts", "Hull", " Oban", _LATER)
    text, outcomes = merge("", (_fact("lives_in", "Hull"), corrected))
    assert outcomes[-1].verdict.value == "rejected"
    assert "\n- lives_in:: Hull (" in text


@pytest.mark.parametrize(
    ("learned", "is_told"), [(date(2026, 2, 2), False), (date(2026, 11, 1), True)]
)
def test_what_was_set_right_may_be_said_again(learned: date, is_told: bool) -> None:
    """On a later day; what a person has struck may not."""
    oban = _fact("lives_in", "Oban")
    hull = replace(_fact("lives_in", "Hull", replace(_SAID, refs=("t2",))), sets_right=True)
    again = _fact("lives_in", "Oban", replace(_SAID, refs=("t3",), learned=learned))
    text = _merged(oban, hull, again)
    assert ("\n- lives_in:: Oban (" in text) is is_told
    tail = "(2026-02-02, ref:t1, by:discord-42, in:discord-g.tavern)"
    by_hand = f"# Rowan\n\n## Facts\n\n- ~~lives_in:: Oban {tail}~~\n"
    assert merge(by_hand, (again,))[0] == by_hand
