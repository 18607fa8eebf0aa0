"""The rules of conduct that a note lists, each with for whom it is and whether it is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.tree import person_of
from familiar_memory.markdown.rule_line import addressed_rule
from familiar_memory.markdown.tree import Note

__all__ = [
    "ACTIVE",
    "ARCHIVED",
    "RuleLine",
    "Whose",
    "is_archive",
    "is_for_one",
    "nobodys",
    "rule_lines",
]

ACTIVE = "Active"
"""The section of the rules in force."""
ARCHIVED = "Archived"
"""The section of those that were replaced, or had to make room."""

Whose: TypeAlias = Callable[[str], str | None]
"""Whose note a link leads to, as a slug, by the path that it names; None for nobody's."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule where it stands.

    `text` is the rule itself, and `whom` the slug of whoever it is for; None where it is for all,
    and where it is for somebody (`is_for_one`) whom nobody knows. `ordinal` and `line` are those
    of its block.
    """

    record: Record
    text: str
    whom: str | None
    is_for_one: bool
    is_archived: bool
    ordinal: int
    line: int

    @property
    def is_active(self) -> bool:
        """Whether it is in force, as far as its line says."""
        live = self.record.state is RecordState.LIVE
        return live and not self.is_archived and not self.record.damaged

    def is_for(self, whom: str | None) -> bool:
        """Whether it is for this person, or (None) for all."""
        return not self.is_for_one if whom is None else self.whom == whom


def nobodys(path: str) -> str | None:
    """Whose note a link names by its path alone: `people/discord-42.md`, or the slug by itself."""
    return person_of(path)


def is_archive(heading: str) -> bool:
    """Whether a section holds rules that are no longer in force."""
    return heading.strip().casefold() == ARCHIVED.casefold()


def is_for_one(record: Record) -> bool:
    """Whether a rule says that it is for one person, known or not."""
    return addressed_rule(record.text).link is not None or record.fields.subject is not None


def rule_lines(note: Note, whose: Whose) -> Iterator[RuleLine]:
    """Every bullet of a note of rules, in order.

    The link says for whom a rule is, since that is what people read and change; where it leads to
    nobody, as after the file was renamed, the field `subject` says it.
    """
    for section in note.sections:
        is_archived = section.level == 2 and is_archive(section.heading)
        for block in section.blocks:
            if (record := block.record) is None:
                continue
            rule = addressed_rule(record.text)
            target = rule.leads_to(note.path)
            linked = None if target is None else whose(target)
            yield RuleLine(
                record,
                rule.text,
                linked or record.fields.subject,
                is_for_one(record),
                is_archived,
                block.ordinal,
                block.line,
            )
