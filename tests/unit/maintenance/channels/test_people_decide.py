"""What people do with the note of a room stays done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from people_and_places import DM

from familiar_memory.knowledge.write_policy.confided_turns import confided_mark
from familiar_memory.maintenance.sleep.step import StepStatus
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.marks.held_marks import HeldMarks

NOTE = "channels/discord-lantern.tavern.md"


def test_a_line_that_a_person_deleted_does_not_come_back(life) -> None:
    """Nor a section, nor the note: what was done once is done."""
    life.say("Rowan", "let's go with the oak for the sign")
    life.say("Bex", "I'll send the minutes by Friday")
    life.sleep()
    life.store.edit(NOTE, lambda text: text.partition("## Decisions")[0])
    life.say("Gus", "we agreed to meet on Fridays", day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == ["[[Gus]]: we agreed to meet on Fridays"]
    life.store.delete(NOTE)
    assert life.sleep(days=2).status is StepStatus.NOTHING
    assert NOTE not in life.tree()


def test_lines_of_people_are_neither_struck_nor_taken_for_ours(life) -> None:
    """One that they wrote, and one whose words they changed."""
    life.say("Bex", "I'll send the minutes by Friday")
    life.sleep()
    changed = "[[Bex]]: I'll send the minutes and the menu by Friday"
    life.store.edit(
        NOTE,
        lambda text: (
            text.replace("minutes by", "minutes and the menu by")
            + "- [[Bex]]: prints the minutes\n"
        ),
    )
    before = life.lines(NOTE)
    life.say("Bex", "I've sent the minutes. I've printed the minutes", day=1)
    report = life.sleep(days=1)
    assert report.counts["retired"] == 0
    assert life.lines(NOTE) == before == [changed, "- [[Bex]]: prints the minutes"]


def test_a_line_is_known_again_under_another_name_of_its_speaker(life) -> None:
    """Links follow a file that a person calls otherwise; the words are the same."""
    life.say("Bex", "I'll send the minutes by Friday")
    life.sleep()
    life.store.edit(NOTE, lambda text: text.replace("[[Bex]]", "[[Becky|Bex]]"))
    life.say("Bex", "I've sent the minutes", day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == ["~~[[Becky|Bex]]: I'll send the minutes by Friday"]


def test_what_is_taken_on_again_is_a_line_of_its_own(life) -> None:
    """And is struck by itself once it is done again."""
    for day in (0, 7):
        life.say("Bex", "I'll send the minutes by Friday", day=day)
        life.sleep(days=day)
        life.say("Bex", "I've sent the minutes", day=day + 1)
        life.sleep(days=day + 1)
    assert life.lines(NOTE) == ["~~[[Bex]]: I'll send the minutes by Friday"] * 2


def test_bytes_of_people_stay(life) -> None:
    """Line ends, spacing and what stands around the lines that come."""
    head = b"\xef\xbb\xbf# The  tavern\r\n\r\n## Rules\r\n* be kind \r\n\r\n## Decisions\r\n"
    written = head + b"* none yet\r\n"
    life.store.edit(NOTE, lambda _: "x")
    path = life.store.root / NOTE
    path.write_bytes(written)
    life.say("Rowan", "let's go with the oak for the sign")
    life.sleep()
    before, _, added = path.read_bytes().partition(b"* none yet\r\n")
    # The properties explain a label; all else stands as it did.
    assert before.replace(_legend_of(before), b"") == head
    assert added.count(b"\n") == added.count(b"\r\n") == 1
    assert b"* [[Rowan]]: let's go with the oak for the sign (2026-02-02" in added


def _legend_of(head: bytes) -> bytes:
    """The properties that were put on top."""
    _, begin, rest = head.partition(b"---\r\n")
    inside, end, _ = rest.partition(b"---\r\n")
    assert b"#tavern]]" in inside
    return begin + inside + end


def test_a_struck_line_stays_struck_and_may_be_decided_anew(life) -> None:
    """A person's strike counts; said again later, it is said again."""
    life.say("Rowan", "let's go with the oak for the sign")
    life.sleep()
    life.store.edit(NOTE, lambda text: text.replace("- [[", "- ~~[[").replace(" ^sh", "~~ ^sh"))
    life.say("Rowan", "let's go with the oak for the sign", day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == ["~~[[Rowan]]: let's go with the oak for the sign"]


def test_a_full_note_is_reported_and_keeps_nobody_waiting(life, tmp_path) -> None:
    """The other notes are written; a person makes room."""
    life.say("Rowan", "I'll take care of the flyers", place=DM)
    life.say("Rowan", "let's go with the oak for the sign")
    life.store.edit(NOTE, lambda _: "# tavern\n\n" + "ours, at length\n" * 249)
    before = life.tree()[NOTE]
    life.store = MemoryStore(tmp_path / "memory", limits=Limits(max_file_bytes=4_000))
    report = life.sleep()
    assert report.status is StepStatus.PARTLY
    assert [one.what for one in report.failures] == [NOTE]
    assert life.tree()[NOTE] == before
    assert life.lines("days/2026-02-02.md") == ["[[Rowan]]: let's go with the oak for the sign"]
    assert life.sleep().status is StepStatus.NOTHING


@pytest.mark.parametrize("mark", ["confided", "held"])
def test_what_is_told_in_confidence_or_held_is_copied_nowhere(life, mark) -> None:
    """Nor is it shown to a model."""
    secret = life.say("Bex", "I'll send the adoption papers by Friday")
    life.say("Rowan", "let's go with the oak for the sign")
    turn = life.history.turn(secret.place.slug, secret.ref)
    if mark == "held":
        from familiar_memory.knowledge.write_policy.decision import Recommendation

        HeldMarks(life.history).mark("abc", Recommendation.COMMIT_AT_SESSION_END, [turn.id])
    else:
        life.history.set_watermark(turn.id, confided_mark(turn.id))
    life.sleep(lambda page: {"items": [], "ended": []})
    assert "adoption" not in "".join(life.tree().values())
    assert "adoption" not in life.asked[0].messages[1].text
    assert life.lines(NOTE) == ["[[Rowan]]: let's go with the oak for the sign"]


def test_what_shows_by_its_words_that_it_is_told_in_confidence_stays_out(life) -> None:
    """Whatever form it has."""
    life.say("Bex", "I was abused as a child. I'll send the police report by Friday", place=DM)
    life.say("Bex", "we've decided to tell nobody that I was raped", place=DM)
    life.say("Bex", "I'll order the candles by Friday", place=DM)
    life.sleep()
    assert life.lines("channels/discord-dm-7.md") == []
    assert life.lines("channels/discord-dm-42.md") == [
        "[[discord-7|Bex]]: I'll order the candles by Friday"
    ]


def test_the_rules_may_be_replaced(life) -> None:
    """The zone decides of which day a message is."""
    from zoneinfo import ZoneInfo

    life.rules = replace(life.rules, zone=ZoneInfo("Asia/Tokyo"))
    life.say("Rowan", "let's go with the oak for the sign")
    life.sleep()
    assert list(life.tree()) == [NOTE, "days/2026-02-03.md"]
