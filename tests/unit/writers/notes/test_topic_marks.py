"""A topic that was written up once gets only what is said afterwards."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store import Cause
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.marks.topic_marks import TopicMarks
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

NOTE = "topics/Gladys.md"
ABROAD = Place("discord", "hall", "abroad")


@pytest.fixture
def say(make_turn, history: HistoryStore, store: MemoryStore):
    """Record a mention by each of two people on a day, and write up what waits."""

    def run(day: int, *, names: str = "Gladys", write: bool = True, **fields: object) -> None:
        at = make_turn("x").timestamp + timedelta(days=day)
        history.record_many(
            make_turn(
                f"we decided that {names} needs kettle {day}", who=who, timestamp=at, **fields
            )
            for who in ("Moss", "Rowan")
        )
        if write:
            # A new writer, as each `familiar write` is one.
            MemoryWriter(history, store, ExtractiveWriter(), lambda: at, WritingRules(UTC)).run()

    return run


def _kettles(store: MemoryStore, path: str = NOTE) -> list[int]:
    """The days of the lines, in order, each once."""
    return sorted(set(map(int, re.findall(r"kettle (\d+)", store.read_file(path)))))


def _is_of_tavern(line: str) -> bool:
    return line.startswith("- ") and "#tavern" in line


def test_what_made_it_a_topic_is_told_when_it_first_is_one(say, store) -> None:
    """It recurs only because it was spoken of before."""
    say(0)
    assert not store.exists(NOTE)
    say(1)
    assert _kettles(store) == [0, 1]


def test_a_deleted_note_begins_anew_with_what_is_new(say, store) -> None:
    """However often it is deleted."""
    for day in range(2):
        say(day)
    for day in range(2, 4):
        shutil.rmtree(store.root / "topics")
        say(day)
        assert _kettles(store) == [day]


def test_lines_that_a_person_took_out_stay_away_beside_those_of_another_guild(say, store) -> None:
    """Nothing in the note says any more that this talk was in it."""
    for place in ({}, {"place": ABROAD}):
        for day in range(2):
            say(day, **place)
    lines = store.read_file(NOTE).splitlines(keepends=True)
    kept = "".join(line for line in lines if not _is_of_tavern(line))
    (store.root / NOTE).write_text(kept, encoding="utf-8")
    say(2)
    own = [line for line in store.read_file(NOTE).splitlines() if _is_of_tavern(line)]
    assert (len(own), all("kettle 2" in line for line in own)) == (2, True)


def test_a_note_that_was_renamed_goes_on(say, store) -> None:
    """Its id says which topic's it is; there is no other."""
    for day in range(2):
        say(day)
    store.move(NOTE, "topics/The Tower.md", cause=Cause("human"))
    say(2)
    assert (store.glob("topics/*.md"), _kettles(store, "topics/The Tower.md")) == (
        ["topics/The Tower.md"],
        [0, 1, 2],
    )


def test_notes_that_nobody_has_marked_are_marked_by_their_lines(say, history, store) -> None:
    """An older version wrote them, or a run that died before it could mark them."""
    for day in range(2):
        say(day)
    with history._database.writing() as connection:
        connection.execute("DELETE FROM watermarks WHERE name LIKE 'topic %'")
    say(2, names="Fenlight")
    (store.root / NOTE).unlink()
    say(3)
    assert _kettles(store) == [3]


def test_a_dry_run_marks_nothing(say, make_turn, history, store) -> None:
    """What it says is not yet written."""
    say(0)
    say(1, write=False)
    MemoryWriter(history, store, ExtractiveWriter(), lambda: None, WritingRules(UTC)).run(
        dry_run=True
    )
    assert history.watermarks_like("topic ") == {}
    say(2)
    assert _kettles(store) == [0, 1, 2]


def test_a_run_that_died_before_it_marked_is_marked_by_the_next(
    say, store, history, monkeypatch
) -> None:
    """The lines stand already, so nothing is proposed; the mark is where it would have been."""
    for day in range(2):
        say(day)
    marked = history.watermarks_like("topic ")
    with monkeypatch.context() as dying:
        dying.setattr(TopicMarks, "mark", _die)
        with pytest.raises(KeyboardInterrupt):
            say(2)
    assert (_kettles(store), history.watermarks_like("topic ")) == ([0, 1, 2], marked)
    at = datetime(2026, 3, 1, tzinfo=UTC)
    MemoryWriter(history, store, ExtractiveWriter(), lambda: at, WritingRules(UTC)).run()
    now = history.watermarks_like("topic ")
    assert {name: at - marked[name] for name, at in now.items()} == {
        "topic gladys discord-lantern.tavern": 2
    }


def _die(*_: object) -> None:
    raise KeyboardInterrupt
