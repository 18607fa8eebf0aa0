"""What is answered from the rows of any back end by arrays and by names made ready."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from familiar_memory.index.arrays.written_targets import WrittenTargets
from familiar_memory.index.names import bearers, first_names
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import NO_SPACE, Space
from familiar_memory.index.values import (
    AliasRow,
    Attested,
    FactsWanted,
    MayKnow,
    StoredFact,
    StoredPassage,
)
from familiar_memory.threads.built_once import BuildsOnce, built, built_once

if TYPE_CHECKING:
    from familiar_memory.domain.memory.changed import ChangeCursor

    # Arrays are made, and numpy is imported, when somebody asks what is in the index.
    from familiar_memory.index.arrays.blocks import RowsNow
    from familiar_memory.index.arrays.snapshot import Snapshot, SnapshotCache
    from familiar_memory.index.arrays.targets import LinkedSnapshots, LinkTargets

__all__ = ["IndexOverRows"]

_KEEP_NAMES = 16
"""Sets of audiences whose names are kept ready; a viewer has one, and places are few at a time."""


class _KnownNames(NamedTuple):
    """Some rows of names, made ready: who bears each, and what each person is called first."""

    rows: tuple[AliasRow, ...]
    """All rows, as they were when this was made."""
    bearers: dict[str, tuple[str, ...]]
    first: dict[str, str]


class IndexOverRows(BuildsOnce, ABC):
    """The part of an `Index` that is the same over every back end; thread-safe.

    A back end provides `now`, `alias_rows` and facts as they are written, and calls `_forget`
    when all rows have gone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.links: LinkTargets | None = None
        """What links lead to; None: what they say."""
        self._linked: LinkedSnapshots | None = None
        self._written: WrittenTargets | None = None
        self._names: dict[frozenset[str], _KnownNames] = {}
        self._objects: tuple[ChangeCursor, Mapping[str, tuple[str, ...]]] | None = None

    def follow(self, links: LinkTargets | None) -> None:
        """Take links for what these targets say that they lead to."""
        self.links = links
        self._linked = None
        self._written = None
        if links is not None:
            self._written = WrittenTargets(links, self._targets, self.change_cursor)

    @property
    @abstractmethod
    def identity(self) -> IndexIdentity:
        """What it is built with."""

    @abstractmethod
    def now(self) -> AbstractContextManager[RowsNow]:
        """All rows as they are at one moment; whoever waits for them is not stopped.

        Raises:
            IndexUnavailableError: they cannot be read.
        """

    @abstractmethod
    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name; the same object as before while no name has changed."""

    @property
    def attested(self) -> Attested | None:
        """None: what stands here stands now."""
        return None

    def standing_for(self, passage: StoredPassage) -> StoredPassage | None:
        """Itself."""
        return passage

    def snapshot(self) -> Snapshot:
        """The newest consistent view, for scoring."""
        return self._led(self._snapshots.current())

    @built_once
    def _snapshots(self) -> SnapshotCache:
        from familiar_memory.index.arrays.snapshot import SnapshotCache

        return SnapshotCache(self.now)

    def _led(self, snapshot: Snapshot) -> Snapshot:
        if self.links is None:
            return snapshot
        with self._building:
            if self._linked is None:
                from familiar_memory.index.arrays.targets import LinkedSnapshots

                self._linked = LinkedSnapshots(self.links)
            linked = self._linked
        return linked.of(snapshot)

    @abstractmethod
    def change_cursor(self) -> ChangeCursor:
        """Where the index stands."""

    @abstractmethod
    def _facts(self, wanted: FactsWanted) -> tuple[StoredFact, ...]:
        """As `stated_facts`, by targets as they are written."""

    @abstractmethod
    def _targets(self) -> Iterable[str]:
        """Every target of a fact as it is written."""

    def facts(
        self, subjects: Iterable[str] = (), targets: Iterable[str] = ()
    ) -> tuple[StoredFact, ...]:
        """Facts about these subjects, and facts whose object links to these notes; none retired.

        In the order of paths and lines.
        """
        return self.stated_facts(FactsWanted(frozenset(subjects), frozenset(targets)))

    def stated_facts(self, wanted: FactsWanted) -> tuple[StoredFact, ...]:
        """The facts that are wanted, in the order of paths and lines."""
        links, targets = self.links, wanted.targets
        if links is None:
            return self._facts(wanted)
        written = self._written.of(targets) if self._written is not None and targets else ()
        return tuple(
            fact
            if fact.object_target is None
            else fact._replace(object_target=links.resolve(fact.object_target))
            for fact in self._facts(replace(wanted, targets=frozenset(written)))
        )

    def named_objects(self) -> Mapping[str, tuple[str, ...]]:
        """What objects of facts are called, by each word of it (`names.object_name`).

        The same object as before while nothing has been written: do not change it.
        """
        # Looked at first: what is written meanwhile is read once more.
        cursor = self.change_cursor()
        held = self._objects
        if held is None or held[0] != cursor:
            found: defaultdict[str, list[str]] = defaultdict(list)
            for name in self._object_names():
                for word in dict.fromkeys(name.split()):
                    found[word].append(name)
            words = {word: tuple(names) for word, names in found.items()}
            held = self._objects = (cursor, words)
        return held[1]

    @abstractmethod
    def _object_names(self) -> Iterable[str]:
        """What objects of facts are called, each once, sorted."""

    def joined_to(self, base: Snapshot, gone: Callable[[str, str], bool]) -> Snapshot:
        """Another index's snapshot without what is `gone(source, key)`, with all that is here.

        Vectors come along only where both are of one space.
        """
        from familiar_memory.index.arrays.loading import load_segment
        from familiar_memory.index.arrays.snapshot import joined, without

        registers = base.registers.copy()
        with self.now() as rows:
            is_same = base.embedder == self.identity.embedder
            space = Space(base.embedder, self.identity.dimension) if is_same else NO_SPACE
            more = load_segment(rows.segment(space), registers)
        return self._led(joined(without(base, gone), more, registers))

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Every known name (casefolded) with the slugs of those who bear it.

        With `may_know`, a rule over audience keys, only the names that it lets through.
        The same object as before while the answer is the same: do not change it.
        """
        return self._known_names(may_know).bearers

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What to call each person, by slug: the first name of their note that is let through."""
        return self._known_names(may_know).first

    def _known_names(self, may_know: MayKnow | None) -> _KnownNames:
        rows = self.alias_rows()
        known = frozenset(a for a in {r.audience for r in rows} if may_know is None or may_know(a))
        held = self._names.get(known)
        if held is None or held.rows is not rows:
            counting = [row for row in rows if row.audience in known]
            held = _KnownNames(rows, bearers(counting), first_names(counting))
            self._names = {known: held} if len(self._names) > _KEEP_NAMES else self._names
            self._names[known] = held
        return held

    def _forget(self) -> None:
        """Drop what was made of the rows."""
        if built(self, "_snapshots"):
            self._snapshots.clear()
        if self._linked is not None:
            self._linked.clear()
        self._names = {}
        self._objects = None
