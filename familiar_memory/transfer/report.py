"""What an import did, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.transfer.importer import Brought, Remark, SkippedFile

__all__ = ["ImportReport", "Outdated"]


@dataclass(frozen=True, slots=True)
class Outdated:
    """A folder into which nothing was brought: `newer` names the newer version that is there."""

    folder: str
    newer: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Counts of turns by outcome, and paths of files.

    `refused` turns are of people who are not to be kept, `incognito` ones of places or turns of
    which nothing is.

    `written` are new or brought up to date (`updated`). `kept` stand in the tree with
    another text, which a person has written; those of them that no import ever brought are
    `foreign` too: then what was to be imported is not all there. Others of them are
    `orphaned`: their source does not have them any more, but a person has changed or moved
    them. `gone` were brought by an earlier import and deleted by a person; `removed` were
    brought by an earlier one and are not any more; `held` would be removed too, but they are
    so many that a person is asked. `brought` says what the file held, and where it is.
    After a dry run `turns` says how many would be recorded; whether they are new is not
    known. `journal_batch` names the changed files in the journal ("" when there are none),
    so that they can be undone together.
    """

    importer: str
    dry_run: bool = False
    turns: int = 0
    added: int = 0
    unchanged: int = 0
    amended: int = 0
    deleted: int = 0
    refused: int = 0
    incognito: int = 0
    written: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    orphaned: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    outdated: tuple[Outdated, ...] = ()
    brought: tuple[Brought, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    remarks: tuple[Remark, ...] = ()
    journal_batch: str = ""
