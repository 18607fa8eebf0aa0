"""Which names have stood in whose notes: what is marked, and what that costs."""

from __future__ import annotations

import pytest

from familiar_memory.operations.merging.note_parts import FULL_OF_NAMES
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.proposal import AddAlias, EnsureNote
from familiar_memory.testing import MemoryHistory
from familiar_memory.writers.marks.name_marks import NameMarks

ROWAN = AddAlias("discord-42", "", "Rowan", "discord-g.tavern")
RO = AddAlias("discord-42", "", "Ro", "discord-g.tavern")
NOTE = EnsureNote(ROWAN.path, "", "Rowan")


@pytest.fixture
def history():
    """A history in which nothing is marked."""
    return MemoryHistory()


def _marked(history, *outcomes):
    """Mark what became of some proposals, in a run of its own."""
    marks = NameMarks(history)
    marks.refresh()
    marks.mark(ApplyReport(tuple(Outcome(*one) for one in outcomes), (), ()))


def _were_noted(history, *aliases):
    """Which names the next run says have stood in their note."""
    marks = NameMarks(history)
    marks.refresh()
    return [one.was_noted for one in marks.marked(aliases)]


def test_a_name_that_stood_is_known_to_have_stood_and_no_other(history):
    """Also one that a person had written there before anybody was heard by it."""
    _marked(history, (NOTE, Verdict.APPLIED), (ROWAN, Verdict.APPLIED))
    assert _were_noted(history, ROWAN, RO) == [True, False]
    _marked(history, (RO, Verdict.SKIPPED, "the name is known"))
    assert _were_noted(history, ROWAN, RO) == [True, True]


@pytest.mark.parametrize("verdict", [Verdict.HELD, Verdict.REJECTED, Verdict.FAILED])
def test_a_name_that_was_not_written_has_not_stood(history, verdict):
    """Else it would never come, since nobody had deleted it."""
    _marked(history, (ROWAN, verdict, "the disk is full"))
    assert _were_noted(history, ROWAN) == [False]


def test_a_name_that_found_no_room_comes_when_a_person_makes_some(history):
    """Nobody has deleted it."""
    _marked(history, (ROWAN, Verdict.SKIPPED, FULL_OF_NAMES))
    assert _were_noted(history, ROWAN) == [False]


def test_a_note_that_is_made_anew_begins_anew(history):
    """As often as it is deleted; what is heard from then on stands in it again."""
    for _ in range(3):
        _marked(history, (NOTE, Verdict.APPLIED), (ROWAN, Verdict.APPLIED))
        assert _were_noted(history, ROWAN) == [True]
        _marked(history, (NOTE, Verdict.APPLIED), (RO, Verdict.APPLIED))
        assert _were_noted(history, ROWAN, RO) == [False, True]


def test_what_is_marked_is_written_at_once_and_only_where_it_is_new(history, monkeypatch):
    """A first import knows thousands of people, and each write waits for the disk."""
    written = []
    real = history.set_watermarks
    monkeypatch.setattr(
        history, "set_watermarks", lambda at, names: (written.append(list(names)), real(at, names))
    )
    monkeypatch.setattr(history, "set_watermark", None)
    people = [AddAlias(f"discord-{n}", "", "Rowan", "discord-g.tavern") for n in range(50)]
    outcomes = [
        outcome
        for one in people
        for outcome in (
            (EnsureNote(one.path, "", "Rowan"), Verdict.APPLIED),
            (one, Verdict.APPLIED),
        )
    ]
    _marked(history, *outcomes)
    assert [len(names) for names in written] == [50, 50]
    _marked(history, *((one, Verdict.SKIPPED, "the name is known") for one in people))
    assert len(written) == 2
