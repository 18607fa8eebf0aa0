"""What was said too long ago for a night is left, and the night says so and how to go back."""

from __future__ import annotations

from datetime import timedelta

from people_and_places import DM, TAVERN
from room_nights import DAY

from familiar_memory.domain.talk.role import Role
from familiar_memory.maintenance.sleep.step import StepStatus

NOTE = "channels/discord-lantern.tavern.md"
LONG_AGO = DAY - timedelta(days=9)
SAID = "older than 24 hours"
GO_BACK = "`familiar sleep --step channels --since 2026-01-24` goes back."


def test_the_first_night_says_what_it_leaves(life) -> None:
    """Once, as the days do."""
    life.say("Rowan", "let's go with the oak", timestamp=LONG_AGO)
    life.say("Bex", "fine by me", timestamp=LONG_AGO + timedelta(days=1), place=DM)
    report = life.sleep()
    assert report.status is StepStatus.NOTHING
    assert report.counts == {"left as too old": 2}
    assert report.lines == (f"2 messages {SAID} are not in any note of a room yet: {GO_BACK}",)
    assert life.sleep(days=1).lines == ()
    assert life.tree() == {}


def test_so_does_a_later_one_of_what_comes_late(life) -> None:
    """Beside what it does; and gone back to, all of it is in the note."""
    life.say("Rowan", "let's go with the oak for the sign")
    assert life.sleep().lines == ()
    life.say("Bex", "we agreed to meet on Fridays", timestamp=LONG_AGO)
    life.say("Gus", "I'll print the menu by Friday", day=1)
    shown = life.sleep(days=1, is_dry_run=True)
    report = life.sleep(days=1)
    assert report.status is StepStatus.DONE
    assert shown.lines == report.lines
    assert report.counts["left as too old"] == 1
    assert report.lines == (f"1 message {SAID} is not in any note of a room yet: {GO_BACK}",)
    assert life.sleep(days=2, since=LONG_AGO).lines == ()
    assert "[[Bex]]: we agreed to meet on Fridays" in life.lines(NOTE)
    assert life.sleep(days=3).lines == ()


def test_what_is_no_talk_of_people_is_not_counted(life) -> None:
    """The familiar's own words, what was deleted, and what nobody was to hear of."""
    life.say("Rowan", "hello", timestamp=LONG_AGO, role=Role.ASSISTANT)
    life.say("Rowan", "", timestamp=LONG_AGO, deleted=True)
    life.say("Rowan", "let's go with the oak", timestamp=LONG_AGO, silent=True, place=TAVERN)
    assert life.sleep().lines == ()


def test_what_is_older_than_what_a_person_goes_back_to_is_not_named(life) -> None:
    """They know that there is more."""
    life.say("Rowan", "let's go with the ash", timestamp=LONG_AGO - timedelta(days=9))
    life.say("Bex", "we agreed to meet on Fridays", timestamp=LONG_AGO)
    assert life.sleep(since=LONG_AGO).lines == ()
    assert life.lines(NOTE) == ["[[Bex]]: we agreed to meet on Fridays"]
