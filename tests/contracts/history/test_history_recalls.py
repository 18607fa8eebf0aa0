"""The log of recalls: names of what was surfaced, bounded, and gone with what it names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.surfaced import LoggedRecall, SurfaceCount, Surfaced
from familiar_memory.domain.talk.identity import Author
from familiar_memory.history.recalls.base import LogCounts

AT = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)
TAVERN = "discord-lantern.tavern"


def eraser(history):
    """At one moment."""
    return history.eraser(lambda: AT)


def turn_of(ref):
    """A surfaced turn of the tavern."""
    return Surfaced("conversation", TAVERN, None, TAVERN, (ref,))


def note_of(path, line=3, *refs):
    """A surfaced line of a note, which came from these turns."""
    return Surfaced("memory", path, line, TAVERN if refs else None, refs)


def recall(*surfaced, minutes=0, author="discord-42", question=None):
    """A recall in the tavern."""
    at = AT + timedelta(minutes=minutes)
    return LoggedRecall(at, TAVERN, author, surfaced, 9, question)


def test_what_was_logged_is_read_back_the_newest_first(history):
    """Whole, in the order of ranks."""
    first = recall(turn_of("m1"), note_of("people/x.md", 4, "m1", "m2"), note_of("notes.md"))
    second = recall(minutes=5, question="who?")
    history.recalls.add([first, second])
    assert history.recalls.latest() == [second, first]
    assert history.recalls.latest(1) == [second]


def test_notes_and_turns_are_counted_by_recall(history):
    """Two lines of one note in one recall count once; the latest time is told."""
    history.recalls.add(
        [
            recall(turn_of("m1"), note_of("a.md", 1), note_of("a.md", 2)),
            recall(note_of("a.md", 1), note_of("b.md", 1, "m1", "m2"), minutes=9),
        ]
    )
    later = AT + timedelta(minutes=9)
    assert history.recalls.top_notes() == [
        SurfaceCount("memory", "a.md", None, 2, later),
        SurfaceCount("memory", "b.md", None, 1, later),
    ]
    assert history.recalls.top_notes(1)[0].key == "a.md"
    assert history.recalls.top_turns() == [SurfaceCount("conversation", TAVERN, "m1", 1, AT)]


def test_a_deleted_turn_leaves_the_log(history, say):
    """Its own entries go; a note that came from it stays without its name."""
    history.record_many([say("m1"), say("m2")])
    history.recalls.add([recall(turn_of("m1"), turn_of("m2"), note_of("a.md", 1, "m1"))])
    history.record(say("m1", deleted=True))
    (left,) = history.recalls.latest()
    assert left.surfaced == (turn_of("m2"), note_of("a.md", 1))
    assert eraser(history).residue(Erasure(turns=frozenset({(TAVERN, "m1")}))) == ()


def test_a_turn_deleted_before_it_was_logged_does_not_come_back(history, say):
    """The log is written later than the recall."""
    history.record_many([say("m1"), say("m1", deleted=True)])
    history.recalls.add([recall(turn_of("m1"), note_of("a.md", 1, "m1"))])
    (left,) = history.recalls.latest()
    assert left.surfaced == (note_of("a.md", 1),)


def test_forgetting_a_person_takes_what_they_asked_and_what_they_said(history, say):
    """Others' recalls stay, without that person's turns."""
    history.record_many([say("m1", who="42"), say("m2", who="7")])
    history.recalls.add(
        [recall(turn_of("m2")), recall(turn_of("m1"), turn_of("m2"), author="discord-7")]
    )
    what = Erasure(authors=frozenset({Author("discord", "42")}))
    assert "2 rows of the recall log name it" in eraser(history).residue(what)
    eraser(history).erase(what)
    assert eraser(history).residue(what) == ()
    assert history.recalls.latest() == [recall(turn_of("m2"), author="discord-7")]


def test_forgetting_a_turn_or_a_note(history):
    """A ref of another place is another turn."""
    elsewhere = Surfaced("conversation", "discord-dm-42", None, "discord-dm-42", ("m1",))
    history.recalls.add([recall(turn_of("m1"), elsewhere, note_of("a.md"), note_of("b.md"))])
    gone = Erasure(turns=frozenset({(TAVERN, "m1")}), paths=frozenset({"a.md"}))
    assert eraser(history).erase(gone) == 2
    assert history.recalls.latest()[0].surfaced == (elsewhere, note_of("b.md"))
    there = Erasure(turns=frozenset({("discord-dm-42", "m1")}), paths=frozenset({"b.md", "a.md"}))
    assert eraser(history).residue(there) == ("2 rows of the recall log name it",)


@pytest.mark.parametrize(
    ("bounds", "left"),
    [
        ({}, 4),
        ({"keep_days": 2}, 2),
        ({"keep_rows": 3}, 3),
        ({"keep_rows": 1}, 1),
        ({"keep_days": 2, "keep_rows": 1}, 1),
    ],
)
def test_the_log_is_bounded_by_age_and_by_rows(history, bounds, left):
    """The oldest go first."""
    days = [replace(recall(turn_of(f"m{n}")), at=AT + timedelta(days=n)) for n in range(4)]
    history.recalls.add(days)
    assert history.recalls.trim(AT + timedelta(days=4), **bounds) == 4 - left
    assert history.recalls.latest() == days[::-1][:left]


def test_recalls_without_a_hit_are_bounded_too(history):
    """They are rows like any other."""
    history.recalls.add([recall(minutes=n) for n in range(5)])
    assert history.recalls.trim(AT, keep_rows=2) == 3


def test_a_recall_and_what_it_surfaced_are_counted(history):
    """A passage that names two turns is two rows, one that names none is one."""
    history.recalls.add([recall(note_of("a.md", 1, "m1", "m2"), note_of("b.md")), recall()])
    assert history.recalls.counts() == LogCounts(2, 3)
