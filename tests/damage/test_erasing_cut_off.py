"""Erasing is killed at any step, and run again comes to the same end."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from forked import in_a_child
from people_and_places import TAVERN

from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import NotFoundError, StorageError
from familiar_memory.inspection.wanted.gone import wanted_gone
from familiar_memory.inspection.wanted.request import ForgetRequest
from familiar_memory.life.forget.parts import wire_forgetting
from familiar_memory.maintenance.belongings.wanted import WantedGone
from familiar_memory.maintenance.forget.planning import plan_erasure
from familiar_memory.maintenance.forget.quoting import with_quotes
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store import AuditJournal, Cause, ChangeState, MemoryStore
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.erasing import TreeEraser
from familiar_memory.store.journal.images import ImageStore
from familiar_memory.testing import Crash, FaultyFileSystem

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is forked and killed")

AT = datetime(2026, 2, 2, 20, tzinfo=UTC)
ROWAN = Author("discord", "4242424242", "Rowan")
SECRET = 'the "zanzibar" key lies under the mat'
GONE = "people/discord-4242424242.md"
WHAT = Erasure(
    turns=frozenset({(TAVERN.slug, "m1")}),
    authors=frozenset({ROWAN}),
    paths=frozenset({GONE}),
    texts=(SECRET,),
)
_KILLED = 9
_POINTS = 24


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch) -> None:
    """The system's folder for what is temporary: what others keep there is no step of ours."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "elsewhere"))


@pytest.fixture
def lived(tmp_path, new_familiar) -> Path:
    """The folder of a familiar in which all of it stands, in several parts of the journal."""

    async def live() -> None:
        familiar = new_familiar(tmp_path / "lived")
        await familiar.start()
        for number, text in enumerate((f"{SECRET}, I say", "tea", "more tea")):
            author = ROWAN if number != 1 else Author("discord", "7", "Zed")
            at = AT + timedelta(minutes=number)
            await familiar.record(Turn(f"m{number}", at, TAVERN, author, text))
        store = familiar.store
        store.write_file("notes.md", f"# N\n\n- one\n- {SECRET}\n", cause=Cause("test"))
        store.write_file("old.md", f"- likes zanzibar\n- {SECRET}\n", cause=Cause("test"))
        store.move("old.md", GONE, cause=Cause("test"))
        familiar.journal._log.rotate()
        familiar.journal._log.compress()
        store.append_file("notes.md", "- two\n", cause=Cause("test"))
        familiar.journal._log.rotate()
        store.write_file("topics/tea.md", f"- tea\n- {SECRET}\n- warm\n", cause=Cause("test"))
        await familiar.settle()
        await familiar.close()

    asyncio.run(live())
    return tmp_path / "lived" / "ember"


async def erased(familiar: Familiar, around: Callable[[Callable[[], object]], object]) -> None:
    """Open it, erase within `around`, close it."""
    await familiar.start()
    folder, parts = familiar.parts.setup.paths.root, familiar.parts
    stores = erasables(
        folder,
        parts.files.store,
        parts.files.journal,
        parts.files.history,
        parts.files.index,
        parts.searching.past,
        parts.setup.clock.now,
        parts.files.register,
    )
    around(lambda: Eraser(folder, stores, parts.files.register).erase(WHAT))
    await familiar.close()


class Killer:
    """Ends the process, without any clean-up, at the call of this number."""

    def __init__(self, at: int | None = None) -> None:
        self._at = at
        self.calls = 0

    def __call__(self, work: Callable[[], object]) -> None:
        """Do it, counting."""
        sys.setprofile(self._count)
        try:
            work()
        finally:
            sys.setprofile(None)

    def _count(self, _frame: object, event: str, _arg: object) -> None:
        if event in ("call", "c_call"):
            self.calls += 1
            if self.calls == self._at:
                os._exit(_KILLED)


def end_of(folder: Path) -> tuple[object, ...]:
    """All that a familiar holds: notes, story, turns; without ids and times of erasing."""
    tree = folder / "memory"
    notes = {file.relative_to(tree).as_posix(): file.read_bytes() for file in tree.rglob("*.md")}
    with AuditJournal(folder / "journal") as journal:
        story = [
            (e.operation, e.path, e.moved_to, e.before, e.after, e.after_bytes, e.erased)
            for e in journal.entries()
            if e.state is ChangeState.DONE and e.source == "test"
        ]
        images = frozenset((revision, data) for revision, _, data in journal.images.versions())
        told = (journal.damaged_lines(), journal.missing_versions(), journal.cut_off())
    with closing(sqlite3.connect(folder / "history.sqlite")) as history:
        turns = history.execute("SELECT ref, text, state FROM turns ORDER BY id").fetchall()
        people = history.execute("SELECT id, user_id FROM authors ORDER BY id").fetchall()
        names = history.execute("SELECT author, card FROM author_names ORDER BY id").fetchall()
    return notes, story, images, told, turns, people, names


async def is_whole(familiar: Familiar) -> bool:
    """Whether the index is what a fresh build is, after a sync."""
    await familiar.start()
    await familiar.settle()
    report = await familiar.index.verify()
    await familiar.close()
    return report.same


def test_killed_anywhere_it_is_ended_by_running_it_again(lived, tmp_path, new_familiar):
    """Points all over the way, from writing down what is to go to taking that away."""
    whole = tmp_path / "whole"
    shutil.copytree(lived.parent, whole)
    counter = Killer()
    asyncio.run(erased(new_familiar(whole), counter))
    expected = end_of(whole / "ember")
    assert SECRET.encode() not in expected[0]["notes.md"]
    killed = 0
    for point in range(_POINTS):
        at = 1 + point * (counter.calls - 1) // (_POINTS - 1)
        home = tmp_path / f"at-{at}"
        shutil.copytree(lived.parent, home)
        code = in_a_child(lambda: asyncio.run(erased(new_familiar(home), Killer(at))))  # noqa: B023
        assert code in (0, _KILLED), at
        killed += code == _KILLED
        folder = home / "ember"
        asyncio.run(erased(new_familiar(home), lambda work: work()))
        assert end_of(folder) == expected, at
        assert asyncio.run(is_whole(new_familiar(home))), at
        data = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
        for gone in (SECRET.encode(), b"zanzibar", b"4242424242", b"Rowan", b"old.md"):
            assert gone not in data, (at, gone)
        assert not (folder / "erasing.json").exists()
        shutil.rmtree(home)
    assert killed > 0.9 * _POINTS


def _eraser_in(folder: Path) -> Eraser:
    return Eraser(folder, (), TreeRegister(MemoryStore(folder / "memory")))


@pytest.mark.parametrize("method", ["write_bytes", "unlink"])
def test_killed_while_it_takes_its_sign_away_it_can_erase_again(tmp_path, monkeypatch, method):
    """What stood in it is overwritten first: what is found then was ended."""

    def killed(*given: object, **named: object) -> None:
        if method == "write_bytes":
            (tmp_path / "erasing.json").write_text(" ")
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(Path, method, killed)
        with pytest.raises(Crash):
            _eraser_in(tmp_path).erase(WHAT)
    assert (tmp_path / "erasing.json").read_text().strip() == ""
    assert _eraser_in(tmp_path).pending() is None
    _eraser_in(tmp_path).erase(WHAT)
    assert not (tmp_path / "erasing.json").exists()


@pytest.mark.parametrize("odd", [b"{", b"[]", b'{"turns": 1}', b"\xff", b'{"turns": [[1, 2, 3]]}'])
def test_a_sign_that_somebody_has_changed_is_an_error_that_says_so(tmp_path, odd):
    """And not taken for nothing: what was to go is not ended."""
    (tmp_path / "erasing.json").write_bytes(odd)
    for doing in (_eraser_in(tmp_path).pending, lambda: _eraser_in(tmp_path).erase(WHAT)):
        with pytest.raises(StorageError, match=r"erasing\.json"):
            doing()
    assert (tmp_path / "erasing.json").read_bytes() == odd


def _full() -> BaseException:
    return OSError(28, "No space left on device")


def _past(folder: Path) -> tuple[object, ...]:
    """The notes and their story; the parts of the journal may differ by what was begun."""
    notes = {file.name: file.read_bytes() for file in (folder / "memory").glob("*.md")}
    with AuditJournal(folder / "journal") as journal:
        story = [
            (e.path, e.before, e.after, e.after_bytes, e.erased)
            for e in journal.entries()
            if e.state is ChangeState.DONE and e.source == "test"
        ]
        versions = {data for _, _, data in journal.images.versions()}
        return notes, story, versions, journal.damaged_lines(), journal.missing_versions()


@pytest.mark.parametrize("error", [Crash, _full], ids=["dies", "full"])
def test_a_disk_that_fails_at_any_step_leaves_it_to_be_ended(tmp_path, error):
    """Notes and journal, on a file system whose every call fails in turn, from there on."""

    def prepared(folder: Path) -> None:
        with AuditJournal(folder / "journal") as journal:
            store = MemoryStore(folder / "memory", journal=journal)
            store.write_file("a.md", f"- one\n- {SECRET}\n", cause=Cause("test"))
            journal._log.rotate()
            journal._log.compress()
            store.append_file("a.md", "- two\n", cause=Cause("test"))
            store.write_file("b.md", f"{SECRET}\n", cause=Cause("test"))

    def erase(folder: Path, fs: FileSystem, fail_at: int | None = None) -> None:
        with AuditJournal(folder / "journal", fs=fs) as journal:
            store = MemoryStore(folder / "memory", journal=journal, fs=fs)
            if isinstance(fs, FaultyFileSystem):
                fs.fail_at(fail_at or sys.maxsize, error)
            TreeEraser(store).erase(what)
            journal.eraser.erase(what)

    what = Erasure(texts=(SECRET,))
    prepared(tmp_path / "first")
    shutil.copytree(tmp_path / "first", tmp_path / "whole")
    counting = FaultyFileSystem()
    erase(tmp_path / "whole", counting)
    expected = _past(tmp_path / "whole")
    steps = len(counting.calls)
    assert steps > 50
    failed = 0
    for step in range(1, steps + 1, 3):
        folder = tmp_path / f"{step}"
        shutil.copytree(tmp_path / "first", folder)
        try:
            erase(folder, FaultyFileSystem(), step)
        except (Crash, StorageError):
            failed += 1
        erase(folder, FileSystem())
        assert _past(folder) == expected, step
        data = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
        assert SECRET.encode() not in data, step
        assert list((folder / "journal").glob("*.draft")) == []
        shutil.rmtree(folder)
    assert failed > steps // 4


ZED = Author("discord", "7777777777", "Zed")
SAID = (
    ("m0", ROWAN, "I work at the zanzibar archive in Durham, and I have a cat called Quux."),
    (
        "m1",
        ZED,
        "> I work at the zanzibar archive in Durham, and I have a cat called Quux.\nme too",
    ),
    ("m2", ZED, f"hey <@{ROWAN.user_id}>, I have a dog called Flimpet."),
    ("m3", ROWAN, "We decided that the quux party moves to Friday, because of the storm."),
)


@pytest.fixture
def talked(tmp_path, new_familiar) -> Path:
    """The folder of a familiar in which people talked, were written up, and written about."""

    async def live() -> None:
        familiar = new_familiar(tmp_path / "talked")
        await familiar.start()
        for number, (ref, author, text) in enumerate(SAID):
            at = AT + timedelta(minutes=number)
            await familiar.record(Turn(ref, at, TAVERN, author, text))
        await familiar.write()
        store = familiar.store
        store.write_file("topics/quux.md", "# quux\n\n- a party\n", cause=Cause("test"))
        store.write_file(
            "notes.md", "# N\n\n- saw [[Rowan]] at the [[quux]]\n- tea\n", cause=Cause("test")
        )
        familiar.journal._log.rotate()
        familiar.journal._log.compress()
        await familiar.settle()
        await familiar.close()

    asyncio.run(live())
    return tmp_path / "talked" / "ember"


async def forgotten(
    familiar: Familiar, asked: ForgetRequest, around: Callable[[Callable[[], object]], object]
) -> None:
    """Open it, end what was begun or else forget within `around`, close it."""
    await familiar.start()
    await familiar.settle()
    wired = wire_forgetting(familiar.parts)
    what = wired.eraser.pending()
    if what is None:
        try:
            wanted = wanted_gone(familiar.parts, asked)
        except NotFoundError:
            # It had ended, and only its sign had not been taken away, or that too.
            wanted = WantedGone()
        what = with_quotes(wired.sources, plan_erasure(wired.sources, wanted))
    around(lambda: wired.eraser.erase(what))
    await familiar.settle()
    await familiar.close()


def test_versions_that_no_line_names_any_more_go_as_a_whole(
    talked, tmp_path, new_familiar, monkeypatch
):
    """Killed between the lines and the old versions: nobody can say what file these were."""
    whole, home = tmp_path / "whole", tmp_path / "cut-off"
    for folder in (whole, home):
        shutil.copytree(talked.parent, folder)
    asked = ForgetRequest(topic="quux")
    asyncio.run(forgotten(new_familiar(whole), asked, lambda work: work()))

    def killed(*_: object) -> None:
        os._exit(_KILLED)

    def cut_off() -> None:
        monkeypatch.setattr(ImageStore, "drop", killed)
        asyncio.run(forgotten(new_familiar(home), asked, lambda work: work()))

    assert in_a_child(cut_off) == _KILLED
    asyncio.run(forgotten(new_familiar(home), asked, lambda work: work()))
    assert end_of(home / "ember") == end_of(whole / "ember")


@pytest.mark.parametrize(
    ("asked", "gone", "points"),
    [
        (
            ForgetRequest(person=ROWAN.canonical_key),
            (b"4242424242", b"zanzibar", b"[[Rowan", b"Quux."),
            12,
        ),
        (ForgetRequest(topic="quux"), (b"quux", b"Quux", b"zanzibar"), 8),
    ],
    ids=["a person", "a topic"],
)
def test_forgetting_that_is_killed_anywhere_is_ended_later(
    talked, tmp_path, new_familiar, asked, gone, points
):
    """Lines, links, quotes and versions, whatever of it was done."""
    whole = tmp_path / "whole"
    shutil.copytree(talked.parent, whole)
    counter = Killer()
    asyncio.run(forgotten(new_familiar(whole), asked, counter))
    expected = end_of(whole / "ember")
    assert expected[0]["notes.md"].endswith(b"- tea\n")
    killed = 0
    for point in range(points):
        at = 1 + point * (counter.calls - 1) // (points - 1)
        home = tmp_path / f"at-{at}"
        shutil.copytree(talked.parent, home)
        code = in_a_child(
            lambda: asyncio.run(forgotten(new_familiar(home), asked, Killer(at)))  # noqa: B023
        )
        assert code in (0, _KILLED), at
        killed += code == _KILLED
        asyncio.run(forgotten(new_familiar(home), asked, lambda work: work()))
        folder = home / "ember"
        assert end_of(folder) == expected, at
        data = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
        assert [one for one in gone if one in data] == [], at
        assert not (folder / "erasing.json").exists()
        assert asyncio.run(is_whole(new_familiar(home))), at
        shutil.rmtree(home)
    assert killed > 0.8 * points
