"""What a sync did, as a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

__all__ = ["SyncReport"]


@dataclass(frozen=True, slots=True)
class SyncReport:
    """Counts, and what failed by key with the reason.

    `held` are keys that vanished all at once; they are kept until a person agrees.
    """

    added: int = 0
    changed: int = 0
    touched: int = 0
    removed: int = 0
    unchanged: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    held: tuple[str, ...] = ()

    @property
    def wrote(self) -> bool:
        """Whether any answer may now be another."""
        return bool(self.added or self.changed or self.removed)

    def without(self, keys: Iterable[str]) -> SyncReport:
        """The same where these are looked at once more: what failed with them is not said yet."""
        again = frozenset(keys)
        failed = {key: why for key, why in self.failed.items() if key not in again}
        return replace(self, failed=failed)

    def named(self, path_of: Callable[[str], str]) -> SyncReport:
        """The same with notes named by where they stand, for a person to find them."""
        paths = {key: path_of(key) for key in (*self.failed, *self.held)}
        return replace(
            self,
            failed={paths[key]: why.replace(key, paths[key]) for key, why in self.failed.items()},
            held=tuple(paths[key] for key in self.held),
        )

    def __add__(self, other: SyncReport) -> SyncReport:
        """Add two reports up."""
        return SyncReport(
            self.added + other.added,
            self.changed + other.changed,
            self.touched + other.touched,
            self.removed + other.removed,
            self.unchanged + other.unchanged,
            {**self.failed, **other.failed},
            (*self.held, *other.held),
        )
