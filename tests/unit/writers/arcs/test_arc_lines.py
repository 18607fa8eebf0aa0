"""A session note says what stayed open in it and what was settled, and follows the talk."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.markdown.text.kept_ids import ARC, is_as_written
from familiar_memory.markdown.tree import parse_note

EVENING = "sessions/2026-02-02-evening.md"
START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
FERRY = "does anybody know when the ferry goes on Sunday?"
TALK = (
    (0, "Gus", "I moved the choir to the old mill."),
    (1, "Gus", "I'm going to book the hall for the choir."),
    (2, "Bex", "I live in Durham now."),
    (180, "Bex", FERRY),
)


@pytest.fixture
def say(make_turn, history, writer):
    """Say lines `(minute, who, text)` in the tavern, or elsewhere, and write them up as one run."""

    def run(*lines: tuple[int, str, str], **more: object) -> None:
        history.record_many(
            [
                make_turn(text, who=who, **({"timestamp": START + timedelta(minutes=at)} | more))
                for at, who, text in lines
            ]
        )
        assert writer.run().is_complete

    return run


def _arcs(store, path: str = EVENING) -> list[str]:
    text = store.read_file(path) if store.exists(path) else ""
    found = re.findall(r"^- (\*\*(?:Open|Resolved).*) \^arc-[0-9a-f]{10}$", text, re.MULTILINE)
    return [one.replace(f", in:{TAVERN.slug}", "") for one in found]


def test_what_stayed_open_stands_on_top_of_the_section(say, store) -> None:
    """Under the lead, with the message and who asked; nothing else is said twice."""
    say(*TALK)
    assert _arcs(store) == [f"**Open, Bex**: {FERRY} (ref:t4, by:discord-287)"]
    section = store.read_file(EVENING).partition("## [[")[2].splitlines()
    assert "^lead-" in section[2]
    assert section[4].startswith("- **Open, Bex**")


def test_what_was_settled_takes_its_place_where_it_was_settled(say, store) -> None:
    """Across midnight: the evening has it no more, and the night has what settled it."""
    say(*TALK)
    say(
        (400, "Gus", "The ferry only goes at noon on Sunday."),
        (401, "Gus", "I booked the hall."),
        (402, "Bex", "I decided to take the train to Whitby."),
    )
    assert _arcs(store) == []
    assert _arcs(store, "sessions/2026-02-03-night.md") == [
        "**Resolved, Gus**: The ferry only goes at noon on Sunday. (ref:t5, by:discord-303)",
        "**Resolved, Gus**: I booked the hall. (ref:t6, by:discord-303)",
    ]


def test_a_session_of_little_substance_has_no_arc(say, store) -> None:
    """Under three messages that say something, or small talk alone."""
    say(
        (0, "Gus", "hey"),
        (1, "Gus", "I live in Durham now."),
        (180, "Bex", FERRY),
        (181, "Bex", "lol"),
    )
    assert _arcs(store) == []


@pytest.mark.parametrize("settled", [False, True])
def test_a_line_that_a_person_has_changed_is_theirs(say, store, settled: bool) -> None:
    """Byte for byte, also when it is settled; it is not written again beside it."""
    say(*TALK)
    theirs = store.read_file(EVENING).replace("on Sunday?", "on *Sundays*?")
    (store.root / EVENING).write_text(theirs, encoding="utf-8")
    text = "The ferry goes at noon on Sunday." if settled else "I decided to paint the barn."
    say((300, "Gus", text))
    assert [one.partition(" (")[0] for one in _arcs(store)] == [
        *(["**Resolved, Gus**: The ferry goes at noon on Sunday."] if settled else []),
        "**Open, Bex**: does anybody know when the ferry goes on *Sundays*?",
    ]


def test_a_line_that_a_person_has_deleted_stays_away(say, store) -> None:
    """However much is said afterwards."""
    say(*TALK)
    theirs = re.sub(r"^.*\^arc-.*\n", "", store.read_file(EVENING), flags=re.MULTILINE)
    (store.root / EVENING).write_text(theirs, encoding="utf-8")
    say((300, "Gus", "I decided to paint the barn."))
    assert _arcs(store) == []


def test_an_arc_stays_with_its_place(say, store) -> None:
    """What was asked in private stands in the private note, and settles nothing elsewhere."""
    say(*TALK)
    before = store.read_file(EVENING)
    say(
        (190, "Gus", "The ferry goes at noon on Sunday."),
        (191, "Gus", "I booked the hall for the choir."),
        place=DM,
    )
    assert store.read_file(EVENING) == before


def test_writing_up_the_same_talk_again_changes_no_byte(
    make_turn, history, store, writer, say
) -> None:
    """A run that is repeated, and a message that is told again."""
    say(*TALK)
    before = store.read_file(EVENING)
    again = make_turn(FERRY, who="Bex", ref="t4", timestamp=START + timedelta(minutes=180))
    history.record(again)
    assert writer.run().is_complete
    assert store.read_file(EVENING) == before


def test_the_message_of_a_thread_has_a_line_of_its_own(say, store) -> None:
    """Its thread is no line of it that a person has changed."""
    say(*TALK[1:], (300, "Gus", "I booked the hall for the choir."))
    text = store.read_file(EVENING)
    assert "- **Resolved, Gus**: I booked the hall for the choir. (" in text
    assert "- [[Gus]]: I booked the hall for the choir. ^t" in text


@pytest.mark.parametrize(
    "done",
    [
        "I booked the hall (2026-01-01, in:public)",
        "I booked the hall ^arc-0123456789",
        "I booked the hall, see [[people/rowan|me]] and [x](../self/rules.md)",
        "I booked the hall # Facts",
        "I booked the hall ~~soon~~ **really**",
        "lives_in:: Rome, and I booked the hall",
    ],
)
def test_whatever_a_message_says_its_thread_stays_in_its_place(say, store, done: str) -> None:
    """A tail, an id, a link or a heading in somebody's words is nothing but words."""
    say(*TALK, (190, "Gus", done))
    note = parse_note(store.read_file(EVENING), path=EVENING)
    lines = [b.record for b in note.blocks if b.record and (b.record.id or "").startswith("arc-")]
    assert [(one.fields.place, one.fields.refs, one.predicate) for one in lines] == [
        (TAVERN.slug, ("t5",), None)
    ]
    assert is_as_written(lines[0], ARC, TAVERN.slug)
    assert len([one for one in note.sections if one.level == 2]) == 1
