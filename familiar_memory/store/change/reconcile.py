"""Putting a tree in order at start-up, or when somebody asks for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from familiar_memory.errors import StoreError
from familiar_memory.store.base import Skipped
from familiar_memory.store.change.aside import Cleared, clear_leftovers, leftovers_in
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.disk.filesystem import Spot
from familiar_memory.store.disk.os_errors import store_error
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.leftover import NEW, Leftover
from familiar_memory.store.names import is_hidden
from familiar_memory.store.tree.files import Tree

__all__ = ["ReconcileReport", "leftovers", "reconcile"]

# Of a file whose name does not say whose it is, only its age tells that nobody is at it.
_NAMELESS_AGE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ReconcileReport:
    """What was found and done.

    `recovered`: changes that were cut off, with their outcomes. `put_back`: files whose
    old bytes were put back in their place. `swept`: how many temporary files are gone.
    `failed`: what could not be looked into or removed, and why.
    """

    recovered: tuple[JournalEntry, ...]
    put_back: tuple[str, ...]
    swept: int
    failed: tuple[Skipped, ...]


def reconcile(
    tree: Tree,
    journal: Journal | None,
    recovery: Recovery,
    clock: Callable[[], datetime],
    *,
    sweep: bool,
) -> ReconcileReport:
    """Recover every change that was cut off; with `sweep`, look for leftovers in every folder."""
    recovered = recovery.recover_all()
    sweeper = _Sweeper(tree, journal, recovery, clock)
    if sweep:
        sweeper.run()
    return ReconcileReport(
        recovered=tuple(one.entry for one in recovered),
        put_back=(*(one.entry.path for one in recovered if one.was_put_back), *sweeper.put_back),
        swept=sum(one.swept for one in recovered) + sweeper.swept,
        failed=tuple(sweeper.failed),
    )


def leftovers(tree: Tree) -> Iterator[str]:
    """The temporary files of the tree: of writes that were cut off, or are under way."""
    for folder in _folders(tree, []):
        for leftover in leftovers_in(tree.fs, tree.confinement.absolute(folder)):
            yield f"{folder}/{leftover.name}" if folder else leftover.name


def _folders(tree: Tree, failed: list[Skipped]) -> Iterator[str]:
    """Every visible folder; those that cannot be looked into are added to `failed`."""
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            entries = tree.fs.scandir(tree.confinement.absolute(folder))
            inner = [one.name for one in entries if _is_visible_folder(one)]
        except FileNotFoundError:
            continue
        except OSError as error:
            failed.append(Skipped(folder, store_error(error, folder).problem))
            continue
        pending += [f"{folder}/{name}" if folder else name for name in inner]
        yield folder


class _Sweeper:
    """One walk over the tree that clears leftovers away."""

    def __init__(
        self,
        tree: Tree,
        journal: Journal | None,
        recovery: Recovery,
        clock: Callable[[], datetime],
    ) -> None:
        self._tree = tree
        self._journal = journal
        self._recovery = recovery
        self._clock = clock
        self.swept = 0
        self.put_back: list[str] = []
        self.failed: list[Skipped] = []

    def run(self) -> None:
        """Go over every visible folder."""
        for folder in _folders(self._tree, self.failed):
            path = self._tree.confinement.absolute(folder)
            try:
                found = list(leftovers_in(self._tree.fs, path))
            except OSError as error:
                self.failed.append(Skipped(folder, store_error(error, folder).problem))
                continue
            for leftover in found:
                shown = f"{folder}/{leftover.name}" if folder else leftover.name
                try:
                    self._clear(folder, leftover)
                except OSError as error:
                    self.failed.append(Skipped(shown, store_error(error, shown).problem))
                except StoreError as error:
                    self.failed.append(Skipped(shown, error.problem))

    def _clear(self, folder: str, leftover: Leftover) -> None:
        if leftover.target is None:
            self._clear_nameless(folder, leftover)
            return
        rel_path = f"{folder}/{leftover.target}" if folder else leftover.target
        with self._recovery.holding(rel_path):
            cleared = self._cleared(rel_path)
            if cleared.was_put_back:
                self.put_back.append(rel_path)
                self._recovery.note_outside([rel_path], self._clock())
            self.swept += cleared.swept

    def _cleared(self, rel_path: str) -> Cleared:
        return clear_leftovers(self._tree, self._journal, rel_path, self._clock)

    def _clear_nameless(self, folder: str, leftover: Leftover) -> None:
        rel_path = f"{folder}/{leftover.name}" if folder else leftover.name
        with self._tree.reached(rel_path) as spot:
            if not self._is_abandoned(spot):
                return
            if leftover.kind != NEW:
                if self._journal is None:
                    return
                self._journal.keep(self._tree.read_unchecked(rel_path), self._clock())
            self._tree.fs.unlink(spot)
        self.swept += 1

    def _is_abandoned(self, spot: Spot) -> bool:
        changed = self._tree.fs.lstat(spot).st_ctime
        return changed < (self._clock() - _NAMELESS_AGE).timestamp()


def _is_visible_folder(entry: os.DirEntry[str]) -> bool:
    return not is_hidden(entry.name) and entry.is_dir(follow_symlinks=False)
