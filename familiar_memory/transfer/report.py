"""What an import did, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.transfer.importer import SkippedFile

__all__ = ["ImportReport"]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Counts of turns by outcome, and paths of notes.

    `kept` are notes that stand in the tree already with another text. After a dry run
    `turns` says how many would be recorded; whether they are new is not known.
    `journal_batch` names the written notes in the journal ("" when there are none), so
    that they can be undone together.
    """

    importer: str
    dry_run: bool = False
    turns: int = 0
    added: int = 0
    unchanged: int = 0
    amended: int = 0
    deleted: int = 0
    written: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    journal_batch: str = ""
