"""Which talk a night goes through: what nobody has gone through yet, each message once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from people_and_places import DM, TAVERN
from room_nights import DAY, NIGHT

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.maintenance.channels.talk.marks import ROOMS_READ, RoomMarks
from familiar_memory.maintenance.channels.talk.rooms import active_rooms
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus

NOTE = "channels/discord-lantern.tavern.md"


def _waiting(life, days=0):
    found = active_rooms(life.history, RoomMarks(life.history), NIGHT + timedelta(days=days), 24)
    return {room.place.slug: [one.turn.ref for one in room.turns] for room in found.rooms}


def test_the_first_night_looks_back_so_many_hours(life) -> None:
    """What was said before is history."""
    life.say("Rowan", "let's go with the ash", day=-1)
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak"]


def test_again_there_is_nothing_to_do(life) -> None:
    """Neither notes nor marks change."""
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    before, marks = life.tree(), life.history.watermarks_like("")
    assert life.sleep().status is StepStatus.NOTHING
    assert (life.tree(), life.history.watermarks_like("")) == (before, marks)


def test_after_a_pause_nothing_is_lost(life) -> None:
    """A bot that was off for a week looks back to its last night, in new rooms too."""
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    life.say("Bex", "we agreed to meet on Fridays", day=2)
    life.say("Rowan", "I'll take care of the flyers", place=DM, day=3)
    life.sleep(days=7)
    assert life.lines(NOTE) == [
        "[[Rowan]]: let's go with the oak",
        "[[Bex]]: we agreed to meet on Fridays",
    ]
    assert life.lines("channels/discord-dm-42.md") == ["[[Rowan]]: I'll take care of the flyers"]


def test_the_log_of_another_year_is_not_what_was_said_lately(life) -> None:
    """It only came in meanwhile."""
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    life.say("Rowan", "let's go with the ash", timestamp=DAY - timedelta(days=400))
    life.say("Rowan", "let's go with the elm", timestamp=DAY + timedelta(hours=1))
    life.sleep(days=1)
    assert life.lines(NOTE) == [
        "[[Rowan]]: let's go with the oak",
        "[[Rowan]]: let's go with the elm",
    ]


def test_what_arrives_during_a_question_is_for_the_next_night(life) -> None:
    """It is gathered then."""
    life.say("Rowan", "let's go with the oak for the sign")

    def says(page):
        if len(life.asked) == 1:
            life.say("Bex", "we agreed to meet on Fridays")
        return {"items": [], "ended": []}

    life.sleep(says)
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak for the sign"]
    life.sleep(says, days=1)
    assert life.lines(NOTE)[1:] == ["[[Bex]]: we agreed to meet on Fridays"]


def test_a_message_counts_as_it_stands_when_it_is_written(life) -> None:
    """One that is edited while a model is asked is read again, and one that is deleted is not."""
    kept = life.say("Rowan", "let's go with the oak for the sign")
    gone = life.say("Bex", "I'll print the menu by Friday")

    def says(page):
        if len(life.asked) == 1:
            life.say("Rowan", "let's go with the pine for the sign", ref=kept.ref, edited=True)
            life.say("Bex", "", ref=gone.ref, deleted=True)
        return {"items": [], "ended": []}

    life.sleep(says)
    assert len(life.asked) == 2
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the pine for the sign"]


def test_a_message_that_is_edited_all_the_time_waits(life) -> None:
    """The room waits for a calmer night, and the others do not."""
    kept = life.say("Rowan", "let's go with the oak for the sign")
    life.say("Rowan", "I'll take care of the flyers", place=DM)

    def says(page):
        if page["room"] == "#tavern":
            text = f"let's go with oak {len(life.asked)} for the sign"
            life.say("Rowan", text, ref=kept.ref, edited=True)
        return {"items": [], "ended": []}

    report = life.sleep(says)
    assert report.failures == (StepFailure("#tavern", "its messages were changed over and over"),)
    assert list(life.tree()) == [
        "channels/discord-dm-42.md",
        "days/private/discord-dm-42/2026-02-02.md",
    ]
    assert _waiting(life, 1) == {"discord-lantern.tavern": ["t1"]}


def test_what_became_private_is_of_the_private_room(life) -> None:
    """Before the night, and while a model is asked."""
    life.say("Rowan", "let's go with the oak for the sign")
    moved = life.say("Bex", "I'll print the menu by Friday")
    private = Place("discord", "tavern", "lantern", private=True)
    before = life.say("Bex", "we agreed to meet on Fridays")
    life.history.make_private([(private, before.ref)])

    def says(page):
        if page["room"] == "#tavern" and len(life.asked) == 1:
            life.history.make_private([(private, moved.ref)])
        return {"items": [], "ended": []}

    life.sleep(says)
    life.sleep(says, days=1)
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak for the sign"]
    private = life.lines("channels/discord-private-lantern.tavern.md")
    assert sorted(line.partition("]]: ")[2] for line in private) == [
        "I'll print the menu by Friday",
        "we agreed to meet on Fridays",
    ]


def test_a_deleted_message_is_gone(life) -> None:
    """Also what was edited before the night counts as it was last."""
    life.say("Rowan", "let's go with the oak", ref="a")
    life.say("Rowan", "", ref="a", deleted=True)
    life.say("Bex", "let's go with the ash", ref="b")
    life.say("Bex", "let's go with the elm", ref="b", edited=True)
    life.sleep()
    assert life.lines(NOTE) == ["[[Bex]]: let's go with the elm"]


def test_killed_between_a_note_and_its_mark_it_is_done_again_and_changes_nothing(
    life, monkeypatch
) -> None:
    """Marks are set after what they stand for."""
    life.say("Rowan", "let's go with the oak. I'll order the varnish by Friday")
    life.say("Bex", "we agreed to meet on Fridays")

    def killed(self, place, upto):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RoomMarks, "read", killed)
        with pytest.raises(KeyboardInterrupt):
            life.sleep()
    written = life.tree()
    assert life.history.watermarks_like(ROOMS_READ) == {}
    assert len(life.lines(NOTE)) == 3
    life.sleep()
    assert life.tree() == written


def test_killed_between_two_rooms_the_first_is_not_done_again(life, monkeypatch) -> None:
    """A night that is resumed goes on where it was."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    life.say("Bex", "we agreed to meet on Fridays", place=TAVERN)
    asked = []

    def says(page):
        asked.append(page["room"])
        if page["room"] == "#tavern" and len(asked) == 2:
            raise KeyboardInterrupt
        return {"items": [], "ended": []}

    with pytest.raises(KeyboardInterrupt):
        life.sleep(says)
    life.sleep(says)
    assert asked == ["@42", "#tavern", "#tavern"]


def test_a_night_holds_no_words_in_its_marks(life) -> None:
    """Names of watermarks are numbers and places."""
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    assert life.history.watermarks_like("") == {
        "channels": 1,
        "channels:discord-lantern.tavern": 1,
        "channels_day": NIGHT.date().toordinal(),
        "sleep-known": 1,
    }


@pytest.mark.long
def test_a_long_day_is_read_page_by_page(life) -> None:
    """What is beyond the pages of one night waits for the next, and none is lost."""
    from dataclasses import replace

    from familiar_memory.writers.model.extractor import ReplyLimits

    life.rules = replace(life.rules, limits=ReplyLimits(prompt_chars=400))
    for number in range(60):
        life.say("Bex", f"I'll print menu number {number} {'and so on ' * 10}by Friday")
    for days in range(8):
        life.sleep(days=days)
    lines = "".join(life.lines("days/2026-02-02.md"))
    assert _waiting(life, 9) == {}
    assert "menu number 0 " in lines
    assert life.lines(NOTE)[-1].startswith("[[Bex]]: I'll print menu number 59 ")


def test_of_a_long_day_no_more_is_held_than_one_night_reads(life) -> None:
    """What is left has a number, and rooms beside it are whole."""
    life.say("Rowan", "let's go with the oak")
    for number in range(9):
        life.say("Bex", f"I'll print menu number {number} by Friday", place=DM)
    found = active_rooms(life.history, RoomMarks(life.history), NIGHT, 24, most_chars=100)
    dm, tavern = found.rooms
    assert [len(dm.turns), dm.left] == [2, dm.turns[-1].id + 1]
    assert [len(tavern.turns), tavern.left] == [1, None]


@pytest.mark.long
def test_talk_that_moves_behind_what_is_left_marks_nothing_as_read(life) -> None:
    """What lies between waits for the next night, and is read there."""
    from dataclasses import replace

    from familiar_memory.writers.model.extractor import ReplyLimits

    life.rules = replace(life.rules, limits=ReplyLimits(prompt_chars=400))
    private = Place("discord", "tavern", "lantern", private=True)
    life.say("Rowan", "let's go with the oak for the sign")
    for number in range(60):
        text = f"I'll print menu number {number} {'and so on ' * 10}by Friday"
        life.say("Bex", text, place=private)
    moved = life.say("Gus", "we agreed to meet on Fridays")

    def says(page):
        if len(life.asked) == 1:
            life.history.make_private([(private, moved.ref)])
        return {"items": [], "ended": []}

    life.sleep(says)
    for days in range(1, 8):
        life.sleep(days=days)
    assert _waiting(life, 9) == {}
    told = "".join(life.tree().values())
    assert all(f"menu number {number} " in told for number in range(60))


def test_another_process_goes_on(life, tmp_path) -> None:
    """What was gone through stands in the history."""
    life.say("Rowan", "let's go with the oak")
    life.sleep()
    with HistoryStore(tmp_path / "history.sqlite") as again:
        life.history = again
        assert life.sleep(days=1).status is StepStatus.NOTHING


def test_what_is_deleted_while_another_room_is_asked_about_is_not_shown(life) -> None:
    """However long the night has been by then; and one that was moved is of its new room."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    gone = life.say("Bex", "I'll print the menu by Friday")
    moved = life.say("Gus", "we agreed to meet on Fridays")
    kept = life.say("Rowan", "let's go with the oak for the sign")
    private = Place("discord", "tavern", "lantern", private=True)

    def says(page):
        if len(life.asked) == 1:
            life.say("Bex", "", ref=gone.ref, deleted=True)
            life.say("Rowan", "let's go with the elm for the sign", ref=kept.ref, edited=True)
            life.history.make_private([(private, moved.ref)])
        return {"items": [], "ended": []}

    life.sleep(says)
    shown = [[turn[3] for turn in page["talk"]] for page in life.pages()]
    assert shown == [
        ["I'll take care of the flyers"],
        ["let's go with the elm for the sign"],
        ["we agreed to meet on Fridays"],
    ]
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the elm for the sign"]
