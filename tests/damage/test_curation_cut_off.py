"""Notes that are curated by processes which die: in the end they are as after a quiet night."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from curated_notes import KEY, Curated, append, on
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.testing import Crash, FaultyFileSystem, MemoryHistory

_TAIL = f"(2026-02-02, ref:t1, by:{ROWAN.slug}, in:{TAVERN.slug})"
_NOTE = f"""\
---
id: {ROWAN.slug}
---
# Rowan

## About

- likes tea {_TAIL}
- plays the drum
"""
_LUTE, _COFFEE = "I am learning the lute.", "I like coffee now, tea no longer."
_DRUM, _WATER = "I have sold the drum.", "I fear deep water."


def _lived(root: Path) -> MemoryHistory:
    life = Curated(root)
    life.put(KEY, _NOTE)
    life.said(3, "m1", _LUTE)
    life.said(4, "m2", _COFFEE)
    life.said(4, "m3", _DRUM)
    life.said(4, "p1", _WATER, place=DM)
    life.journal.close()
    return life.history


def _night(life: Curated, batch: str) -> None:
    """One night, in which a model says in other words what the note says already."""

    def worded(first: str, other: str) -> Mapping[str, Any]:
        return append(other if first in life.read() else first)

    def reply(page: dict[str, Any]) -> list[Mapping[str, Any]]:
        shown = {one["text"]: one["id"] for one in page["days"]}
        said: dict[str, list[Mapping[str, Any]]] = {
            _LUTE: [worded("is learning the lute", "has begun learning the lute")],
            _COFFEE: [{**append("likes coffee"), "op": "replace", "match": "tea"}],
            _DRUM: [{"op": "remove", "heading": "About", "match": "drum"}, append("sings")],
            _WATER: [worded("fears deep water", "is afraid of deep water")],
        }
        ops = [(one, shown[text]) for text in shown for one in said[text]]
        return [{**one, "from": [name]} if "line" in one else one for one, name in ops]

    life.night_with(reply, on(batch=batch))


def _outcome(life: Curated) -> dict[str, object]:
    """What there is by then; an operation counts as what it came to, however it is told."""
    told = [one["op"] for entry in life.log.entries() for one in entry["applied"]]
    return {
        "lines": [one.partition(" (")[0] for one in life.read().splitlines()],
        "proposals": life.read("review.md").count("- [ ]"),
        "came": sorted(one["line"] for one in told if "line" in one),
        "went": sum("match" in one for one in told),
        "shown": life.history.watermarks_like("curation:shown:"),
        "used": life.history.watermarks_like("curation:used:").keys(),
    }


def _quiet(root: Path) -> dict[str, object]:
    life = Curated(root, history=_lived(root))
    _night(life, "quiet")
    return _outcome(life)


def _ends_well(root: Path, history: MemoryHistory, batch: str, quiet: object, which: str) -> None:
    life = Curated(root, history=history)
    life.store.reconcile()
    _night(life, batch)
    outcome = _outcome(life)
    assert outcome == quiet, which
    text = life.read()
    _night(life, "next")
    assert (life.read(), _outcome(life)) == (text, outcome), which
    life.journal.close()


_STRIDE = 1 if os.environ.get("EVERY_STEP") else 7
"""Of some thousand steps; `make soak` takes every one."""


@pytest.mark.parametrize(
    ("stride", "batch"),
    [(101, "killed"), (103, "another"), pytest.param(_STRIDE, "killed", marks=pytest.mark.long)],
)
def test_a_process_dies_while_it_curates(stride: int, batch: str, tmp_path: Path) -> None:
    """At any step of the disk: no line comes twice, and what is kept of it is whole."""
    quiet = _quiet(tmp_path / "quiet")
    for number in range(1, 4_000, stride):
        root = tmp_path / str(number)
        history, fs = _lived(root), FaultyFileSystem()
        life = Curated(root, history=history, fs=fs)
        fs.fail_at(number)
        with suppress(Crash):
            _night(life, "killed")
        _ends_well(root, history, batch, quiet, f"step {number}")
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


@pytest.mark.parametrize("batch", ["killed", "another"])
@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize("which", [1, 2])
@pytest.mark.parametrize("point", ["log", "marks"])
def test_a_process_dies_between_a_note_and_what_is_kept_of_it(
    point: str,
    which: int,
    is_before: bool,
    batch: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before and behind the entry of the log, and the marks; of the first reach and the second."""
    quiet = _quiet(tmp_path / "quiet")
    root = tmp_path / "killed"
    history = _lived(root)
    life = Curated(root, history=history)
    owner, name = (life.log, "append") if point == "log" else (history, "set_watermarks")
    done, calls = getattr(owner, name), count(1)

    def dying(*given: object) -> None:
        is_now = next(calls) == which
        if is_now and is_before:
            raise Crash
        done(*given)
        if is_now:
            raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, dying)
        with pytest.raises(Crash):
            _night(life, "killed")
    life.journal.close()
    _ends_well(root, history, batch, quiet, point)
