"""What a person has deleted by hand, a line, a note or a folder, no writer brings back."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.notes.topic_notes import topic_of
from familiar_memory.writers.writing import BatchWriting, WritingRules

FIRST = datetime(2026, 2, 2, 9, tzinfo=UTC)
TAVERN, GARDEN = Place("discord", "tavern", "lantern"), Place("discord", "garden", "lantern")
ABROAD, DM = Place("discord", "hall", "abroad"), Place("discord", "42", kind=PlaceKind.DM)
TEXTS = (
    "so Gladys moved again, by three inches",
    "I am told that Gladys has moved to Fenlight.",
    "we decided to build Fenlight on Friday the 13th of March",
    "I plan to paint Gladys on Tuesday, and I live in Oban.",
    "I've decided to quit the records office on 3 March",
    "the heron booked a kettle",
)

OF_A_TURN = re.compile(r"\^m\d+|, m\d+\)")
"""The turn as it stands in a session, in a link to it, in a note of a person or a topic."""
NAME = re.compile(r"- Person \d+ \(")


@dataclass(frozen=True)
class Said:
    """Where, who, what, and how many hours after the last."""

    place: Place
    user: str
    text: str
    hours: int


@dataclass(frozen=True)
class Deletion:
    """What a person deletes: a line of a note, a note or a folder; `pick` says which."""

    kind: str
    pick: int


SAID = st.builds(
    Said,
    st.sampled_from((TAVERN, TAVERN, GARDEN, ABROAD, DM)),
    st.sampled_from(("42", "7")),
    st.sampled_from(TEXTS[:2]) | st.sampled_from(TEXTS),
    st.sampled_from((1, 8, 30)),
)
DELETION = st.builds(
    Deletion, st.sampled_from(("line", "lines", "note", "folder")), st.integers(0, 30)
)
ROUND = st.tuples(st.lists(SAID, max_size=8), st.lists(DELETION, max_size=3))
GLADYS = [Said(TAVERN, user, TEXTS[at], 30) for at in (0, 1) for user in ("42", "7")]
AGAIN = [Said(TAVERN, "7", TEXTS[1], 30)]
TOPICS = Deletion("folder", 2)


def _turns(said: Iterable[Said], number: int, at: datetime) -> list[Turn]:
    turns = []
    for one in said:
        at += timedelta(hours=one.hours)
        author = Author("discord", one.user, f"Person {one.user}")
        turns.append(Turn(f"m{number + len(turns)}", at, one.place, author, one.text))
    return turns


def _subject(path: str) -> str:
    """A note, or all the files of a topic."""
    return topic_of(path)[0] if path.startswith("topics/") else path


def _lines(store: MemoryStore) -> set[tuple[str, str]]:
    """Every line that was made of a turn, and every name, with its note."""
    return {
        (_subject(path), line)
        for path in store.glob("**/*.md")
        for line in store.read_file(path).splitlines()
        if OF_A_TURN.search(line) or NAME.match(line)
    }


def _names_of_notes_that_stand(store: MemoryStore, lines: set[tuple[str, str]]) -> set:
    """Lines without the names of a note that is gone: one that is made anew has names again."""
    return {one for one in lines if not NAME.match(one[1]) or store.exists(one[0])}


def _delete(store: MemoryStore, deletion: Deletion) -> None:
    """As `rm` or an editor does: in the tree, behind the store's back."""
    paths = store.glob("**/*.md")
    if not paths:
        return
    path = paths[deletion.pick % len(paths)]
    if deletion.kind == "folder":
        folder = ("people", "sessions", "topics")[deletion.pick % 3]
        for one in store.glob(f"{folder}/*.md"):
            (store.root / one).unlink()
    elif deletion.kind == "note":
        (store.root / path).unlink()
    else:
        lines = store.read_file(path).splitlines(keepends=True)
        at = [n for n, line in enumerate(lines) if OF_A_TURN.search(line) or NAME.match(line)]
        gone = {at[deletion.pick % len(at)]} if at and deletion.kind == "line" else set(at)
        kept = "".join(line for number, line in enumerate(lines) if number not in gone)
        (store.root / path).write_text(kept, encoding="utf-8")


def _writer(history: HistoryStore, store: MemoryStore, size: int, background: int) -> MemoryWriter:
    extractor = ExtractiveWriter()
    writer = MemoryWriter(
        history, store, extractor, lambda: FIRST, WritingRules(UTC), batch_turns=size
    )
    # Nobody but this test wants it to remember so little of what was said before.
    rules = WritingRules(UTC, background_turns=background)
    writer._writing = BatchWriting(history, store, extractor, rules, TreeRegister(store))
    return writer


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rounds=st.lists(ROUND, min_size=2, max_size=5),
    size=st.sampled_from((1, 3, 50)),
    background=st.sampled_from((3, 5, 2_000)),
    is_long_lived=st.booleans(),
)
# The whole note is deleted, then the topic is named once more.
@example(
    rounds=[(GLADYS, [TOPICS]), (AGAIN, [TOPICS]), (AGAIN, [])],
    size=50,
    background=2_000,
    is_long_lived=False,
)
# Of what it recurred by, the writer sees only a part when it recurs again.
@example(
    rounds=[(GLADYS, [TOPICS]), ([], []), (AGAIN * 2, [])],
    size=1,
    background=3,
    is_long_lived=False,
)
# All its lines, while those of another guild stay in the note.
@pytest.mark.long
@example(
    rounds=[
        ([Said(ABROAD, one.user, one.text, 30) for one in GLADYS], []),
        (GLADYS, [Deletion("line", 4 * 3 + 3)]),
        (AGAIN, []),
    ],
    size=50,
    background=2_000,
    is_long_lived=False,
)
def test_no_deleted_line_returns(
    rounds: list[tuple[list[Said], list[Deletion]]],
    size: int,
    background: int,
    is_long_lived: bool,
) -> None:
    """Only what is said afterwards comes, whatever was deleted and however talk is cut."""
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        deleted: set[tuple[str, str]] = set()
        number, at, seen = 0, FIRST, False
        with HistoryStore(Path(folder) / "history.sqlite") as history:
            writer = _writer(history, store, size, background)
            for said, deletions in rounds:
                writer = writer if is_long_lived else _writer(history, store, size, background)
                turns = _turns(said, number, at)
                number, at = number + len(turns), turns[-1].timestamp if turns else at
                history.record_many(turns)
                assert writer.run().is_complete
                assert _lines(store) & deleted == set()
                seen |= bool(_lines(store))
                for deletion in deletions:
                    before = _lines(store)
                    _delete(store, deletion)
                    deleted |= before - _lines(store)
                    deleted = _names_of_notes_that_stand(store, deleted)
        assert not any(said for said, _ in rounds) or seen
