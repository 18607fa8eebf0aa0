"""Proposals that are carried out by processes which die, or by two at once.

Once the tree was opened again a proposal waits as it did, or is carried out and settled; a second
time changes nothing, and nobody is asked about what is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from familiars import put_notes
from review_desk import NOTE, Desk
from some_steps import some_steps

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.maintenance.review.reviewing import Reviewing
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.operations.rewriting.requests import DropName, MoveSections, Relink, Unlink
from familiar_memory.store.undo.plan import undo
from familiar_memory.testing import Crash, FaultyFileSystem

_OTHER = "topics/tea.md"
_NOTES = {
    NOTE: "## Facts\n\n- Likes tea ^k1\n- Sings (2026-02-03)\n- Sings (2026-02-03)\n- A\n",
    _OTHER: "# Tea\n\n- Green ^t1\n",
    "people/Gus.md": "## Aliases\n\n- Sam\n- Gustav\n",
    "notes.md": "## Shed\n\n- seeds ^s1\n- see [[Gone]]\n",
    "Log.md": "# Log\n\n## A\n\n- near [[notes#^s1]]\n\n## B\n\n- far ^b1 \n- [[Gone]]\n",
}
_MADE = RecordFields(learned=date(2026, 2, 4), refs=("t1",), by="discord-42", source="inferred")


def _id_of(text: str) -> str:
    lines = standing_lines(NOTE, parse_note(_NOTES[NOTE], path=NOTE), "everyone")
    return next(one.id for one in lines if one.record.text == text)


_SINGS = _id_of("Sings")
_KINDS: dict[str, Proposed] = {
    "add": AddRecord(NOTE, "Rowan", "Facts", Record("likes:: soup", _MADE)),
    "state": StateRecord(NOTE, "Rowan", "Facts", Record("likes:: soup", _MADE)),
    "change": UpdateRecord(NOTE, "k1", RecordPatch("Likes coffee"), "Likes tea"),
    "change by what it says": UpdateRecord(NOTE, _id_of("A"), RecordPatch("B"), "A"),
    "change a field": UpdateRecord(NOTE, _SINGS, RecordPatch(fields={"importance": 8}), "Sings"),
    "retire": RetireById(NOTE, "k1", "2026-02-01", was="Likes tea"),
    "retire by what it says": RetireById(NOTE, _SINGS, None, was="Sings"),
    "delete": DeleteRecord(NOTE, "k1", "Likes tea"),
    "delete one of two alike": DeleteRecord(NOTE, _SINGS, "Sings"),
    "merge": MergeRecords(((NOTE, "k1"), (NOTE, _SINGS)), "Sings over tea"),
    "merge across notes": MergeRecords(((NOTE, "k1"), (_OTHER, "t1")), "Likes green tea"),
    "rule": SetRule("Answer in rhymes", _MADE, None),
    "relink": Relink(("Gone",), _OTHER, ("notes.md", "Log.md")),
    "unlink": Unlink(("Gone",), "topics/Gone.md", ("notes.md", "Log.md")),
    "move out": MoveSections("notes.md", ("Shed",), "topics/shed.md", "Shed", keeps_heading=True),
    "divide": MoveSections("Log.md", ("B",), "Log (2).md", "Log (2)"),
    "strike a name": DropName("people/Gus.md", "Sam"),
}


def _item(kind: str) -> ReviewItem:
    item = item_of(_KINDS[kind], "somebody should look")
    assert item is not None
    return item


def _tree(root: Path) -> dict[str, str]:
    memory = root / "memory"
    files = (file for file in memory.rglob("*.md") if file.name != "review.md")
    return {file.relative_to(memory).as_posix(): file.read_text() for file in files}


def _ticked(root: Path, kind: str) -> ReviewItem:
    """A tree in which a person has accepted the proposal."""
    put_notes(root / "memory", _NOTES)
    item = _item(kind)
    with Desk(root) as desk:
        assert desk.hold(item)
        desk.tick(item)
    return item


def _killed(tmp_path: Path, kind: str, first: int, stride: int) -> Iterator[tuple[Path, int]]:
    """The tree after its settling has died, at every so many steps of it; the last is whole."""
    for number in range(first, 900, stride):
        root = tmp_path / str(number)
        _ticked(root, kind)
        fs = FaultyFileSystem()
        with Desk(root, fs) as desk:
            fs.fail_at(number)
            with suppress(Crash):
                desk.review.settle()
        yield root, number
        if number > len(fs.calls):
            return
    raise AssertionError("it has no end")


def _carried_out(tmp_path: Path, kind: str) -> dict[str, str]:
    """What the notes are when nothing goes wrong."""
    root = tmp_path / "whole"
    item = _ticked(root, kind)
    with Desk(root) as desk:
        assert [one.id for one in desk.review.settle().accepted] == [item.id]
    return _tree(root)


@pytest.mark.parametrize("kind", ["change", "merge across notes"])
def test_a_process_dies_at_some_steps_of_accepting(kind: str, tmp_path: Path) -> None:
    """As below, and quick."""
    _dies_while_it_accepts(kind, tmp_path, 1, 41)


@pytest.mark.long
@pytest.mark.parametrize("kind", _KINDS)
def test_a_process_dies_at_any_step_of_accepting(kind: str, tmp_path: Path) -> None:
    """All or none is there, list and notes; the next one does what is left, once.

    Of each kind at some steps here, see `some_steps`; of the widest one at more.
    """
    is_widest = kind == "merge across notes"
    _dies_while_it_accepts(kind, tmp_path, *some_steps(kind, list(_KINDS), 2 if is_widest else 5))


def _dies_while_it_accepts(kind: str, tmp_path: Path, first: int, stride: int) -> None:
    done = _carried_out(tmp_path, kind)
    name, ends = _item(kind).id, set()
    for root, number in _killed(tmp_path, kind, first, stride):
        with Desk(root) as desk:
            desk.store.reconcile(sweep=True)
            tree, is_waiting = _tree(root), name in desk.review.look().accepted
            assert tree == (_NOTES if is_waiting else done), number
            report = desk.review.settle()
            assert ([one.id for one in report.accepted], report.failed) == (
                [name] * is_waiting,
                (),
            ), number
            assert _tree(root) == done, number
            assert "problem: " not in desk.text and "## Accepted" in desk.text
            assert not desk.review.settle().has_changed
        ends.add(is_waiting)
    assert ends == {True, False}


@pytest.mark.parametrize("kind", _KINDS)
def test_two_processes_accept_the_same(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have read the tick; whoever is second finds it done, and changes nothing."""
    done = _carried_out(tmp_path, kind)
    root = tmp_path / "both"
    item = _ticked(root, kind)
    with Desk(root) as desk, Desk(root) as other:
        decisions = desk.review.look()
        other.review.settle()
        text = desk.text
        with monkeypatch.context() as patch:
            patch.setattr(Reviewing, "look", lambda _: decisions)
            report = desk.review.settle()
        assert ([one.id for one in report.accepted], report.failed) == ([item.id], ())
        assert (_tree(root), desk.text) == (done, text)


@pytest.mark.parametrize("kind", _KINDS)
def test_who_takes_a_tick_back_just_then_has_it_back(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is looked at again when the notes are written."""
    root = tmp_path / "both"
    _ticked(root, kind)
    with Desk(root) as desk:
        decisions = desk.review.look()
        text = desk.text.replace("[x]", "[ ]")
        desk.save(text)
        with monkeypatch.context() as patch:
            patch.setattr(Reviewing, "look", lambda _: decisions)
            report = desk.review.settle()
        assert (report.accepted, report.failed, _tree(root), desk.text) == ((), (), _NOTES, text)


@pytest.mark.parametrize("kind", _KINDS)
def test_an_undo_of_the_batch_gives_all_bytes_back(kind: str, tmp_path: Path) -> None:
    """Notes and list are as they were, and the tick is a person's still or waits again."""
    root = tmp_path / "undone"
    _ticked(root, kind)
    with Desk(root) as desk:
        text = desk.text
        batch = desk.review.settle().batch
        undo(desk.store, desk.journal, batch)
        assert (_tree(root), desk.text) == (_NOTES, text)
