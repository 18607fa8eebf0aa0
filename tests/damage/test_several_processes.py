"""Real processes on one tree: they share its index, and nobody's words are lost."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PATIENCE_S = 60.0
ROOT = Path(__file__).parents[2]
# A process that does what each line of its input says, and answers with a line of JSON.
CHILD = """
import asyncio, json, logging, sys, threading
from datetime import UTC, datetime
from pathlib import Path
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.familiar import Familiar
from familiar_memory.index.file import index_file
from familiar_memory.testing import HashEmbedder

MOMENT = datetime(2026, 2, 2, tzinfo=UTC)
PLACE, ROWAN = Place("discord", "tavern", "lantern"), Author("discord", "42", "Rowan")
warnings, is_half_made, may_go_on = [], threading.Event(), threading.Event()

class Heard(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())

logging.getLogger().addHandler(Heard(logging.WARNING))

def half_made(*given, stamp=index_file.stamp):
    is_half_made.set()
    may_go_on.wait()
    stamp(*given)

async def main():
    familiar = Familiar(FamiliarPaths(Path(sys.argv[1]), "ember"), embedder=HashEmbedder())
    await familiar.start()
    held = None
    async for order, given in orders():
        if order == "settle":
            report = await familiar.settle()
            answer = [report.added, report.changed, report.removed]
        elif order == "search":
            found = await familiar.search(given, limit=50)
            answer = [sorted(hit.text for hit in found.hits), found.degraded]
        elif order == "append":
            path, start, count = given
            for number in range(count):
                familiar.store.append_file(path, f"- {start} {number}\\n")
            answer = None
        elif order == "record":
            await familiar.record(Turn(given, MOMENT, PLACE, ROWAN, given))
            answer = None
        elif order == "verify":
            answer = (await familiar.index.verify()).same
        elif order == "listen":
            listener = await familiar.changes.subscribe().__aenter__()
            answer = None
        elif order == "wait for news":
            answer = [changed.key for changed in (await listener.next()).told]
        elif order == "told":
            answer = []
            while news := await listener.next(0):
                answer += [[c.sequence, c.key, c.before, c.after] for c in news.told]
                answer += ["everything"] * news.is_everything
        elif order == "delete the index":
            for file in familiar.parts.files.index.path.parent.glob("embeddings.sqlite*"):
                file.unlink()
            answer = None
        elif order == "rebuild":
            report = await familiar.index.rebuild()
            answer = [report.added, report.failed]
        elif order == "rebuild half":
            index_file.stamp = half_made
            rebuilding = asyncio.create_task(familiar.index.rebuild())
            answer = await asyncio.to_thread(is_half_made.wait)
        elif order == "rebuild the rest":
            may_go_on.set()
            report = await rebuilding
            answer = [report.added, report.failed]
        elif order == "warnings":
            answer = warnings
        elif order == "hold a write":
            held = familiar.parts.files.index._database.transaction()
            connection = held.__enter__()
            connection.execute("INSERT INTO changes(document, source, key) VALUES (0, '', '')")
            answer = None
        elif order == "end the write":
            held.__exit__(None, None, None)
            answer = None
        elif order == "close":
            await familiar.close()
            answer = None
        print(json.dumps(answer), flush=True)

async def orders():
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield json.loads(line)

asyncio.run(main())
"""


class Process:
    """A familiar in a process of its own."""

    def __init__(self, home: Path) -> None:
        path = os.pathsep.join((str(ROOT), str(ROOT / "importers")))
        self._child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    def ask(self, order: str, given: Any = None) -> None:
        """Give an order, and do not wait for the answer."""
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps([order, given]) + "\n")
        self._child.stdin.flush()

    def answer(self) -> Any:
        """The answer to the oldest order that has none yet."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        assert line, "the process has ended"
        return json.loads(line)

    def answers_within(self, seconds: float) -> bool:
        """Whether there is an answer by then."""
        return bool(select.select([self._child.stdout], [], [], seconds)[0])

    def do(self, order: str, given: Any = None) -> Any:
        """Give an order and wait for the answer."""
        self.ask(order, given)
        return self.answer()

    def kill(self) -> None:
        """No last words."""
        self._child.kill()
        self._child.wait(PATIENCE_S)

    def close(self) -> None:
        """End it, if it has not ended yet."""
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.close()
        self._child.wait(PATIENCE_S)
        self._child.stdout.close()


@pytest.fixture
def pair(new_familiar, tmp_path: Path) -> Iterator[tuple[Process, Process, Path]]:
    """Two processes on a tree of forty notes, and the tree."""
    memory = tmp_path / "ember" / "memory"
    new_familiar(tmp_path)
    for number in range(40):
        (memory / f"{number:02}.md").write_text(f"# Note {number}\n\n- tea number {number}\n")
    processes = Process(tmp_path), Process(tmp_path)
    yield (*processes, memory)
    for process in processes:
        process.close()


TEAS = [[f"tea number {number}" for number in range(40)], None]
TEAS[0].sort()


def test_two_processes_build_one_index_at_once(pair) -> None:
    """From nothing; each sees all of it, and it is as one alone would have built it."""
    one, other, _ = pair
    one.ask("settle")
    other.ask("settle")
    one.answer(), other.answer()
    assert one.do("search", "tea number") == TEAS
    assert other.do("search", "tea number") == TEAS
    assert one.do("verify") is True
    assert other.do("settle") == [0, 0, 0]


def test_what_one_process_indexes_the_other_one_finds(pair) -> None:
    """New, changed and deleted notes, and turns: told by the table of changes."""
    one, other, memory = pair
    one.do("settle")
    assert other.do("search", "tea number") == TEAS
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    (memory / "00.md").write_text("# Note\n\n- a violin\n")
    (memory / "01.md").unlink()
    one.do("record", "an orchard")
    one.do("settle")
    for word in ("samovar", "violin", "orchard"):
        texts, degraded = other.do("search", word)
        assert [text for text in texts if word in text] == [f"a{'n' * (word[0] == 'o')} {word}"]
        assert degraded is None
    assert [t for t in TEAS[0] if t not in other.do("search", "tea number")[0]] == [
        "tea number 0",
        "tea number 1",
    ]


def test_one_process_deletes_the_index_while_the_other_serves(pair) -> None:
    """The other makes it anew; nobody gets an error or an answer with less in it."""
    one, other, _ = pair
    one.do("settle")
    for _ in range(3):
        assert other.do("search", "tea number") == TEAS
        one.do("delete the index")
        assert other.do("search", "tea number") == TEAS
        assert one.do("search", "tea number") == TEAS
    assert other.do("verify") is True


def test_a_long_write_of_one_process_keeps_no_reader_waiting(pair) -> None:
    """The other answers from what was there before, and goes on to write after it."""
    one, other, memory = pair
    one.do("settle")
    assert other.do("search", "tea number") == TEAS
    one.do("hold a write")
    assert other.do("search", "tea number") == TEAS
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    other.ask("settle")
    one.do("end the write")
    assert other.answer() == [1, 0, 0]
    assert "a samovar" in one.do("search", "samovar")[0]


def test_appends_of_two_processes_both_survive(pair) -> None:
    """Every line of both is there once, each one's in order."""
    one, other, memory = pair
    one.ask("append", ["notes.md", "one", 60])
    other.ask("append", ["notes.md", "other", 60])
    one.answer(), other.answer()
    lines = (memory / "notes.md").read_text().splitlines()
    assert [line for line in lines if "one" in line] == [f"- one {n}" for n in range(60)]
    assert [line for line in lines if "other" in line] == [f"- other {n}" for n in range(60)]
    assert len(lines) == 120


def test_a_process_that_is_killed_in_a_write_keeps_no_other_from_writing(pair) -> None:
    """Its lock and its half of a write go with it."""
    one, other, memory = pair
    one.do("settle")
    one.do("hold a write")
    one.kill()
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    assert other.do("settle") == [1, 0, 0]
    assert other.do("verify") is True


def test_what_two_processes_write_at_once_is_told_to_both_alike(pair) -> None:
    """Each write once, in one order; replayed, they are the notes that stand in the index."""
    one, other, memory = pair
    for process in (one, other):
        process.do("settle")
        process.do("listen")
    for number in range(40):
        (memory / f"{number:02}.md").write_text(f"# Note\n\n- coffee number {number}\n")
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    (memory / "01.md").unlink()
    for process in (one, other):
        process.ask("settle")
    for process in (one, other):
        process.answer()
    told = one.do("told")
    assert told == other.do("told")
    assert [number for number, *_ in told] == sorted({number for number, *_ in told})
    became: dict[str, str | None] = {}
    for _, key, before, after in told:
        assert became.get(key, before) == before
        became[key] = after
    assert sorted(key for key in became if became[key] is not None) == sorted(
        {"new.md", *(f"{number:02}.md" for number in range(40))} - {"01.md"}
    )
    assert became["01.md"] is None


def test_whoever_waits_in_one_process_hears_of_what_another_writes(pair) -> None:
    """Nobody rings across processes: it looks by itself."""
    one, other, memory = pair
    for process in (one, other):
        process.do("settle")
    one.do("listen")
    one.ask("wait for news")
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    assert other.do("settle") == [1, 0, 0]
    assert one.answer() == ["new.md"]


def test_an_index_that_one_process_deletes_is_told_to_the_other_as_everything(pair) -> None:
    """Whoever listened must list the notes anew."""
    one, other, memory = pair
    one.do("settle")
    other.do("settle")
    other.do("listen")
    one.do("delete the index")
    one.do("settle")
    told = other.do("told")
    assert told[0] == "everything"
    (memory / "new.md").write_text("# New\n\n- a samovar\n")
    one.do("settle")
    assert [key for _, key, *_ in other.do("told")] == ["new.md"]


def test_a_file_that_is_half_made_by_one_process_is_no_damage_to_the_other(pair) -> None:
    """It waits for its end, takes what has become of it, and has nothing to warn of."""
    one, other, _ = pair
    one.do("settle")
    assert other.do("search", "tea number") == TEAS
    assert one.do("rebuild half") is True
    other.ask("settle")
    assert not other.answers_within(0.5)
    one.ask("rebuild the rest")
    assert one.answer()[1] == {}
    other.answer()
    assert one.do("search", "tea number") == other.do("search", "tea number") == TEAS
    assert other.do("warnings") == []


def test_two_processes_rebuild_one_index_at_once(pair) -> None:
    """Whoever comes second begins again with what the first has left, and neither sees damage."""
    one, other, _ = pair
    one.do("settle")
    for _ in range(3):
        one.ask("rebuild")
        other.ask("rebuild")
        for process in pair[:2]:
            assert process.answer()[1] == {}
        assert one.do("search", "tea number") == other.do("search", "tea number") == TEAS
    told = [*one.do("warnings"), *other.do("warnings")]
    assert not [line for line in told if "no such table" in line or "damaged" in line]
    assert other.do("verify") is True
