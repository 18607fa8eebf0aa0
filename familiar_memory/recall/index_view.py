"""What a question is put to: the live index, or the one of a moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.index import MayKnow
from familiar_memory.index.rows.passages import FactState, StoredPassage, TurnName

__all__ = ["IndexView"]


class IndexView(Protocol):
    """What a question is put to: the live index, or the one of a moment."""

    def snapshot(self) -> Snapshot:
        """The newest consistent view, for scoring."""

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id; those gone by now are absent."""

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """Turns, and the notes that cite just one of them."""

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite just one of these turns."""

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Names with the slugs of those who bear them."""

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What to call each person, by slug."""
