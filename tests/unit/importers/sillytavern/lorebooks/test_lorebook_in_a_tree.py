"""Lorebooks in a real tree: written, edited, imported again, and exported."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from by_hand import save_by_hand
from sillytavern_samples import books, exported, in_order, old_entry, world_info

from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_memory.lore.book.books import read_books
from familiar_memory.store import AuditJournal, MemoryStore
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage
from familiar_memory.transfer.tree_reader import StoreReader

FOLDER = "lore/imported/tavern"


@dataclass
class World:
    """A tree with a journal, and a file beside it."""

    store: MemoryStore
    journal: AuditJournal
    source: Path

    def take(self, value: Any) -> ImportReport:
        """Import this book."""
        self.source.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
        staged = stage(LorebookImporter(), self.source, max_file_bytes=1000)
        return run_import(staged, Destination(lambda turns: [], self.store, known=self.journal))

    def by_hand(self, path: str, text: str | None) -> None:
        """A person saves or deletes a file, and sync notices."""
        save_by_hand(self.store, path, text)

    def give(self, book: str | None = None) -> Any:
        """Export."""
        return exported(StoreReader(self.store), book)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty one."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        yield World(store, journal, tmp_path / "tavern.json")


@pytest.mark.parametrize("name", books())
def test_a_book_survives_the_disk(world: World, name: str) -> None:
    """Every dialect, every trap in a content; importing it again changes nothing."""
    value = books()[name]
    world.take(value)
    assert in_order(world.give()) == in_order(value)
    again = world.take(value)
    assert (again.updated, again.kept, again.removed) == ((), (), ())


def test_a_newer_version_updates_what_nobody_touched(world: World) -> None:
    """What a person wrote stays and goes into the export; what is gone from the book goes."""
    world.take(world_info(old_entry(0), old_entry(1), old_entry(2), old_entry(3)))
    note = (world.store.root / FOLDER / "title-1.md").read_text("utf-8")
    world.by_hand(f"{FOLDER}/title-1.md", note.replace("Content 1", "Mine"))
    world.by_hand(f"{FOLDER}/title-2.md", None)
    world.by_hand(f"{FOLDER}/own.md", "# Own\n\nMine too.\n")
    report = world.take(
        world_info(old_entry(0, content="Newer"), old_entry(1, order=5), old_entry(2))
    )
    assert (report.kept, report.gone) == (
        (f"{FOLDER}/title-1.md",),
        (f"{FOLDER}/title-2.md",),
    )
    assert report.removed == (f"{FOLDER}/title-3.md",)
    entries = world.give()["entries"]
    assert entries.pop("3")["content"] == "Mine too."
    assert entries == {
        "0": old_entry(0, content="Newer"),
        "1": old_entry(1, order=5, content="Mine"),
    }


def test_the_engine_reads_the_tree_as_the_export_does(world: World) -> None:
    """From the store, with hidden sidecars."""
    world.take(world_info(old_entry(0), old_entry(1), scan_depth=2))
    world.by_hand(f"{FOLDER}/title-0.md", None)
    (book,) = read_books(StoreReader(world.store).paths("lore"), world.store.read_bytes)
    assert [entry.content for entry in book.entries] == ["Content 1"]
    assert book.settings.scan_depth == 2
