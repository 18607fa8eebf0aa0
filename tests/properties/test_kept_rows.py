"""What a document still says keeps its rows; what it says anew is all that is written."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.store import Cause
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.update import Updater, build_if_stale
from familiar_memory.testing import HashEmbedder

pytestmark = pytest.mark.long


EMBEDDER = HashEmbedder()
IDENTITY = IndexIdentity(EMBEDDER.id.key, EMBEDDER.id.dimension, "1")
ATTIC = Place("discord", "attic", "lantern")
MODS = Place("discord", "tavern", "lantern", private=True)
FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)

LINES = (
    "- tea at [[topics/tea]] (2026-02-02)",
    "- works at:: the mill (since 2026-01, until 2026-03)",
    "- lives in:: Bree (2026-02-03, in:discord-lantern.tavern)",
    "- a kettle",
    "- a kettle?",
    "- ~~a lost spoon~~",
    "",
    "## Aliases",
    "- Rowan",
    "## Facts",
    "Some words about [[people/zed]], at length.",
    "# Another title",
)
notes = st.lists(st.sampled_from(LINES), max_size=14)


def rows(index):
    """(id, document, what it says) of every passage."""
    with index._database.using() as connection:
        return connection.execute("SELECT id, document, identity FROM passages").fetchall()


def written(index):
    """How many rows this thread has inserted, changed or deleted so far."""
    with index._database.using() as connection:
        return connection.total_changes


def assert_as_new(index, sources, folder):
    """Every table says what that of a fresh index says, and vectors are the same."""
    fresh = EmbeddingIndex(folder / "fresh" / "index.sqlite", IDENTITY)
    build_if_stale(fresh, sources, EMBEDDER)
    expected, got = fresh.digest(EMBEDDER.id.key), index.digest(EMBEDDER.id.key)
    fresh.close()
    fresh.path.unlink()
    assert got.tables == expected.tables
    assert got.vectors.keys() == expected.vectors.keys()
    index.check()


@settings(deadline=None, max_examples=40)
@given(versions=st.lists(notes, min_size=2, max_size=5))
def test_notes_keep_the_rows_of_what_they_still_say(versions):
    """However they are edited; the digests are those of a fresh build."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        store = MemoryStore(folder / "memory")
        source = FileSource(store, NoteParser(), TreeRegister(store))
        index = EmbeddingIndex(folder / "index.sqlite", IDENTITY)
        stack.callback(index.close)
        updater = Updater(index, Embedders(EMBEDDER))
        before = []
        for version in versions:
            text = "# A note\n\n" + "\n".join(version) + "\n"
            store.write_file("people/rowan.md", text, cause=Cause("test"))
            store.write_file(
                "topics/tea.md", f"# Tea\n\n{LINES[len(version) % 2]}\n", cause=Cause("test")
            )
            updater.update(source, ["people/rowan.md", "topics/tea.md"])
            after = rows(index)
            said = Counter((d, i) for _, d, i in before) & Counter((d, i) for _, d, i in after)
            assert len({r[0] for r in before} & {r[0] for r in after}) == said.total()
            assert_as_new(index, (source,), folder)
            before = after


@pytest.mark.parametrize("where", [0, 150, 300])
def test_a_line_that_comes_in_makes_one_passage(tmp_path, where):
    """Those behind it are moved, and none of them is made anew."""
    store = MemoryStore(tmp_path / "memory")
    source = FileSource(store, NoteParser(), TreeRegister(store))
    index = EmbeddingIndex(tmp_path / "index.sqlite", IDENTITY)
    updater = Updater(index, Embedders(EMBEDDER))
    lines = [f"- line number {n} of many (2026-02-02)" for n in range(300)]
    store.write_file("a.md", "\n".join(("# A", "", *lines, "")), cause=Cause("test"))
    updater.update(source, ["a.md"])
    before = {number for number, *_ in rows(index)}
    lines.insert(where, "- it came later (2026-02-03)")
    store.write_file("a.md", "\n".join(("# A", "", *lines, "")), cause=Cause("test"))
    updater.update(source, ["a.md"])
    after = {number for number, *_ in rows(index)}
    assert (len(before), len(after), len(before & after)) == (300, 301, 300)
    assert_as_new(index, (source,), tmp_path)
    index.close()


def test_one_more_turn_writes_as_many_rows_in_any_session(tmp_path):
    """One of each table, however long the session is; nobody's number changes."""
    costs = {}
    with HistoryStore(tmp_path / "history.sqlite") as history:
        source = ConversationSource(history)
        index = EmbeddingIndex(tmp_path / "index.sqlite", IDENTITY)
        updater = Updater(index, Embedders(EMBEDDER))
        for n in range(190):
            turn = Turn(str(n), FIRST + timedelta(minutes=n), TAVERN, Author("d", "1"), f"no {n}")
            keys = [one.session for one in history.record_in_sessions([turn])]
            before, known = written(index), rows(index)
            updater.update(source, keys)
            costs[n] = written(index) - before
            assert rows(index)[:-1] == known
        assert_as_new(index, (source,), tmp_path)
        index.close()
    assert costs[5] == costs[189] <= 7


said = st.tuples(
    st.sampled_from(("say", "late", "amend", "delete", "leave", "look")),
    st.integers(0, 30),
    st.sampled_from((TAVERN, TAVERN, ATTIC)),
    st.booleans(),
)


@settings(deadline=None, max_examples=60)
@given(steps=st.lists(said, min_size=3, max_size=25), is_told=st.booleans())
def test_sessions_that_grow_or_change_are_what_a_fresh_build_makes(steps, is_told):
    """With turns that come late, are amended, deleted, silent, or leave the room."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        history = stack.enter_context(HistoryStore(folder / "history.sqlite"))
        source = ConversationSource(history)
        index = EmbeddingIndex(folder / "index.sqlite", IDENTITY)
        stack.callback(index.close)
        updater = Updater(index, Embedders(EMBEDDER))
        kept = []
        for number, (what, which, place, is_silent) in enumerate(steps):
            minute = 30 * number - (3 * which if what == "late" else 0)
            at = FIRST + timedelta(minutes=minute)
            turn = Turn(f"m{number}", at, place, Author("d", "1"), f"no {number}", silent=is_silent)
            if what in ("amend", "delete", "leave") and kept:
                old = kept[which % len(kept)]
                room = MODS if what == "leave" and old.place == TAVERN else old.place
                later = FIRST + timedelta(days=1, minutes=number)
                turn = Turn(
                    old.ref,
                    later,
                    room,
                    old.author,
                    f"new {number}",
                    silent=is_silent,
                    edited=what == "amend",
                    deleted=what == "delete",
                )
            elif what != "look":
                kept.append(turn)
            if what == "look":
                updater.sync(source)
                assert_as_new(index, (source,), folder)
                continue
            (recorded,) = history.record_in_sessions([turn])
            assert history.sessions_of([turn]) == [recorded.session] * bool(recorded.session)
            if is_told and recorded.session:
                updater.update(source, [recorded.session])
        updater.sync(source)
        assert_as_new(index, (source,), folder)


def test_a_turn_that_comes_late_is_put_between_the_others(tmp_path):
    """Though the session has grown by it and by nothing else."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        source = ConversationSource(history)
        index = EmbeddingIndex(tmp_path / "index.sqlite", IDENTITY)
        updater = Updater(index, Embedders(EMBEDDER))
        for minute in (0, 30, 5, 40, 35, 6):
            at = FIRST + timedelta(minutes=minute)
            turn = Turn(f"m{minute}", at, TAVERN, Author("d", "1"), f"at {minute}")
            (recorded,) = history.record_in_sessions([turn])
            updater.update(source, [recorded.session])
            assert_as_new(index, (source,), tmp_path)
        index.close()


def test_what_is_said_while_a_session_is_read_is_not_told_twice(tmp_path, monkeypatch):
    """What was read is known by the very state it was read in, not by the one before it."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        source = ConversationSource(history)
        index = EmbeddingIndex(tmp_path / "index.sqlite", IDENTITY)
        updater = Updater(index, Embedders(EMBEDDER))

        def say(minute):
            at = FIRST + timedelta(minutes=minute)
            turn = Turn(f"m{minute}", at, TAVERN, Author("d", "1"), f"at {minute}")
            return history.record_in_sessions([turn])[0].session

        key, honest = say(0), source.stamp

        def said_meanwhile(wanted):
            stamp = honest(wanted)
            monkeypatch.undo()
            say(1)
            return stamp

        monkeypatch.setattr(source, "stamp", said_meanwhile)
        updater.update(source, [key])
        assert_as_new(index, (source,), tmp_path)
        say(2)
        updater.update(source, [key])
        assert_as_new(index, (source,), tmp_path)
        index.close()
