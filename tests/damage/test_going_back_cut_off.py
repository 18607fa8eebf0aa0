"""A process that dies while it notes that a step goes back has noted all of it, or nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger import watermarks
from familiar_memory.maintenance.sleep.going_back import GoingBack, ask_to_go_back

AT = datetime(2026, 3, 1, 2, tzinfo=UTC)
FIRST, SINCE = AT - timedelta(days=3), AT - timedelta(days=30)
STEPS = ("days", "channels")
_MOST_STATEMENTS = 40


def _dying(monkeypatch: pytest.MonkeyPatch, after: int) -> list[str]:
    """Have the process die behind so many statements; those that there were."""
    done: list[str] = []

    def counted(name: str, real: object) -> object:
        def act(*given: object) -> None:
            real(*given)  # type: ignore[operator]
            done.append(name)
            if len(done) == after:
                raise KeyboardInterrupt

        return act

    for name in ("advance", "drop"):
        monkeypatch.setattr(watermarks, name, counted(name, getattr(watermarks, name)))
    return done


def _cut_off_at_each(path: Path, monkeypatch: pytest.MonkeyPatch, prepare, act, state) -> set:
    """What can be found afterwards, wherever it died; it is done to the end once."""
    found = set()
    for after in range(1, _MOST_STATEMENTS):
        history = HistoryStore(path / f"{after}.sqlite")
        prepare(history)
        with monkeypatch.context() as patch:
            done = _dying(patch, after)
            try:
                act(history)
            except KeyboardInterrupt:
                found.add(state(history))
            else:
                assert len(done) < after
                return found
            finally:
                patch.undo()
                history.close()
    raise AssertionError("it never comes to its end")


def _state(history: HistoryStore) -> tuple[object, ...]:
    back = [GoingBack(history, step) for step in STEPS]
    marks = tuple(sorted(history.watermarks_like("sleep-days").items()))
    return (*((one.since, one.asked, one.is_new) for one in back), marks)


def test_who_asks_again_has_asked_for_one_of_both(tmp_path, monkeypatch):
    """For every step: the earlier moment, or what was asked for before."""

    def prepare(history):
        history.set_watermark(7, "sleep-days lantern")
        ask_to_go_back(history, STEPS, FIRST, AT)

    marks = (("sleep-days lantern", 7),)
    later = AT + timedelta(hours=1)
    found = _cut_off_at_each(
        tmp_path,
        monkeypatch,
        prepare,
        lambda history: ask_to_go_back(history, STEPS, SINCE, later),
        lambda history: _state(history),
    )
    assert found <= {
        ((FIRST, AT, True), (FIRST, AT, True), marks),
        ((SINCE, later, True), (SINCE, later, True), marks),
    }


def test_a_step_that_begins_has_begun_or_not(tmp_path, monkeypatch):
    """With the marks of how far it had come, or without."""

    def prepare(history):
        history.set_watermark(7, "sleep-days lantern")
        ask_to_go_back(history, STEPS, FIRST, AT)

    found = _cut_off_at_each(
        tmp_path,
        monkeypatch,
        prepare,
        lambda history: GoingBack(history, "days").begin(SINCE, ("sleep-days",)),
        _state,
    )
    other = (FIRST, AT, True)
    assert found <= {
        ((FIRST, AT, True), other, (("sleep-days lantern", 7),)),
        ((SINCE, AT, False), other, ()),
    }
