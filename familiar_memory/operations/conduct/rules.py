"""What may be proposed of rules of conduct: one more, one that is archived, one that goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import note_of_self
from familiar_memory.knowledge.reconcile.procedural import MOST_RULES
from familiar_memory.operations.of_no_turn import OfNoTurn

__all__ = ["RULES_NOTE", "ArchiveRule", "RemoveRule", "SetRule"]

RULES_NOTE = note_of_self("rules")
"""Where the rules of conduct stand."""


class _OfRules:
    """A proposal on the note of rules."""

    __slots__ = ()

    @property
    def path(self) -> str:
        """The note of rules."""
        return RULES_NOTE


@dataclass(frozen=True, slots=True)
class SetRule(_OfRules):
    """The familiar should keep to this from now on, with one person (`whom`, a slug) or with all.

    `stem` is how a link names that person's note, and `label` what it shows. The `fields` say who
    said it, when, and where it holds. What it contradicts is archived, and so are the oldest of
    more than `most`. `is_by_hand`: whoever looks after the familiar says so; what people wrote
    makes room for no other rule.
    """

    text: str
    fields: RecordFields
    whom: str | None = None
    stem: str | None = None
    label: str = ""
    most: int = MOST_RULES
    is_by_hand: bool = False

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns in which it was said."""
        return self.fields.refs


@dataclass(frozen=True, slots=True)
class ArchiveRule(_OfRules, OfNoTurn):
    """A rule is in force no more; it is kept, struck, with the day on which that was."""

    record: Record
    until: date


@dataclass(frozen=True, slots=True)
class RemoveRule(_OfRules, OfNoTurn):
    """A rule should stand there no more, neither in force nor archived."""

    record: Record
