"""A note that a person renames keeps its story, and a moment of the past its old name."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from familiars import started
from hypothesis import given, settings
from hypothesis import strategies as st
from versions import version_at

from familiar_memory import Familiar, RecallRequest
from familiar_memory.errors import NotFoundError
from familiar_memory.store import JournalEntry, undo
from familiar_memory.store.change.renames import Rename, edited_renames, plain_renames

T = TypeVar("T")
_TEA = "# Tea\n\n- likes sencha (2026-01-01)\n- drinks it at four\n- never with milk\n"


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """The folder of notes of a familiar that was founded and never opened."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    return tmp_path / "ember" / "memory"


def _opened(memory: Path) -> AbstractAsyncContextManager[Familiar]:
    return started(Familiar.open("ember", home=memory.parents[1]))


def _run(memory: Path, work: Callable[[Familiar], Awaitable[T]]) -> T:
    async def run() -> T:
        async with _opened(memory) as familiar:
            await familiar.settle()
            return await work(familiar)

    return asyncio.run(run())


def _save(memory: Path, path: str, text: str) -> None:
    (memory / path).parent.mkdir(parents=True, exist_ok=True)
    (memory / path).write_text(text)


def _told(familiar: Familiar, path: str, *, follow: bool = False) -> list[tuple[str, str]]:
    return [_shown(entry) for entry in familiar.journal.entries(path, follow=follow)]


def _shown(entry: JournalEntry) -> tuple[str, str]:
    where = entry.path if entry.moved_to is None else f"{entry.path} > {entry.moved_to}"
    return f"{entry.source} {entry.operation}", where


def test_a_rename_is_one_change_with_its_history(memory: Path) -> None:
    """The log of the new name begins with the old one; undo gives the old name back."""

    async def work(familiar: Familiar) -> None:
        _save(memory, "topics/tea.md", _TEA)
        await familiar.settle()
        (memory / "topics/tea.md").rename(memory / "topics/green-tea.md")
        await familiar.settle()
        move = ("human move", "topics/tea.md > topics/green-tea.md")
        assert _told(familiar, "topics/green-tea.md") == [move]
        assert _told(familiar, "topics/green-tea.md", follow=True) == [
            ("human write", "topics/tea.md"),
            move,
        ]
        (entry,) = familiar.journal.entries("topics/green-tea.md")
        undo(familiar.store, familiar.journal, entry.id)
        assert not (memory / "topics/green-tea.md").exists()
        assert (memory / "topics/tea.md").read_text() == _TEA

    _run(memory, work)


def test_a_renamed_note_is_told_under_the_name_it_had(memory: Path) -> None:
    """Of the moment before, once; of now, once, under the new name."""

    async def work(familiar: Familiar) -> None:
        _save(memory, "topics/tea.md", _TEA)
        await familiar.settle()
        before = familiar.now()
        (memory / "topics/tea.md").rename(memory / "topics/green-tea.md")
        await familiar.settle()
        after = familiar.now()
        journal = familiar.journal
        assert await _paths(familiar, before) == ["topics/tea.md"]
        assert await _paths(familiar, after) == ["topics/green-tea.md"]
        assert journal.name_at("topics/green-tea.md", before) == "topics/tea.md"
        assert journal.name_at("topics/green-tea.md", after) == "topics/green-tea.md"
        assert version_at(journal, "topics/green-tea.md", before) is None
        assert version_at(journal, "topics/tea.md", before) == _TEA.encode()
        assert version_at(journal, "topics/tea.md", after) is None

    _run(memory, work)


async def _paths(familiar: Familiar, moment: datetime) -> list[str]:
    found = await familiar.search(RecallRequest("likes sencha", as_of=moment))
    return [hit.path for hit in found.hits if "sencha" in hit.text]


def test_a_note_that_was_renamed_and_edited_is_known_again(memory: Path) -> None:
    """A move, and the edit, as one batch; a note that is another one is not taken for it."""

    async def work(familiar: Familiar) -> None:
        _save(memory, "topics/tea.md", _TEA)
        _save(memory, "topics/coffee.md", "# Coffee\n\n- black, and before nine\n")
        await familiar.settle()
        (memory / "topics/tea.md").unlink()
        (memory / "topics/coffee.md").unlink()
        _save(memory, "topics/green-tea.md", _TEA.replace("# Tea", "# Green tea"))
        _save(memory, "topics/water.md", "# Water\n\n- still\n")
        await familiar.settle()
        assert _told(familiar, "topics/green-tea.md") == [
            ("human move", "topics/tea.md > topics/green-tea.md"),
            ("human edit", "topics/green-tea.md"),
        ]
        assert _told(familiar, "topics/water.md") == [("human write", "topics/water.md")]
        assert _told(familiar, "topics/coffee.md")[-1][0] == "human delete"
        move, edit = familiar.journal.entries("topics/green-tea.md")
        assert move.batch == edit.batch is not None
        undo(familiar.store, familiar.journal, move.batch or "")
        assert (memory / "topics/tea.md").read_text() == _TEA
        assert not (memory / "topics/green-tea.md").exists()

    _run(memory, work)


@pytest.mark.parametrize("without_index", [False, True])
def test_a_renamed_folder_is_one_batch(memory: Path, without_index: bool) -> None:
    """Each note a move, twins and empty notes by their names; with or without an index."""
    names = [f"{number}.md" for number in range(12)] + ["empty.md", "void.md", "twin-a.md"]

    async def first(familiar: Familiar) -> None:
        for name in names:
            text = {"e": "", "v": "", "t": "twin\n"}.get(name[0], f"# {name}\n")
            _save(memory, f"old/{name}", text)
        _save(memory, "old/deep/twin-b.md", "twin\n")
        await familiar.settle()

    async def second(familiar: Familiar) -> None:
        entries = [e for e in familiar.journal.entries("new") if e.moved_to]
        moves = {(e.path, e.moved_to) for e in entries}
        assert moves == {(f"old/{n}", f"new/{n}") for n in (*names, "deep/twin-b.md")}
        (batch,) = {entry.batch for entry in entries}
        assert batch is not None
        assert [e.operation for e in familiar.journal.entries("old") if not e.moved_to] == (
            ["write"] * len(moves)
        )
        undo(familiar.store, familiar.journal, batch)
        assert not list((memory / "new").rglob("*.md"))
        assert (memory / "old/deep/twin-b.md").read_text() == "twin\n"

    _run(memory, first)
    (memory / "old").rename(memory / "new")
    if without_index:
        shutil.rmtree(memory / ".index")
    _run(memory, second)


@pytest.mark.parametrize("compared", [3, 64])
@pytest.mark.parametrize("edited", [(0,), (7,), (19,), (2, 11)])
def test_notes_edited_in_a_renamed_folder_keep_their_story(
    memory: Path, monkeypatch: pytest.MonkeyPatch, edited: tuple[int, ...], compared: int
) -> None:
    """However many others were moved, before them or after: those are none to compare with."""
    monkeypatch.setattr("familiar_memory.sync.journalled.outside_edits._AT_ONCE", 5)
    monkeypatch.setattr("familiar_memory.store.change.observe._COMPARED", compared)

    def text(number: int) -> str:
        return "".join(f"- line {line} of note {number}\n" for line in range(9))

    async def work(familiar: Familiar) -> None:
        for number in range(20):
            _save(memory, f"old/{number:02}.md", text(number))
            _save(memory, f"stays/{number:02}.md", f"# Stays {number}\n")
        await familiar.settle()
        (memory / "old").rename(memory / "new")
        for number in edited:
            _save(memory, f"new/{number:02}.md", text(number) + "- and one more\n")
        await familiar.settle()
        for number in range(20):
            story = [("human write", f"old/{number:02}.md")]
            story += [("human move", f"old/{number:02}.md > new/{number:02}.md")]
            story += [("human edit", f"new/{number:02}.md")] * (number in edited)
            assert _told(familiar, f"new/{number:02}.md", follow=True) == story

    _run(memory, work)


def test_a_copy_is_no_rename(memory: Path) -> None:
    """While the first one stands, the second is a note that was made."""

    async def work(familiar: Familiar) -> None:
        _save(memory, "topics/tea.md", _TEA)
        await familiar.settle()
        _save(memory, "topics/copy.md", _TEA)
        await familiar.settle()
        (memory / "topics/tea.md").unlink()
        await familiar.settle()
        assert _told(familiar, "topics") == [
            ("human write", "topics/tea.md"),
            ("human write", "topics/copy.md"),
            ("human delete", "topics/tea.md"),
        ]

    _run(memory, work)


def test_a_name_has_the_story_of_who_bore_it_last(memory: Path) -> None:
    """There and back again, and another note in the place that became free."""

    async def work(familiar: Familiar) -> None:
        _save(memory, "a.md", _TEA)
        await familiar.settle()
        (memory / "a.md").rename(memory / "b.md")
        await familiar.settle()
        moment = familiar.now()
        _save(memory, "a.md", "# Another\n\nquite\n")
        await familiar.settle()
        (memory / "b.md").rename(memory / "c.md")
        await familiar.settle()
        told = _told(familiar, "c.md", follow=True)
        assert told == [
            ("human write", "a.md"),
            ("human move", "a.md > b.md"),
            ("human move", "b.md > c.md"),
        ]
        assert familiar.journal.name_at("c.md", moment) == "b.md"
        assert familiar.journal.name_at("c.md", moment - timedelta(days=1)) == "a.md"
        with pytest.raises(NotFoundError):
            familiar.journal.find("ffff")

    _run(memory, work)


_NAMES = st.sampled_from(["a/x", "a/y", "b/x", "b/y", "c"])


@pytest.mark.long
@given(
    came=st.dictionaries(_NAMES, st.sampled_from("pq0")),
    went=st.dictionaries(st.sampled_from("pq0"), st.sets(_NAMES.map("old/{}".format))),
)
@settings(deadline=None, max_examples=200)
def test_a_rename_pairs_equal_bytes_once(came: dict[str, str], went: dict[str, set[str]]) -> None:
    """No file is used twice, none is left over that has a partner, and the empty go by name."""
    renames = plain_renames(came, went, "0")
    assert len({r.source for r in renames}) == len({r.target for r in renames}) == len(renames)
    for source, target in renames:
        assert source in went[came[target]]
        assert came[target] != "0" or source.rpartition("/")[2] == target.rpartition("/")[2]
    for revision in came.keys() and set("pq"):
        targets = {path for path, one in came.items() if one == revision}
        sources = set(went.get(revision, ()))
        # One path may be listed under several revisions here, and is used once.
        if not any(sources & set(others) for key, others in went.items() if key != revision):
            paired = [r for r in renames if r.target in targets]
            assert len(paired) == min(len(targets), len(sources))


def test_two_that_fit_as_well_are_neither(memory: Path) -> None:
    """A guess would give a note the story of another one."""
    went = {"a.md": _TEA.encode(), "b.md": _TEA.encode()}
    assert edited_renames({"c.md": _TEA.encode() + b"more\n"}, went) == []
    del went["b.md"]
    assert edited_renames({"c.md": _TEA.encode() + b"more\n"}, went) == [Rename("a.md", "c.md")]
