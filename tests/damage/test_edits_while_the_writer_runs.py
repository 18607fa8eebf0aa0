"""A person edits, renames and deletes while the writer works off a backlog with a model.

What they wrote stands in the tree in the end, byte for byte, and every turn is in one batch.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.ledger import BatchStatus
from soak.backlog import backlog, write

pytestmark = pytest.mark.long

_TURNS = 400


class Person:
    """Works on the notes like an editor that saves by replacing the file."""

    def __init__(self, memory: Path, seed: int) -> None:
        self._memory = memory
        self._chance = random.Random(seed)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work)
        self.written: list[bytes] = []
        self.done: Counter[str] = Counter()

    def __enter__(self) -> Person:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._is_over.wait(0.002):
            notes = [one for one in self._memory.rglob("*.md") if not one.name.startswith(".")]
            if not notes:
                continue
            doing = self._chance.choice((self._add, self._add, self._take_out, self._rename))
            # The note may just have been renamed; nobody has written anything then.
            with suppress(FileNotFoundError):
                doing(self._chance.choice(notes))
                self.done[doing.__name__] += 1

    def _add(self, note: Path) -> None:
        line = f"A person's line {len(self.written)}, with trailing spaces  \t".encode()
        self._save(note, note.read_bytes().rstrip(b"\n") + b"\n\n" + line + b"\r\n")
        self.written.append(line)

    def _take_out(self, note: Path) -> None:
        lines = note.read_bytes().splitlines(keepends=True)
        ours = [at for at, line in enumerate(lines) if line.startswith(b"- ") and b"t" in line]
        if ours:
            del lines[self._chance.choice(ours)]
            self._save(note, b"".join(lines))

    def _rename(self, note: Path) -> None:
        if note.parent.name in ("people", "topics"):
            to = note.with_name(f"{note.stem[:20]} {self._chance.randrange(99)}.md")
            # Renaming onto another note would be this person's own loss: editors refuse it.
            if not to.exists():
                note.rename(to)

    def _save(self, note: Path, data: bytes) -> None:
        beside = note.with_name(f".{note.name}.swp")
        beside.write_bytes(data)
        if not note.exists():
            beside.unlink()
            raise FileNotFoundError(note)
        beside.replace(note)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_byte_of_a_person_is_lost(tmp_path, seed):
    """Whatever the writer does to the same notes meanwhile."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        backlog(history, _TURNS, seed)
    memory = tmp_path / "memory"
    memory.mkdir()
    with Person(memory, seed) as person:
        for _ in range(40):
            if write(tmp_path, 25).is_complete:
                break
    assert min(person.done[one] for one in ("_add", "_take_out", "_rename")) > 0
    stands = b"\n".join(one.read_bytes() for one in memory.rglob("*.md"))
    assert [line for line in person.written if line not in stands] == []
    with HistoryStore(tmp_path / "history.sqlite") as history:
        held = Counter(
            turn for entry in history.ledger.entries(limit=10**4) for turn in entry.turns or ()
        )
        assert held == Counter({stored.id: 1 for stored in history.turns_after(0, _TURNS)})
        assert history.ledger.entries(BatchStatus.QUARANTINED) == []
