"""A tree with a journal: cards and lorebooks are imported, edited, undone and exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from by_hand import save_by_hand

from familiar_importers.sillytavern.cards.exporter import CardExporter
from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_importers.sillytavern.lorebooks.exporter import LorebookExporter
from familiar_importers.sillytavern.lorebooks.importer import LorebookImporter
from familiar_memory.store import AuditJournal, MemoryStore, undo
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.reading.strict_json import parse_json
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage
from familiar_memory.transfer.tree_reader import StoreReader


@dataclass
class CardWorld:
    """What a person does with SillyTavern's files and one familiar."""

    store: MemoryStore
    journal: AuditJournal
    folder: Path

    def take(
        self,
        importer: Importer,
        name: str,
        value: Any,
        *,
        dry_run: bool = False,
        force: bool = False,
    ) -> ImportReport:
        """Import this JSON from a file of this name."""
        path = self.folder / name
        path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
        tree = StoreReader(self.store)
        staged = stage(importer, path, max_file_bytes=100_000, tree=tree)
        return run_import(
            staged,
            Destination(lambda _: [], self.store, known=self.journal),
            dry_run=dry_run,
            force=force,
        )

    def card(self, value: Any, name: str = "card.json", **settings: bool) -> ImportReport:
        """Import a card."""
        return self.take(CardImporter(**settings), name, value)

    def book(self, value: Any, name: str = "tavern.json", folder: str = "") -> ImportReport:
        """Import a lorebook."""
        return self.take(LorebookImporter(folder), name, value)

    def edit(self, path: str, text: str | None) -> None:
        """A person saves or deletes a note, and sync notices."""
        save_by_hand(self.store, path, text)

    def rename(self, path: str, to: str) -> None:
        """A person renames a note in an editor, and sync notices."""
        text = self.text(path)
        self.edit(path, None)
        self.edit(to, text)

    def text(self, path: str) -> str:
        """A note's text."""
        return (self.store.root / path).read_bytes().decode()

    def undo(self, report: ImportReport) -> None:
        """Take an import back."""
        undo(self.store, self.journal, report.journal_batch)

    def give_card(self) -> Any:
        """The card as it is exported."""
        export = CardExporter().export(StoreReader(self.store), ExportOptions(Path("out.json")))
        return parse_json(b"".join(export.pieces), "card")

    def give_book(self, folder: str | None = None) -> Any:
        """A lorebook as it is exported."""
        options = ExportOptions(Path("out.json"), book=folder)
        export = LorebookExporter().export(StoreReader(self.store), options)
        return parse_json(b"".join(export.pieces), "book")

    def files(self, folder: str = "") -> set[str]:
        """Every file below a folder, hidden ones too."""
        root = self.store.root
        found = (p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
        return {path for path in found if path.startswith(folder) and not path.startswith(".")}


@contextmanager
def card_world(folder: Path) -> Iterator[CardWorld]:
    """An empty one."""
    files = folder / "files"
    files.mkdir(parents=True)
    with AuditJournal(folder / "journal") as journal:
        yield CardWorld(MemoryStore(folder / "memory", journal=journal), journal, files)


def as_json(value: Any) -> Any:
    """The value as the product reads it: numbers keep their spelling."""
    return parse_json(json.dumps(value).encode(), "test")


def told(report: ImportReport) -> str:
    """All remarks as one text."""
    return "\n".join(f"{one.location}: {one.text}" for one in report.remarks)
