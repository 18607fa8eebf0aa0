"""A line that went into another was right until that one speaks for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.went_into import notes_with_originals
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore

_PATH = "people/discord-42.md"
_OLD = "- ~~Sings (2026-01-01, ref:t1{more}, into:^m1)~~"
_NEW = "- Sings at night (2026-01-20, ref:t2, ref:t1{more}) ^m1"


def _merged_at(*lines: str) -> list[datetime | None]:
    document = NoteParser().read(_PATH, "# Rowan\n\n## Life\n\n" + "\n".join(lines) + "\n", "")
    return [one.merged_at for one in document.passages]


def _day(number: int, **time: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC).replace(**time)


@pytest.mark.parametrize("place", ["", ", in:discord-lantern.tavern", ", in:owner"])
def test_the_merged_line_speaks_from_the_day_on_which_it_was_learned(place):
    """Wherever the two stand, and for whomever."""
    lines = [_OLD.format(more=place), _NEW.format(more=place)]
    assert _merged_at(*lines) == [_day(20), None]
    assert _merged_at(*lines[::-1]) == [None, _day(20)]


def test_it_speaks_from_the_moment_where_that_is_said():
    """A time of day counts; one without an offset is of UTC."""
    for written in ("2026-01-20T19:30:00Z", "2026-01-20T20:30:00+01:00"):
        new = _NEW.format(more="").replace("2026-01-20", written)
        assert _merged_at(_OLD.format(more=""), new) == [_day(20, hour=19, minute=30), None]


def test_each_link_of_a_chain_until_the_next():
    """What was merged, and merged again."""
    again = "- Sings at night again (2026-01-25, ref:t3) ^m2"
    new = "- ~~Sings at night (2026-01-20, ref:t2, into:^m2)~~ ^m1"
    assert _merged_at(_OLD.format(more=""), new, again) == [_day(20), _day(25), None]
    assert _merged_at(_OLD.format(more=""), new) == [_day(20), None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (_OLD.format(more=""), _NEW.format(more=", in:owner")),
        (_OLD.format(more=""), _NEW.format(more=", in:discord-dm-42")),
        (_OLD.format(more=""), "- ~~Sings at night (2026-01-20, ref:t2)~~ ^m1"),
        (_OLD.format(more=""), "- ~~Sings at night (2026-01-20, ref:t2, into:^m1)~~ ^m1"),
        (_OLD.format(more=""), "- Sings at night (ref:t2) ^m1"),
        (_OLD.format(more=""), "- Sings at night (2026-01-20, ref:t2) ^m2"),
        (_OLD.format(more="").replace("^m1", "topics/a.md#^m1"), _NEW.format(more="")),
        ("- Sings (2026-01-01, ref:t1, into:^m1)", _NEW.format(more="")),
    ],
    ids=[
        *("of the owner", "of others", "wrong", "into itself", "undated", "gone"),
        *("of another note", "that stands"),
    ],
)
def test_nothing_is_known_by_a_line_that_does_not_speak_for_it(old, new):
    """Who may not know a line may not know its day, and what went into a wrong line was wrong."""
    assert _merged_at(old, new) == [None, None]


def test_what_went_into_a_line_that_has_ended_was_right():
    """The end of the merged line is its own."""
    ended = "- ~~Sings at night (2026-01-20, until 2026-02-01, ref:t2)~~ ^m1"
    assert _merged_at(_OLD.format(more=""), ended) == [_day(20), None]


def test_of_copies_with_one_id_the_first_speaks():
    """A person copied the line: until then it stood for itself."""
    lines = [_OLD.format(more=""), _NEW.format(more=""), "- Sings (2026-01-10) ^m1"]
    assert _merged_at(*lines) == [_day(10), None, None]


def test_no_note_is_read_for_an_id_that_only_begins_alike(tmp_path):
    """Nor does it fill what a search shows, after which every note would have to be read."""
    store = MemoryStore(tmp_path, limits=Limits(max_results=1))
    for name, block_id in (("a", "m12"), ("b", "m1-2"), ("c", "m1"), ("d", "m1b")):
        store.write_file(f"{name}.md", f"# {name}\n\n- ~~Sings (into:m.md#^{block_id})~~\n")
    found = notes_with_originals(store, TreeRegister(store), RecordName("m.md", "m1"))
    assert found == ["m.md", "c.md"]


def test_originals_are_looked_for_beyond_what_a_search_shows(tmp_path):
    """Or those of later notes would not come back when the merged line is deleted."""
    store = MemoryStore(tmp_path, limits=Limits(max_results=1))
    for name in ("a", "b", "c"):
        store.write_file(f"{name}.md", f"# {name}\n\n- ~~Sings (into:m.md#^m1)~~\n")
    found = notes_with_originals(store, TreeRegister(store), RecordName("m.md", "m1"))
    assert found == ["m.md", "a.md", "b.md", "c.md"]
