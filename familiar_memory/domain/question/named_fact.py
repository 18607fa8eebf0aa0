"""A fact as an answer names it."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.memory.record_name import RecordName

__all__ = ["NamedFact"]


@dataclass(frozen=True, slots=True)
class NamedFact:
    """One fact of a note, with where it came from.

    `says` is its line without the tail (`works_at:: Acme`), `sentence` the same in words, with its
    term ("Rowan works at Acme (since 2025)"). `learned` is the day of the line; `refs` name the
    turns that it was made of and `place` the place of these, where whoever asks may know that.
    `is_past`: it holds no more; `was_wrong`: it never held, whatever the sentence says.
    """

    record: RecordName
    line: int
    says: str
    sentence: str
    since: str | None = None
    until: str | None = None
    is_past: bool = False
    learned: str | None = None
    refs: tuple[str, ...] = ()
    place: str | None = None
    was_wrong: bool = False

    @property
    def where(self) -> str:
        """`path:line` of its note."""
        return f"{self.record.note}:{self.line}"
