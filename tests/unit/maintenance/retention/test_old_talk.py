"""Words of old messages go, byte for byte; their names, and what was learned of them, stay."""

from contextlib import suppress
from datetime import UTC, datetime

from old_nights import swept
from people_and_places import DM, TAVERN

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.maintenance.retention.talk_readers import place_reader, review_reader
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus


def test_old_words_go_and_notes_that_name_their_messages_stay(world):
    """Not one byte of them is left in the history; the turn keeps its name, the note its ref."""
    note = "# Rowan\n\n## Facts\n\n- likes:: tea (2025-12-01, ref:m1, by:discord-42)\n"
    world.write("people/discord-42.md", note)
    world.say("m1", days_ago=90, text="the heron sleeps in the bulrushes")
    world.say("m2", days_ago=29, text="the kettle is warm")
    report = swept(world.step(own=30), world.night())
    assert report == StepReport(StepStatus.DONE, {"messages emptied": 1})
    assert world.said() == {"m1": "", "m2": "the kettle is warm"}
    assert b"bulrushes" not in world.bytes()
    assert b"kettle" in world.bytes()
    assert world.store.read_file("people/discord-42.md") == note
    assert world.refreshed == [1]


def test_nothing_is_rewritten_where_nothing_went(world, monkeypatch):
    """A night without old words leaves the file as it is."""
    world.say("m1", days_ago=10)
    monkeypatch.setattr(world.history, "empty_turns", None)
    assert swept(world.step(own=30), world.night()) == StepReport(StepStatus.NOTHING)
    assert world.refreshed == []


def test_what_nobody_has_read_yet_stays(world):
    """The writer, and every other reader that is named, comes first."""
    world.say("m1", days_ago=90)
    world.say("m2", days_ago=80)
    world.history.set_watermark(1, "days")

    def done():
        upto = world.history.watermark("days")
        return lambda place: upto

    step = world.step(own=30, readers=(place_reader("the step `days`", done),))
    assert swept(step, world.night()).lines == ("1 old message waits for the step `days`.",)
    assert world.said() == {"m1": "", "m2": "words of m2"}
    world.history.set_watermark(2, "days")
    assert swept(step, world.night()).counts == {"messages emptied": 1}
    assert world.said() == {"m1": "", "m2": ""}


def test_a_message_waits_for_the_readers_of_its_own_place(world):
    """A room in which a step cannot go on keeps no direct message; both are counted."""
    world.say("room", days_ago=90, place=TAVERN)
    world.say("dm", days_ago=90)
    world.say("new", days_ago=90)
    readers = (
        place_reader("the step `channels`", lambda: {TAVERN.slug: 0, DM.slug: 2}.__getitem__),
        place_reader("the step `days`", lambda: lambda place: 2),
    )
    own = swept(world.step(own=30, readers=readers), world.night())
    rooms = swept(world.step(rooms=30, sweep=TalkKind.ROOMS, readers=readers), world.night())
    assert (own.counts, own.lines) == (
        {"messages emptied": 1},
        (
            "1 old message waits for the step `channels`.",
            "1 old message waits for the step `days`.",
        ),
    )
    assert (rooms.counts, rooms.lines) == ({}, ("1 old message waits for the step `channels`.",))
    assert world.said() == {"room": "words of room", "dm": "", "new": "words of new"}


def test_what_was_put_aside_stays(world):
    """A person may have it tried again."""
    for number in (1, 2, 3):
        world.say(f"m{number}", days_ago=90)
    at = datetime(2025, 12, 1, tzinfo=UTC)
    world.history.ledger.note(1, 2, BatchStatus.APPLIED, at=at, turns=(1, 2))
    world.history.ledger.note(3, 3, BatchStatus.QUARANTINED, at=at, turns=(3,))
    assert swept(world.step(own=30), world.night()).counts == {"messages emptied": 2}
    assert world.said() == {"m1": "", "m2": "", "m3": "words of m3"}


def test_what_waits_in_the_review_list_stays(world):
    """Its words stand there too; once it is decided, or off the list, the message goes."""
    line = "likes:: tea (2025-12-01, ref:m1, by:discord-42, in:discord-dm-42) ^p1f0c22aa7d\n"
    below = "  - add to: people/discord-42.md\n  - said: words of m1\n  - audience: discord-dm-42\n"
    world.say("m1", days_ago=90)
    world.say("m2", days_ago=90)
    step = world.step(own=30, readers=(review_reader(world.store, SHIPPED),))
    world.write("review.md", f"# Review\n\n## Open\n\n- [ ] {line}{below}")
    report = swept(step, world.night())
    assert report.counts == {"messages emptied": 1}
    assert report.lines == ("1 old message waits for you to decide on a proposal in review.md.",)
    assert world.said() == {"m1": "words of m1", "m2": ""}
    world.write("review.md", f"# Review\n\n## Accepted\n\n- [x] {line}{below}")
    assert swept(step, world.night(days_later=1)).counts == {"messages emptied": 1}
    assert world.said() == {"m1": "", "m2": ""}


def test_rooms_have_days_of_their_own(world):
    """Direct messages go by the familiar's night, what is said in rooms by theirs."""
    world.say("dm", days_ago=90)
    world.say("room", days_ago=90, place=TAVERN)
    assert swept(world.step(rooms=30, sweep=TalkKind.OWN), world.night()).counts == {}
    assert swept(world.step(rooms=30, sweep=TalkKind.ROOMS), world.night()).counts == {
        "messages emptied": 1
    }
    assert world.said() == {"dm": "words of dm", "room": ""}
    assert swept(world.step(own=30), world.night()).counts == {"messages emptied": 1}


def test_an_old_export_brings_nothing_back(world):
    """The name of an emptied message stays taken."""
    world.say("m1", days_ago=90)
    swept(world.step(own=30), world.night())
    world.say("m1", days_ago=90)
    assert world.said() == {"m1": ""}


def test_a_run_that_was_cut_off_before_the_file_was_rewritten_is_ended_by_the_next(
    world, monkeypatch
):
    """Emptied rows are not enough: their words are on the pages still."""
    world.say("m1", days_ago=90, text="the heron sleeps in the bulrushes " * 40)
    step = world.step(own=30)
    with monkeypatch.context() as patch:
        patch.setattr(world.history._database, "scrub", _die)
        with suppress(KeyboardInterrupt):
            swept(step, world.night())
    assert world.said() == {"m1": ""}
    assert b"bulrushes" in world.bytes()
    assert swept(step, world.night(days_later=1)) == StepReport(StepStatus.NOTHING)
    assert b"bulrushes" not in world.bytes()
    assert world.refreshed == [1]


def _die():
    raise KeyboardInterrupt
