"""What moves to a private room while it waits is gone through there, as is what waits there."""

from __future__ import annotations

import pytest
from people_and_places import TAVERN
from room_nights import replied

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import ModelUnavailableError
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus

NOTE = "channels/discord-private-lantern.tavern.md"
PRIVATE = Place("discord", "tavern", "lantern", private=True)
MENU, FRIDAYS = "I'll print the menu by Friday", "we agreed to meet on Fridays"


def _unreachable(_page):
    raise ModelUnavailableError("gone")


def test_what_moves_in_does_not_pass_what_waits_there(life) -> None:
    """The model is away just when the private room is read."""
    life.say("Bex", MENU, place=PRIVATE)
    moving = life.say("Rowan", FRIDAYS)

    def says(page):
        life.history.make_private([(PRIVATE, moving.ref)])
        return replied() if len(life.asked) == 1 else _unreachable(page)

    report = life.sleep(says)
    assert report.failures == (StepFailure("#tavern", "the model could not be reached"),)
    assert life.history.watermarks_like("channels").get(f"channels:{PRIVATE.slug}", 0) == 0
    life.sleep(days=1)
    assert life.lines(NOTE) == [
        "[[discord-42|Rowan]]: we agreed to meet on Fridays",
        "[[discord-7|Bex]]: I'll print the menu by Friday",
    ]


@pytest.mark.parametrize("guild", ["lantern", "zebra"])
def test_what_moves_after_it_could_not_be_read_is_read_where_it_went(life, guild) -> None:
    """However far the private room was gone through, and whichever slug comes first."""
    tavern = Place("discord", "tavern", guild)
    private = Place("discord", "tavern", guild, private=True)
    moving = life.say("Rowan", FRIDAYS, place=tavern)
    life.say("Bex", MENU, place=private)
    texts = []

    def says(page):
        texts.append(page["talk"][0][3])
        return _unreachable(page) if texts[-1] == FRIDAYS else replied()

    life.sleep(says)
    assert texts == [FRIDAYS, MENU]
    life.history.make_private([(private, moving.ref)])
    life.sleep(days=1)
    note = f"channels/{private.slug}.md"
    assert life.lines(note) == [
        "[[discord-42|Rowan]]: we agreed to meet on Fridays",
        "[[discord-7|Bex]]: I'll print the menu by Friday",
    ]
    assert life.sleep(days=2).status is StepStatus.NOTHING


def test_what_waits_in_an_open_room_holds_up_no_other(life) -> None:
    """Only the private room that it may become."""
    kitchen = Place("discord", "kitchen", "lantern")
    life.say("Rowan", FRIDAYS, place=TAVERN)
    life.say("Bex", MENU, place=kitchen)
    life.sleep(lambda page: _unreachable(page) if page["room"] == "#tavern" else replied())
    life.sleep(lambda _page: replied(), days=1)
    assert [page["room"] for page in life.pages()] == ["#kitchen", "#tavern", "#tavern"]
