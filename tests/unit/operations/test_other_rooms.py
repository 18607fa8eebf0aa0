"""What somebody says in one room of a guild counts for what they said in its other rooms."""

from __future__ import annotations

import re
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.proposal import AddRecord, Proposal, RetireRecord

PATH = "people/discord-42.md"
TAVERN, GARDEN = "discord-g.tavern", "discord-g.garden"
MODS, DM = "discord-private-g.mods", "discord-dm-42"
_END = re.compile(r"until [\d-]+")
STRICT = NoteRules(readers=AudiencePolicy.STRICT)


def _fields(day: int, place: str, **more: str) -> RecordFields:
    return RecordFields(
        learned=date(2026, 3, day),
        refs=(f"m{day}",),
        by="discord-42",
        place=place,
        source="user-stated",
        **more,
    )


def _says(day: int, place: str, predicate: str, thing: str, **more: str) -> AddRecord:
    text = fact_text(predicate, thing)
    record = Record(text, _fields(day, place, **more), predicate=predicate, object=thing)
    return AddRecord(PATH, "Rowan", "Facts", record)


def _facts(*said: Proposal, rules: NoteRules | None = None) -> list[str]:
    """The lines, each without its tail but for its end."""
    text = ""
    for one in said:
        text, _ = merge(text, (one,), rules or NoteRules())
    found = [line for line in text.splitlines() if "::" in line]
    return [
        line.partition(" (")[0] + "".join(f" {end}" for end in _END.findall(line)) for line in found
    ]


def test_a_move_told_in_one_channel_ends_the_home_told_in_another() -> None:
    """Whoever may read the one channel may read the other."""
    assert _facts(_says(1, TAVERN, "lives_in", "Oban"), _says(9, GARDEN, "lives_in", "Hull")) == [
        "- ~~lives_in:: Oban until 2026-03-09",
        "- lives_in:: Hull",
    ]


def test_what_is_disliked_now_is_liked_in_no_other_channel() -> None:
    """Opposites meet as they do within a channel."""
    assert _facts(_says(1, TAVERN, "loves", "kimchi"), _says(9, GARDEN, "dislikes", "kimchi")) == [
        "- ~~loves:: kimchi until 2026-03-09",
        "- dislikes:: kimchi",
    ]


def test_an_old_home_told_late_in_another_channel_ends_where_the_present_one_begins() -> None:
    """Facts come in any order, in whichever room."""
    late = _says(9, GARDEN, "lives_in", "Oban", since="2019")
    assert _facts(_says(5, TAVERN, "lives_in", "Hull", since="2024"), late) == [
        "- lives_in:: Hull",
        "- ~~lives_in:: Oban until 2024",
    ]


def test_what_somebody_does_no_longer_ends_in_every_channel() -> None:
    """A denial goes by its object, wherever that was stated."""
    over = RetireRecord(PATH, "plays", "banjo", _fields(9, GARDEN), ended=True)
    assert _facts(_says(1, TAVERN, "plays", "banjo"), over) == [
        "- ~~plays:: banjo until 2026-03-09"
    ]


def test_what_is_said_in_private_ends_nothing_outside() -> None:
    """It would show: neither a direct message nor a private channel reaches the others."""
    for private in (MODS, DM):
        assert _facts(
            _says(1, TAVERN, "lives_in", "Oban"), _says(9, private, "lives_in", "Hull")
        ) == ["- lives_in:: Oban", "- lives_in:: Hull"]
        over = RetireRecord(PATH, "lives_in", "Oban", _fields(9, private), ended=True)
        assert _facts(_says(1, TAVERN, "lives_in", "Oban"), over) == ["- lives_in:: Oban"]


def test_under_the_policy_strict_every_channel_is_by_itself() -> None:
    """There the readers of one channel do not know what was said in another."""
    said = _says(1, TAVERN, "lives_in", "Oban"), _says(9, GARDEN, "lives_in", "Hull")
    assert _facts(*said, rules=STRICT) == ["- lives_in:: Oban", "- lives_in:: Hull"]


def test_a_home_told_again_in_another_channel_stays() -> None:
    """It is written there as well, since a line names the room of its turns."""
    assert _facts(_says(1, TAVERN, "lives_in", "Oban"), _says(9, GARDEN, "lives_in", "Oban")) == [
        "- lives_in:: Oban",
        "- lives_in:: Oban",
    ]
