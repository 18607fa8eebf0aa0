"""Ends of sessions that die, or that two processes reach at once: each memory is kept once.

At any moment a memory is either held, with its line open, or kept, with its line settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from held_lives import Life, add, life
from people_and_places import ROWAN, TAVERN
from some_steps import some_steps

from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.knowledge.write_policy.promotion import HeldGroup, promote
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.page import Mark
from familiar_memory.testing import Crash, FaultyFileSystem
from familiar_memory.writers.ending import ending

AT = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
SLIP, FLU = "I always fail my sums.", "I have the flu this week."
SAID = ("Hello", "Hm.", SLIP, SLIP, FLU, FLU)


def _of_turn(stored: StoredTurn) -> list[Proposal]:
    if stored.turn.text == FLU:
        return [add("health:: flu", stored)]
    return [add(SLIP, stored, type="semantic")] if stored.turn.text == SLIP else []


def _record(now: Life) -> None:
    turns = (
        Turn(f"t{at}", AT + timedelta(minutes=at), TAVERN, ROWAN, text)
        for at, text in enumerate(SAID)
    )
    now.history.record_many(turns)


def _held(root: Path) -> None:
    """A familiar that holds two memories, each said twice."""
    with life(root, _of_turn) as now:
        _record(now)
        now.writer.run()
        assert [mark for _, mark in now.waiting] == [Mark.OPEN, Mark.OPEN]


def _killed_while_it_ends(tmp_path: Path, stride: int) -> Iterator[Path]:
    """The tree after its process has died at every so many steps; the last is whole."""
    for number in range(1, 900, stride):
        root, fs = tmp_path / str(number), FaultyFileSystem()
        _held(root)
        with suppress(Crash), life(root, _of_turn, fs) as now:
            fs.fail_at(number)
            now.writer.settle_held()
        yield root
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


def _killed_while_it_holds(tmp_path: Path, stride: int) -> Iterator[Path]:
    """As above, of the run of the writer; the next one goes on."""
    for number in range(1, 900, stride):
        root, fs = tmp_path / str(number), FaultyFileSystem()
        with suppress(Crash), life(root, _of_turn, fs) as now:
            _record(now)
            fs.fail_at(number)
            now.writer.run()
        with life(root, _of_turn) as now:
            now.store.reconcile()
            now.writer.run()
        yield root
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


def _lines(root: Path) -> list[str]:
    notes = (root / "memory" / "people").glob("*.md")
    lines = (line for note in notes for line in note.read_text("utf-8").splitlines())
    return [line for line in lines if "flu" in line or "sums" in line]


def _is_kept_once(root: Path) -> None:
    """Each is held or kept, and after another end all is kept, once."""
    with life(root, _of_turn) as now:
        now.store.reconcile()
        settled = [text for text, mark in now.waiting if mark is Mark.ACCEPTED]
        assert [any(text in line for line in _lines(root)) for text, _ in now.waiting] == [
            text in settled for text, _ in now.waiting
        ]
        now.writer.run()
        now.writer.settle_held()
        assert [mark for _, mark in now.waiting] == [Mark.ACCEPTED, Mark.ACCEPTED]
        kept = _lines(root)
        assert now.writer.settle_held().kept == ()
    assert sorted(line.split(" (")[0] for line in kept) == [f"- {SLIP}", "- health:: flu"]
    assert "seen:2" in next(line for line in kept if "flu" in line)
    assert _lines(root) == kept


_KILLED = pytest.mark.parametrize("killed", [_killed_while_it_ends, _killed_while_it_holds])


@_KILLED
def test_a_process_dies_at_some_steps(
    tmp_path: Path, killed: Callable[[Path, int], Iterator[Path]]
) -> None:
    """As below, and quick."""
    for root in killed(tmp_path, 41):
        _is_kept_once(root)


@pytest.mark.long
@_KILLED
def test_a_process_dies_at_any_step(
    tmp_path: Path, killed: Callable[[Path, int], Iterator[Path]]
) -> None:
    """Of the end, or of the run that holds: nothing is lost, and nothing stands twice."""
    for root in killed(tmp_path, some_steps("", ("",), 2)[1]):
        _is_kept_once(root)


def test_a_person_decides_while_the_end_is_under_way(tmp_path: Path) -> None:
    """What they save before the list is written counts; the other memory is kept."""
    _held(tmp_path)
    review, fs = tmp_path / "memory" / "review.md", FaultyFileSystem()
    text = review.read_text("utf-8")
    with life(tmp_path, _of_turn, fs) as now:
        fs.save_before(
            "replace", lambda: review.write_text(text.replace("- [ ] I always", "- [-] I always"))
        )
        now.writer.settle_held()
        assert dict(now.waiting) == {SLIP: Mark.STRUCK, "health:: flu": Mark.ACCEPTED}
    assert not any("sums" in line for line in _lines(tmp_path))


def test_two_processes_end_a_session_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the other has kept meanwhile is kept once."""
    _held(tmp_path)

    def as_the_other_ends(*given: Any) -> tuple[HeldGroup, ...]:
        monkeypatch.undo()
        with life(tmp_path, _of_turn) as other:
            assert len(other.writer.settle_held().kept) == 2
        return promote(*given)

    with life(tmp_path, _of_turn) as now:
        monkeypatch.setattr(ending, "promote", as_the_other_ends)
        assert now.writer.settle_held().kept == ()
    _is_kept_once(tmp_path)
