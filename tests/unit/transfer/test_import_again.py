"""An import that is run again: it follows its source, and leaves people's work alone."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from by_hand import save_by_hand

from familiar_memory.errors import InputError, StorageError
from familiar_memory.store import AuditJournal, MemoryStore, undo
from familiar_memory.testing import Crash, FaultyFileSystem
from familiar_memory.transfer.importer import (
    BytesFile,
    Importer,
    Item,
    NoteFile,
    OwnedFolder,
    Remark,
)
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage


@dataclass
class Book:
    """An importer whose source may change between two runs."""

    notes: Mapping[str, str]
    name: str = "book"
    describe: str = "a book"
    more: Sequence[Item] = field(default=())

    def detect(self, path: Path) -> bool:
        """It is never asked."""
        return True

    def read(self, path: Path) -> Iterator[Item]:
        """Its notes, and the folder that they are the whole of."""
        yield OwnedFolder("lore/book")
        yield BytesFile("lore/book/.book.json", repr(self.notes).encode())
        for name, text in self.notes.items():
            yield NoteFile(f"lore/book/{name}.md", text)
        yield from self.more


@dataclass
class World:
    """A tree with a journal."""

    store: MemoryStore
    journal: AuditJournal

    def run(self, source: Importer, *, force: bool = False, dry_run: bool = False) -> ImportReport:
        """One import."""
        staged = stage(source, Path("book"), max_file_bytes=1000)
        return run_import(
            staged,
            Destination(lambda turns: [], self.store, known=self.journal),
            force=force,
            dry_run=dry_run,
        )

    def by_hand(self, path: str, text: str | None) -> None:
        """A person saves or deletes a file, and sync notices."""
        save_by_hand(self.store, path, text)

    @property
    def tree(self) -> dict[str, str]:
        """Every visible note of the book."""
        store = MemoryStore(self.store.root)
        return {
            path.rpartition("/")[2][:-3]: store.read_file(path) for path in store.glob("lore/**")
        }


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty one."""
    with AuditJournal(tmp_path / "journal") as journal:
        yield World(MemoryStore(tmp_path / "memory", journal=journal), journal)


def test_what_nobody_touched_follows_the_source(world: World) -> None:
    """Changed entries are changed, new ones come, and what is not there any more goes."""
    world.run(Book({"a": "1", "b": "2", "c": "3"}))
    report = world.run(Book({"a": "1", "b": "two", "d": "4"}))
    assert world.tree == {"a": "1", "b": "two", "d": "4"}
    assert report.same == ("lore/book/a.md",)
    assert report.updated == ("lore/book/.book.json", "lore/book/b.md")
    assert report.removed == ("lore/book/c.md",)


def test_what_a_person_changed_is_kept_and_told(world: World) -> None:
    """An edit outlives a new version of the source, and its disappearance from it."""
    world.run(Book({"a": "1", "b": "2", "c": "3"}))
    world.by_hand("lore/book/a.md", "mine")
    world.by_hand("lore/book/c.md", "mine too")
    report = world.run(Book({"a": "one", "b": "2"}))
    assert world.tree == {"a": "mine", "b": "2", "c": "mine too"}
    assert report.kept == ("lore/book/a.md", "lore/book/c.md")


def test_what_a_person_deleted_stays_deleted(world: World) -> None:
    """Until it is asked for with force."""
    world.run(Book({"a": "1", "b": "2"}))
    world.by_hand("lore/book/a.md", None)
    report = world.run(Book({"a": "one", "b": "2"}))
    assert (world.tree, report.gone) == ({"b": "2"}, ("lore/book/a.md",))
    assert world.run(Book({"a": "one", "b": "2"}), force=True).written == ("lore/book/a.md",)
    assert world.tree == {"a": "one", "b": "2"}


def test_a_note_that_a_person_wrote_first_is_kept(world: World) -> None:
    """Also when the journal has never seen it."""
    (world.store.root / "lore/book").mkdir(parents=True)
    (world.store.root / "lore/book/a.md").write_text("mine")
    (world.store.root / "lore/book/own.md").write_text("mine")
    report = world.run(Book({"a": "1"}))
    assert (report.kept, report.removed) == (("lore/book/a.md",), ())
    assert world.tree == {"a": "mine", "own": "mine"}


def test_an_import_that_was_undone_can_be_done_again(world: World) -> None:
    """An undo is no deletion by a person."""
    first = world.run(Book({"a": "1"}))
    undo(world.store, world.journal, first.journal_batch)
    assert world.tree == {}
    assert world.run(Book({"a": "1"})).written == ("lore/book/.book.json", "lore/book/a.md")


def test_undoing_a_forced_import_gives_the_text_back_to_its_author(world: World) -> None:
    """What was brought back is a person's again, and the next import keeps it."""
    world.run(Book({"a": "1"}))
    world.by_hand("lore/book/a.md", "mine")
    forced = world.run(Book({"a": "one"}), force=True)
    undo(world.store, world.journal, forced.journal_batch)
    assert world.run(Book({"a": "one"})).kept == ("lore/book/a.md",)
    assert world.tree == {"a": "mine"}


def test_undoing_an_update_leaves_an_import_that_can_be_updated(world: World) -> None:
    """The version before was the importer's own."""
    world.run(Book({"a": "1"}))
    second = world.run(Book({"a": "2"}))
    undo(world.store, world.journal, second.journal_batch)
    assert world.tree == {"a": "1"}
    assert world.run(Book({"a": "2"})).updated == ("lore/book/.book.json", "lore/book/a.md")


def test_a_dry_run_tells_the_same_and_changes_nothing(world: World) -> None:
    """Every list of the report, but for the batch."""
    world.run(Book({"a": "1", "b": "2", "c": "3", "e": "5"}))
    world.by_hand("lore/book/a.md", "mine")
    world.by_hand("lore/book/e.md", None)
    later = Book({"a": "one", "b": "two", "d": "4", "e": "5"})
    told = world.run(later, dry_run=True)
    assert world.tree == {"a": "mine", "b": "2", "c": "3"}
    done = world.run(later)
    assert (told.written, told.updated, told.kept, told.gone, told.removed) == (
        done.written,
        done.updated,
        done.kept,
        done.gone,
        done.removed,
    )


def test_remarks_reach_the_report(world: World) -> None:
    """In the order in which they were made."""
    remarks = [Remark("entry 3", "its key is a number"), Remark("entry 4", "no title")]
    assert world.run(Book({"a": "1"}, more=remarks)).remarks == tuple(remarks)


def test_files_that_are_kept_as_they_are_may_be_larger_than_a_note(world: World) -> None:
    """An original is no note, and a note may say that it is not capped."""
    large = "x" * 2000
    more = [BytesFile("self/.original.png", b"\x89" * 5000), NoteFile("big.md", large, False)]
    world.run(Book({}, more=more))
    assert world.store.read_bytes("self/.original.png") == b"\x89" * 5000
    assert world.store.read_file("big.md") == large
    assert world.store.glob("self/**") == []


@pytest.mark.parametrize("name", [".secret.md", ".original.PNG", ".originals", ".original.tar.gz"])
def test_no_other_hidden_file_can_be_brought(world: World, name: str) -> None:
    """The border of the tree stays where it was."""
    with pytest.raises(Exception, match="hidden"):
        world.run(Book({"a": "1"}, more=[BytesFile(f"self/{name}", b"x")]))
    assert world.tree == {}


@pytest.mark.parametrize("every", [7, pytest.param(3, marks=pytest.mark.long)])
def test_a_disk_that_fails_in_the_middle_leaves_the_tree_as_it_was(
    tmp_path: Path, every: int
) -> None:
    """New files go again, and those that were brought up to date are as before."""
    outcomes = []
    for number in range(1, 400, every):
        fs = FaultyFileSystem()
        with AuditJournal(tmp_path / f"{number}/journal") as journal:
            world = World(MemoryStore(tmp_path / f"{number}/m", journal=journal, fs=fs), journal)
            world.run(Book({"a": "1", "b": "2", "c": "3"}))
            fs.fail_at(number, lambda: OSError(28, "No space left on device"), for_ever=False)
            try:
                world.run(Book({"a": "one", "b": "2", "d": "4"}))
            except StorageError:
                outcomes.append("failed")
                assert world.tree == {"a": "1", "b": "2", "c": "3"}, fs.calls[number - 1]
            else:
                outcomes.append("done")
                assert world.tree == {"a": "one", "b": "2", "d": "4"}, fs.calls[number - 1]
        if number > len(fs.calls):
            break
    assert outcomes.count("failed") > 10
    assert outcomes[-1] == "done"


def test_a_source_that_grows_while_it_is_read_is_refused(world: World, tmp_path: Path) -> None:
    """What was not checked is not written."""
    file = tmp_path / "large.bin"
    file.write_bytes(b"1")
    large = BytesFile("self/.original.bin", b"x" * (40 * 1024 * 1024))
    more = [large, BytesFile("self/.original.two", large.data)]
    staged = stage(Book({"a": "1"}, more=more), file, max_file_bytes=1000)
    file.write_bytes(b"12")
    with pytest.raises(InputError, match="has changed while it was read"):
        run_import(staged, Destination(lambda turns: [], world.store))
    assert world.tree == {}


@pytest.mark.parametrize("every", [29, pytest.param(7, marks=pytest.mark.long)])
def test_an_import_that_was_killed_is_finished_by_running_it_again(
    tmp_path: Path, every: int
) -> None:
    """Whatever step it died at; and what it left is still known for the importer's own."""
    for number in range(1, 400, every):
        fs = FaultyFileSystem()
        with AuditJournal(tmp_path / f"{number}/journal") as journal:
            world = World(MemoryStore(tmp_path / f"{number}/m", journal=journal, fs=fs), journal)
            world.run(Book({"a": "1", "b": "2"}))
            fs.fail_at(number)
            with contextlib.suppress(Crash):
                world.run(Book({"a": "one", "c": "3", "d": "4"}))
            is_over = number > len(fs.calls)
        with AuditJournal(tmp_path / f"{number}/journal") as journal:
            world = World(MemoryStore(tmp_path / f"{number}/m", journal=journal), journal)
            world.store.reconcile(sweep=True)
            world.run(Book({"a": "one", "c": "3", "d": "4"}))
            assert world.tree == {"a": "one", "c": "3", "d": "4"}, number
            assert world.run(Book({"a": "uno"})).kept == (), number
            assert world.tree == {"a": "uno"}, number
        if is_over:
            return
    raise AssertionError("the import has no end")


def test_the_sidecar_of_a_folder_that_is_left_goes_with_its_notes(world: World) -> None:
    """But not while a person has a note there that needs it."""
    old = [BytesFile("lore/book/old/.book.json", b"{}"), NoteFile("lore/book/old/a.md", "1")]
    world.run(Book({}, more=old))
    world.by_hand("lore/book/old/a.md", "mine")
    assert world.run(Book({})).kept == ("lore/book/old/a.md", "lore/book/old/.book.json")
    world.by_hand("lore/book/old/a.md", "1")
    report = world.run(Book({}))
    assert report.removed == ("lore/book/old/a.md", "lore/book/old/.book.json")
