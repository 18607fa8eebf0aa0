"""Two steps write into days: what a person takes out of one, neither of them puts back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from day_lives import DAY, EVENING, GARDEN, NIGHT, said
from days_and_rooms import Both, Edit
from room_nights import item, replied

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.undo.plan import undo

OAK = "We've decided to buy the oak on 5 March."
BOAT = "I've decided to sell the boat on 9 March."
MINUTES = "I'll send the minutes by Friday."
GLADYS = "Gladys booked the hall on Sunday the 8th for the exam"
SHED = "Decided: the shed stays locked"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    """Its history and tree are empty."""
    with (
        HistoryStore(tmp_path / "history.sqlite") as history,
        AuditJournal(tmp_path / "journal") as journal,
    ):
        clock = lambda: NIGHT + timedelta(hours=6)  # noqa: E731
        yield Both(history, MemoryStore(tmp_path / "memory", journal=journal, clock=clock), journal)


def without(words: str) -> Edit:
    """Delete the lines with these words."""
    return lambda text: "".join(
        line for line in text.splitlines(keepends=True) if words not in line
    )


ORDERS = [("days", "rooms"), ("rooms", "days")]
EDITS: dict[str, Edit] = {
    "a line": without("the oak"),
    "the day": lambda text: None,
    "all that stands in it": lambda text: "",
    "its part": lambda text: text.partition("## ")[0],
    "put in other words": lambda text: text.replace(
        next(line for line in text.splitlines() if "the oak" in line), "- the big sign"
    ),
}


@pytest.mark.parametrize("is_noted", [False, True])
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_what_one_step_wrote_and_a_person_took_out_the_other_does_not_write(
    both: Both, first: str, second: str, edit: Edit, is_noted: bool
) -> None:
    """Whether or not the journal has noted yet what they did."""
    both.days.hear([said("t1", OAK)])
    both.night(first)
    assert both.told() == ["t1"]
    both.edit(edit, is_noted=is_noted)
    before = both.days.tree()
    for day in range(3):
        both.night(second, day)
        both.night(first, day)
    assert both.days.tree() == before


@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_a_deleted_day_does_not_come_back_with_other_lines(
    both: Both, first: str, second: str
) -> None:
    """What it did not tell of yet was said on it all the same."""
    both.days.hear([said("t1", OAK), said("t2", BOAT), said("t3", MINUTES, "Bex")])
    both.days.hear([said("t4", GLADYS, "Bex", GARDEN), said("t5", SHED, "Bex", GARDEN)])
    both.night(first)
    both.edit(lambda text: None)
    both.night(second)
    assert both.told() == []


@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_what_is_taken_back_stays_away(both: Both, first: str, second: str) -> None:
    """`familiar undo` of the night that wrote the day."""
    both.days.hear([said("t1", OAK)])
    both.night(first)
    undo(both.store, both.journal, "night-0")
    assert both.told() == []
    both.night(second)
    assert both.told() == []


def test_a_line_of_several_messages_takes_each_of_them_along(both: Both) -> None:
    """Who deletes what a model made of two has deleted both."""
    both.days.hear([said("t1", OAK), said("t2", MINUTES, "Bex")])
    both.days.sleep(
        lambda page: {
            "memories": [
                {
                    "text": "They decided to buy the oak, and Bex is to send the minutes by Friday",
                    "turns": ["t1", "t2"],
                    "topic": None,
                }
            ]
        }
    )
    both.edit(without("the oak"))
    both.night("rooms")
    assert both.told() == []


@pytest.mark.parametrize("where", ["days", "sessions"])
def test_no_day_says_what_rests_on_a_message_that_was_taken_out(both: Both, where: str) -> None:
    """Beside another, of which it was made in the room; the room keeps it."""
    both.days.hear([said("t1", "the sign is on me"), said("t2", OAK, "Bex")])
    both.night("days")
    for path, text in both.days.tree(where).items():
        both.store.write_file(path, without("the oak")(text) or "")
    before = both.days.tree()

    def says(page: dict[str, Any]) -> object:
        words = "Rowan and Bex decided to buy the oak for the sign"
        one = item(page, 0, "agreement", words, "the sign is on me")
        return replied([{**one, "turns": [turn[0] for turn in page["talk"]]}])

    both.night("rooms", says=says)
    assert both.days.tree() == before
    assert "the oak for the sign" in str(both.rooms.lines("channels/discord-lantern.tavern.md"))


@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_what_is_said_later_begins_a_deleted_day_anew(both: Both, first: str, second: str) -> None:
    """And what arrives later, though it was said before; the rest stays away."""
    both.days.hear([said("t1", OAK)])
    both.night(first)
    both.edit(lambda text: None)
    both.days.hear([said("t2", SHED, "Bex", at=EVENING - timedelta(hours=1))])
    both.night(second)
    both.night(first)
    assert both.told() == ["t2"]


def test_what_waits_for_a_model_brings_no_deleted_day_back(both: Both) -> None:
    """With days switched off, the rooms alone write them; a room may have to wait."""
    both.rooms.say("Rowan", OAK)
    both.rooms.say("Bex", SHED, place=GARDEN)

    def says(page: dict[str, Any]) -> object:
        if "shed" in str(page):
            raise ModelUnavailableError("nobody answers")
        return {"items": [], "ended": []}

    both.night("rooms", says=says)
    assert both.told() == ["t1"]
    both.edit(lambda text: None)
    both.night("rooms", 1)
    assert (both.told(), len(both.rooms.lines("channels/discord-lantern.garden.md"))) == ([], 1)


@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_a_note_by_hand_is_added_to(both: Both, first: str, second: str) -> None:
    """Theirs stays. And who deletes their own note before the night has deleted nothing of it."""
    both.days.hear([said("t1", OAK), said("t2", BOAT)])
    both.store.write_file(DAY, "# My Monday\n\n- a quiet day\n")
    both.store.delete(DAY)
    both.store.write_file(DAY, "# My Monday\n\n- a quiet day, in all\n")
    both.night(first)
    both.night(second)
    assert both.store.read_file(DAY).startswith("# My Monday\n\n- a quiet day, in all\n")
    assert "t1" in both.told()


@pytest.mark.parametrize(("first", "second"), ORDERS)
def test_a_day_that_was_put_back_is_there(both: Both, first: str, second: str) -> None:
    """Who takes their deletion back has deleted nothing."""
    both.days.hear([said("t1", OAK), said("t2", MINUTES, "Bex"), said("t3", BOAT)])
    both.night(first)
    text = both.store.read_file(DAY)
    both.store.delete(DAY)
    both.store.write_file(DAY, text)
    both.night(second)
    assert set(both.told()) == {"t1", "t2", "t3"}


@pytest.mark.parametrize("step", ["days", "rooms"])
def test_who_goes_back_has_it_back(both: Both, step: str) -> None:
    """A line and a day that were deleted, and nothing that was struck or reworded."""
    both.days.hear([said("t1", OAK)])
    both.night("days")
    both.night("rooms")
    for edit in (without("the oak"), lambda text: None):
        both.edit(edit)
        both.night(step, 1)
        assert both.told() == []
        both.night(step, 1, since=EVENING - timedelta(days=1))
        assert both.told() == ["t1"]
    both.edit(lambda text: text.replace("buy the oak", "buy paint"))
    before = both.days.tree()
    both.night(step, 1, since=EVENING - timedelta(days=1))
    assert both.days.tree() == before


def test_what_is_taken_out_while_a_later_room_is_asked_about_is_in_no_day(both: Both) -> None:
    """Its session was read for the room before."""
    both.days.hear([said("t1", SHED, "Bex", GARDEN), said("t2", OAK)])
    (session,) = both.days.tree("sessions")
    asked: list[str] = []

    def says(page: dict[str, Any]) -> object:
        asked.append(str(page))
        if len(asked) == 2:
            note = both.store.root / session
            note.write_text(without("the oak")(note.read_text("utf-8")) or "", "utf-8")
        return replied()

    both.night("rooms", says=says)
    assert "the oak" in asked[1]
    assert both.told() == ["t1"]
