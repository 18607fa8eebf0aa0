"""Erasing in all stores of one familiar, one after the other, until nothing is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.assembly.erasing.pending import PendingErasure
from familiar_memory.domain.erasure import Erasure
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.erasing import OUT_OF_REACH

if TYPE_CHECKING:
    from familiar_memory.domain.erasure import Erasable

__all__ = ["Erased", "Eraser"]


@dataclass(frozen=True, slots=True)
class Erased:
    """What became of one store: how many things were changed, and what is still there."""

    store: str
    changed: int
    residue: tuple[str, ...]


class Eraser:
    """Erases in all stores of one familiar, and proves it."""

    def __init__(self, folder: Path, stores: Sequence[Erasable], register: TreeRegister) -> None:
        """By the `register` a note may be named by its key, too, whatever its file is called."""
        self._pending = PendingErasure(folder)
        self._stores = tuple(stores)
        self._register = register

    def erase(self, what: Erasure, *, is_proven_later: bool = False) -> tuple[Erased, ...]:
        """Take it out of every store, one after the other, then look for what is left.

        Where a store fails, its error passes through, and what was to go stays written
        down: the same again goes on. It is written down until nothing is left. What was
        begun before, and is not ended, is taken out along with it. One erases at a time.
        What `is_proven_later` stays written down until `end`, whatever the stores say.

        Raises:
            FamiliarError: a store could not be changed or read, or another process has been
                erasing for ten minutes.
        """
        with self._pending.alone():
            return self._erase(what, is_proven_later=is_proven_later)

    def end(self) -> None:
        """Nothing is left, as a search has shown: what was to go is not written down any more.

        Raises:
            StorageError: the disk refused, or another process has been erasing for ten minutes.
        """
        with self._pending.alone():
            self._pending.clear()

    def begin(self, what: Erasure) -> None:
        """Write down what is to go, and change nothing: `erase` of the same goes on from there.

        Raises:
            StorageError: it cannot be written, or another process has been erasing for ten minutes.
        """
        with self._pending.alone():
            self._begun(what)

    def pending(self) -> Erasure | None:
        """What was begun and is not ended; None when there is no such thing.

        Raises:
            StorageError: what was written down cannot be read.
        """
        return self._pending.read()

    def residue(self, what: Erasure) -> tuple[Erased, ...]:
        """What is still there, store by store; nothing is changed."""
        what = self._located(what)
        return tuple(Erased(store.name, 0, store.residue(what)) for store in self._stores)

    def _begun(self, what: Erasure) -> Erasure:
        what = self._located(what)
        if (begun := self._pending.read()) is not None:
            what = what.joined_to(begun)
        self._pending.write(what)
        return what

    def _erase(self, what: Erasure, *, is_proven_later: bool) -> tuple[Erased, ...]:
        what = self._begun(what)
        changed = [store.erase(what) for store in self._stores]
        # It keeps the names of notes, and the aliases in them, until it looks again.
        self._register.look_at_all()
        report = tuple(
            Erased(store.name, count, store.residue(what))
            for store, count in zip(self._stores, changed, strict=True)
        )
        if not is_proven_later and not any(set(one.residue) - {OUT_OF_REACH} for one in report):
            # Of what nobody here can reach, the list itself would be one copy more.
            self._pending.clear()
        return report

    def _located(self, what: Erasure) -> Erasure:
        """The same, with the path at which each note stands that is named by its key."""
        stand = map(self._register.path_of, what.paths)
        return replace(what, paths=what.paths.union(filter(None, stand)))
