"""A proposal that keeps some lines of a note up to date: a few go, others come in their place."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record

__all__ = ["FreshLine", "RefreshRecords"]


@dataclass(frozen=True, slots=True)
class FreshLine:
    """A line of an H2 section (None: before the first), on top of its list or behind it."""

    section: str | None
    record: Record
    is_on_top: bool = False


@dataclass(frozen=True, slots=True)
class RefreshRecords:
    """Lines that a writer wrote and takes out again (`gone`), and those that come (`fresh`).

    `gone` are records as they stand in the note: one that a person has meanwhile struck, changed
    or deleted is not found, and stays as it is. Lines on top come to stand in the order given.
    """

    path: str
    title: str
    gone: tuple[Record, ...]
    fresh: tuple[FreshLine, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that the new lines were learned from."""
        return tuple(dict.fromkeys(ref for one in self.fresh for ref in one.record.fields.refs))
