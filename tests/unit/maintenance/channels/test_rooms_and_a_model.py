"""What a model says of a room counts as far as its messages bear it out; it fails room by room."""

from __future__ import annotations

import pytest
from people_and_places import DM, TAVERN
from room_nights import item, replied

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import ModelRefusedError, ModelUnavailableError
from familiar_memory.llm.base import Completion, FinishReason
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepStatus

NOTE = "channels/discord-lantern.tavern.md"
KITCHEN = Place("discord", "kitchen", "lantern")


def test_a_model_words_what_no_form_finds(life) -> None:
    """The line has who said it, when, where and how it was found."""
    life.say("Rowan", "right, the sign will be oak then, everybody has nodded")
    life.say("Bex", "and the menu is on me, ready on Friday")
    life.sleep(
        lambda page: replied(
            [
                item(page, 0, "decision", "the sign will be made of oak", "the sign will be oak"),
                item(page, 1, "action", "makes the menu by Friday", "the menu is on me"),
            ]
        )
    )
    assert life.lines(NOTE) == [
        "[[Rowan]]: the sign will be made of oak",
        "[[Bex]]: makes the menu by Friday",
    ]
    assert "t1, by:discord-42, source:auto-extraction)" in life.tree()[NOTE]


def test_what_plain_words_say_is_not_said_twice(life) -> None:
    """The speaker's own words stand."""
    life.say("Rowan", "let's go with the oak for the sign")
    said = "the sign is made of oak"
    life.sleep(lambda page: replied([item(page, 0, "decision", said, "let's go with the oak")]))
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak for the sign"]


@pytest.mark.parametrize(
    ("said", "replied_text"),
    [
        ("We agreed to meet at noon on 5 March.", "We agreed to meet at noon on 5 March"),
        ("we agreed to meet at noon on 5 March", "We agreed to meet at noon"),
    ],
)
def test_what_is_of_two_kinds_is_said_once_in_its_day(life, said, replied_text) -> None:
    """A model calls a decision what plain words call an agreement, in as many words or fewer."""
    life.say("Rowan", said)
    life.sleep(lambda page: replied([item(page, 0, "decision", replied_text, said)]))
    assert life.lines("days/2026-02-02.md") == [f"[[Rowan]]: {said.rstrip('.')}"]


def test_a_model_ends_what_it_was_shown(life) -> None:
    """By its name on the page, with the words that say so."""
    life.say("Bex", "I'll send the minutes by Friday")
    life.sleep()
    life.say("Bex", "those minutes went out this morning, by the way", day=1)

    def says(page):
        (known,) = page["known"]
        assert known["text"] == "**Bex**: I'll send the minutes by Friday"
        ended = {"line": known["id"], "turn": "t1", "quote": "went out this morning", "how": "done"}
        return replied(ended=[ended])

    life.sleep(says, days=1)
    assert life.lines(NOTE) == ["~~[[Bex]]: I'll send the minutes by Friday"]


@pytest.mark.parametrize(
    "changed",
    [
        {"quote": "the sign will be pine"},
        {"quote": "is it oak"},
        {"quote": "long live oak"},
        {"speaker": "p2"},
        {"speaker": "p9"},
        {"turns": ["t9"]},
        {"turns": ["t1", "t9"]},
        {"turns": []},
        {"turns": "t1"},
        {"text": "the harbour is closed for ever"},
        {"text": "# the sign will be oak"},
        {"text": "the sign will be oak (2026-02-02, by:discord-9)"},
        {"text": "see [[people/discord-9|oak sign]]"},
        {"text": "the sign will be oak\n- and more"},
        {"text": ""},
        {"kind": "gossip"},
        {"kind": None},
    ],
)
def test_what_its_messages_do_not_bear_out_is_left_out(life, changed) -> None:
    """Quotations that nobody said, other speakers, turns that were not shown, text that is none."""
    life.say("Rowan", 'the sign will be oak then. is it oak? he sang "long live oak"')
    life.say("Bex", "hear hear, what a lovely evening")
    given = {
        "kind": "decision",
        "speaker": "p1",
        "turns": ["t1"],
        "quote": "the sign will be oak",
        "text": "the sign will be made of oak",
    }
    life.sleep(lambda page: replied([{**given, **changed}, "nothing", 7]))
    assert life.lines(NOTE) == []
    life.say("Rowan", "the sign will be oak then", day=1)
    life.sleep(lambda page: replied([given]), days=1)
    assert life.lines(NOTE) == ["[[Rowan]]: the sign will be made of oak"]


@pytest.mark.parametrize(
    "changed",
    [
        {"line": "k9"},
        {"line": "k2"},
        {"turn": "t9"},
        {"quote": "they never went out"},
        {"how": "forgotten"},
        {"turn": "t2", "quote": "what a lovely evening"},
    ],
)
def test_nothing_ends_by_words_that_nobody_said(life, changed) -> None:
    """Nor a line that the page does not show, or by a message that has nothing to do with it."""
    life.say("Bex", "I'll send the minutes by Friday")
    life.sleep()
    life.say("Bex", "those minutes went out this morning, by the way", day=1)
    life.say("Gus", "what a lovely evening for the harbour", day=1)
    given = {"line": "k1", "turn": "t1", "quote": "went out this morning", "how": "done"}
    life.sleep(lambda page: replied(ended=[{**given, **changed}]), days=1)
    assert life.lines(NOTE) == ["[[Bex]]: I'll send the minutes by Friday"]


def test_the_page_holds_this_room_alone(life) -> None:
    """Its talk, the people who speak in it, and the lines of its own note."""
    life.say("Rowan", "I'll order the map by Friday", place=DM)
    life.say("Gus", "Decided: the cellar stays locked", place=KITCHEN)
    life.sleep()
    life.store.edit(NOTE, lambda text: f"{text}# tavern\n\n- a person's own line\n")
    life.say("Bex", "we agreed to meet on Fridays", day=1)
    life.say("Rowan", "and the treasure map is old", place=DM, day=1)
    life.sleep(lambda page: replied(), days=1)
    dm, tavern = life.pages()
    assert tavern == {
        "room": "#tavern",
        "people": [{"id": "p1", "name": "Bex"}],
        "known": [],
        "talk": [["t1", "2026-02-03 18:01", "p1", "we agreed to meet on Fridays"]],
    }
    assert [one["text"] for one in dm["known"]] == ["**Rowan**: I'll order the map by Friday"]


def test_a_refusal_is_one_rooms_affair(life) -> None:
    """The others go on; the room waits, and nothing of it is lost."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    life.say("Gus", "Decided: the cellar stays locked", place=KITCHEN)
    life.say("Bex", "we agreed to meet on Fridays")

    def says(page):
        if page["room"] == "#kitchen":
            raise ModelRefusedError("no: 'the cellar'", "another request")
        return replied()

    report = life.sleep(says)
    assert report.status is StepStatus.PARTLY
    assert report.failures == (StepFailure("#kitchen", "the model refused"),)
    assert "channels/discord-lantern.kitchen.md" not in life.tree()
    assert life.lines(NOTE) == ["[[Bex]]: we agreed to meet on Fridays"]
    life.sleep(lambda page: replied(), days=3)
    assert life.lines("channels/discord-lantern.kitchen.md") == [
        "[[Gus]]: Decided: the cellar stays locked"
    ]


@pytest.mark.parametrize(
    "reply",
    [
        "I am sorry, Dave",
        "{}",
        '{"items": "none"}',
        Completion("", finish_reason=FinishReason.REFUSAL),
        Completion('{"items": [', finish_reason=FinishReason.LENGTH),
    ],
)
def test_after_three_replies_of_no_use_plain_words_do(life, reply) -> None:
    """So what a model does not like is not lost, and wedges nothing."""
    life.say("Gus", "Decided: the cellar stays locked")
    statuses = [life.sleep(lambda page: reply, days=days).status for days in range(4)]
    failed = StepStatus.FAILED
    assert statuses == [failed, failed, StepStatus.DONE, StepStatus.NOTHING]
    assert life.lines(NOTE) == ["[[Gus]]: Decided: the cellar stays locked"]


def test_who_does_not_answer_is_not_asked_for_every_room(life) -> None:
    """After three rooms the others wait as well, however long the outage."""
    for number in range(6):
        life.say("Gus", "Decided: the cellar stays locked", place=Place("discord", f"r{number}"))

    def says(page):
        raise ModelUnavailableError("late")

    reports = [life.sleep(says, days=days) for days in range(3)]
    assert len(life.asked) == 9
    assert [one.status for one in reports] == [StepStatus.FAILED] * 3
    assert life.tree() == {}
    report = life.sleep(lambda page: replied(), days=3)
    assert report.counts["appended"] == 6


def test_what_is_three_days_old_waits_for_no_model(life) -> None:
    """Plain words do then, also in rooms for which nobody is asked any more; what is new waits."""
    for number in range(6):
        life.say("Gus", "Decided: the cellar stays locked", place=Place("discord", f"r{number}"))

    def says(page):
        raise ModelUnavailableError("late")

    life.sleep(says)
    life.say("Bex", "we agreed to meet on Fridays", day=3)
    report = life.sleep(says, days=3)
    assert (report.status, report.counts["appended"]) == (StepStatus.PARTLY, 6)
    assert report.failures == (StepFailure("#tavern", "the model could not be reached"),)
    assert report.lines == (
        "No model could be reached for 3 days: of 6 rooms plain words were taken.",
    )
    assert NOTE not in life.tree()
    assert len(life.asked) == 6


def test_small_talk_asks_nobody(life) -> None:
    """A question costs time and money."""
    life.say("Rowan", "hello")
    life.say("Bex", "hi!")
    assert life.sleep(lambda page: replied()).status is StepStatus.DONE
    assert life.asked == []


def test_a_model_that_says_otherwise_the_second_time_adds_nothing(life, monkeypatch) -> None:
    """Where the first run died before its mark: a message has its line."""
    from familiar_memory.maintenance.channels.talk.marks import RoomMarks

    life.say("Rowan", "right, the sign will be oak then, everybody has nodded")

    def saying(text):
        return lambda page: replied([item(page, 0, "decision", text, "the sign will be oak")])

    def killed(self, place, upto):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RoomMarks, "read", killed)
        with pytest.raises(KeyboardInterrupt):
            life.sleep(saying("the sign will be made of oak"))
    written = life.tree()
    life.sleep(saying("oak is what the sign will be made of"))
    assert life.tree() == written
    assert TAVERN.slug in NOTE
