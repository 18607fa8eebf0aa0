"""A night is taken back: its lines go from the notes, and what was decided in the list stays so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from review_desk import Desk

from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.named.proposals import DeleteRecord, RetireById
from familiar_memory.operations.review.holding import propose
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.store.base import Cause
from familiar_memory.store.undo.plan import UndoWay, plan_undo

FILE = "people/Wren.md"
NOTE = "---\nid: discord-42\n---\n# Wren\n\n## Music\n\n- plays the drum ^k1\n"
BY_NIGHT = "- learns the lute (2026-02-04) ^k9\n"
NIGHT = Cause("curation", batch="night")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A note that a night has added to, and a proposal that it has made."""
    with Desk(tmp_path) as found:
        found.store.write_file(FILE, NOTE, cause=Cause("tool"))
        found.store.write_file(FILE, f"{NOTE}{BY_NIGHT}", cause=NIGHT)
        vocabulary = found.rules.vocabulary
        propose(found.store, [proposal()], TreeRegister(found.store), vocabulary, NIGHT)
        yield found


def proposal() -> ReviewItem:
    """That a line ends."""
    ending = RetireById("people/discord-42.md", "k1", "2026-02-04", was="plays the drum")
    item = item_of(ending, "the last days say otherwise")
    assert item is not None
    return item


@pytest.mark.parametrize("decision", ["accepted", "dismissed"])
def test_what_was_decided_stays_decided(desk: Desk, decision: str) -> None:
    """The list stays as it is, byte for byte, and the plan says so."""
    if decision == "accepted":
        desk.review.accept([proposal().id])
    else:
        desk.review.reject([proposal().id])
    before = desk.text
    plan = plan_undo(desk.store, desk.journal, "night")
    assert [(one.path, one.way) for one in plan.files] == [
        (FILE, UndoWay.MERGED if decision == "accepted" else UndoWay.RESTORED),
        ("review.md", UndoWay.KEPT),
    ]
    assert plan.conflicts == ()
    assert [one.path for one in plan.apply().results] == [FILE]
    note = desk.store.read_file(FILE)
    assert "lute" not in note
    assert ("~~plays the drum" in note) == (decision == "accepted")
    assert desk.text == before


def test_what_still_waits_beside_it_stays_too(tmp_path: Path) -> None:
    """Nobody's line of the list is moved or lost; what waits can be decided like any other."""
    other = item_of(DeleteRecord("people/discord-42.md", "k2", "sings"), "why")
    assert other is not None
    with Desk(tmp_path) as desk:
        desk.store.write_file(FILE, f"{NOTE}- sings ^k2\n", cause=Cause("tool"))
        vocabulary, register = desk.rules.vocabulary, TreeRegister(desk.store)
        propose(desk.store, [proposal(), other], register, vocabulary, NIGHT)
        desk.review.accept([proposal().id])
        before = desk.text
        plan_undo(desk.store, desk.journal, "night").apply()
        assert desk.text == before
        assert [one.id for one in desk.review.look().waiting] == [other.id]


def test_proposals_of_others_stay(desk: Desk) -> None:
    """They came after the night that is taken back, and nobody has decided on any."""
    other = item_of(DeleteRecord("people/discord-42.md", "k1", "plays the drum"), "why")
    assert other is not None
    desk.hold(other)
    plan_undo(desk.store, desk.journal, "night").apply()
    assert [one.id for one in desk.review.look().waiting] == [other.id]


def test_what_nobody_has_decided_goes_with_the_night(desk: Desk) -> None:
    """It was never proposed."""
    plan = plan_undo(desk.store, desk.journal, "night")
    plan.apply()
    assert desk.store.read_file(FILE) == NOTE
    assert desk.text == ""
    assert desk.review.look().waiting == ()


def test_a_decision_is_taken_back_with_its_note_or_not_at_all(desk: Desk) -> None:
    """Where the list has gone on there, that is a conflict as in any other note."""
    report = desk.review.accept([proposal().id])
    desk.save(desk.text.replace("- [x] end: “plays the drum”", "- [x] end: “plays the Drum”"))
    plan = plan_undo(desk.store, desk.journal, report.batch)
    assert [one.path for one in plan.conflicts] == ["review.md"]
