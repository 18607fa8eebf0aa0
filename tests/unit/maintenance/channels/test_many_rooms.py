"""Rooms that fail, and many rooms at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from people_and_places import DM
from room_nights import DAY

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import StorageError
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.model.extractor import ReplyLimits

NOTE = "channels/discord-lantern.tavern.md"
_ROOMS = 500
_SETTLE = 7


@pytest.mark.parametrize("path", [NOTE, "days/2026-02-02.md"])
def test_a_note_that_cannot_be_written_just_now_is_written_the_next_night(
    life, monkeypatch, path
) -> None:
    """Its room waits, the others do not, and what was written is not written twice."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    life.say("Rowan", "let's go with the oak for the sign")
    edit = MemoryStore.edit

    def fails(self, rel_path, *more, **others):
        if rel_path == path:
            raise StorageError(f"{rel_path}: the disk is full")
        return edit(self, rel_path, *more, **others)

    with monkeypatch.context() as patch:
        patch.setattr(MemoryStore, "edit", fails)
        report = life.sleep()
    assert report.status is StepStatus.PARTLY
    assert report.failures == (
        StepFailure(path, f"{path}: the disk is full"),
        StepFailure("#tavern", f"{path} could not be written"),
    )
    assert life.lines("channels/discord-dm-42.md") != []
    assert path not in life.tree()
    life.sleep(days=1)
    for one in (NOTE, "days/2026-02-02.md"):
        assert life.lines(one) == ["[[Rowan]]: let's go with the oak for the sign"]


def test_a_note_that_cannot_be_read_is_one_rooms_affair(life) -> None:
    """A person is to mend it; the talk waits."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    life.say("Rowan", "let's go with the oak for the sign")
    life.store.edit(NOTE, lambda _: "x")
    (life.store.root / NOTE).write_bytes(b"\xff\xfe\x00\xd8")
    report = life.sleep()
    assert report.status is StepStatus.PARTLY
    assert life.store.root.joinpath(NOTE).read_bytes() == b"\xff\xfe\x00\xd8"
    assert [one.what for one in report.failures] == ["#tavern"]
    (life.store.root / NOTE).unlink()
    life.sleep(days=1)
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak for the sign"]


def _say_much(life) -> None:
    """Three pages, of which each settles something."""
    life.rules = RoomRules(limits=replace(ReplyLimits(), prompt_chars=4_000))
    for number in range(30):
        life.say("Gus", f"{number} " + "well well well " * 30)
        life.say("Rowan", f"let's go with colour {number} for sign {number}")


def test_a_room_of_which_a_later_page_fails_is_counted_with_what_was_written(
    life, monkeypatch
) -> None:
    """The night is partly done, and not failed with all that in its notes."""
    _say_much(life)
    edit, written = MemoryStore.edit, []

    def fails(self, rel_path, *more, **others):
        if rel_path == NOTE:
            written.append(rel_path)
        if len(written) > 2:
            raise StorageError(f"{rel_path}: the disk is full")
        return edit(self, rel_path, *more, **others)

    with monkeypatch.context() as patch:
        patch.setattr(MemoryStore, "edit", fails)
        report = life.sleep()
    assert report.counts["appended"] == len(life.lines(NOTE)) > 0
    assert (report.status, report.counts["rooms"]) == (StepStatus.PARTLY, 1)


def test_a_room_that_says_more_than_a_night_reads_is_counted(life, monkeypatch) -> None:
    """What was read of it is in the notes."""
    monkeypatch.setattr("familiar_memory.maintenance.channels.night_work.MOST_PAGES", 1)
    _say_much(life)
    report = life.sleep()
    assert report.counts["appended"] == len(life.lines(NOTE)) > 0
    assert (report.status, report.counts["rooms"]) == (StepStatus.DONE, 1)


@pytest.mark.long
def test_five_hundred_rooms_cost_what_they_settle(life, monkeypatch) -> None:
    """Two notes are written for a room that settles something, and nothing for the others."""
    turns = []
    for room in range(_ROOMS):
        place = Place("discord", f"r{room}", "lantern")
        texts = ["what a lovely evening by the harbour", "the heron booked a kettle"]
        if room < _SETTLE:
            texts.append("let's go with the oak for the sign")
        for number, text in enumerate(texts):
            at = DAY + timedelta(seconds=3 * room + number)
            author = Author("discord", str(room % 50), f"N{room % 50}")
            turns.append(Turn(f"m{room}-{number}", at, place, author, text))
    life.history.record_many(turns)
    written = []
    edit = MemoryStore.edit

    def noted(self, rel_path, *more, **others):
        written.append(rel_path)
        return edit(self, rel_path, *more, **others)

    monkeypatch.setattr(MemoryStore, "edit", noted)
    report = life.sleep()
    assert (report.counts["rooms"], report.counts["appended"]) == (_ROOMS, _SETTLE)
    assert len(written) == 2 * _SETTLE
    assert life.sleep(days=1).status is StepStatus.NOTHING
    assert len(written) == 2 * _SETTLE
