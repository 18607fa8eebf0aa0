"""The rules of conduct as their note lists them, and the one that somebody names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import NotFoundError
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.markdown.rule_line import addressed_rule
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.rules import RuleLine, rule_lines
from familiar_memory.operations.conduct.rules import RULES_NOTE

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = [
    "Rule",
    "StandingRule",
    "named_rule",
    "rules_of",
    "standing_rules",
    "text_of_rules",
]

_ACCEPTED = "its id, its line or its words: `familiar rules` lists them"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of conduct as the note has it.

    `name` is that of its line. `whom` is the slug of whoever it is for, and `whom_name` a name of
    theirs that the viewer knows, else what the line calls them; both are None where it is for all,
    `whom` also where nobody has that note.
    `audience` is where it holds. `until`, of one that is archived, is when it ended, and
    `replaces` the id of what it took the place of. `is_by_hand`: no writer made it.
    """

    name: RecordName
    text: str
    whom: str | None = None
    whom_name: str | None = None
    is_active: bool = True
    audience: str = "everyone"
    learned: date | None = None
    by: str | None = None
    until: str | None = None
    replaces: str | None = None
    is_by_hand: bool = True
    line: int = 0

    @property
    def is_for_all(self) -> bool:
        """Whether it is for everybody."""
        return self.whom is None and self.whom_name is None


StandingRule: TypeAlias = tuple[Rule, RuleLine]
"""A rule, and the line that it is read from."""


def standing_rules(parts: Parts) -> tuple[StandingRule, ...]:
    """Every rule in the order of the note, archived ones too; a damaged line is none.

    Raises:
        StoreError: the note cannot be read.
    """
    return rules_of(parts, text_of_rules(parts))


def text_of_rules(parts: Parts) -> str:
    """The note of rules, "" where there is none; errors as `standing_rules`."""
    try:
        return parts.store.read_file(RULES_NOTE)
    except NotFoundError:
        return ""


def rules_of(parts: Parts, text: str) -> tuple[StandingRule, ...]:
    """Every rule of this text of the note."""
    parser, register = parts.reading.parser, parts.files.register
    passages = {one.line: one for one in parser.read(RULES_NOTE, text, "").passages}
    note = parse_note(text, parser.vocabulary, RULES_NOTE)
    found = []
    for one in rule_lines(note, lambda path: person_of(register.resolve(path))):
        passage = passages.get(one.line)
        if passage is None or passage.record_id is None:
            continue
        link, fields = addressed_rule(one.record.text).link, one.record.fields
        rule = Rule(
            RecordName(RULES_NOTE, passage.record_id),
            one.text,
            one.whom,
            one.whom if link is None else link.text,
            one.is_active,
            passage.rule_audience or passage.audience,
            day_of(fields.learned),
            fields.by,
            fields.until,
            fields.replaces,
            not is_machine_record(one.record),
            one.line,
        )
        found.append((rule, one))
    return tuple(found)


def named_rule(standing: Sequence[StandingRule], name: str | RecordName) -> StandingRule:
    """The one rule of that name.

    Raises:
        NotFoundError: there is none, or several have these words.
    """
    said = str(name).strip()
    bare = said.rpartition("#")[2].removeprefix("^")
    by_id = [one for one in standing if one[0].name.id == bare]
    number = said.removeprefix(f"{RULES_NOTE}:")
    by_line = [one for one in standing if number == str(one[0].line)]
    words = said.casefold()
    by_words = [one for one in standing if one[0].text.casefold() == words]
    for found in (by_id, by_line, by_words):
        active = [one for one in found if one[0].is_active]
        if len(active or found) == 1:
            return (active or found)[0]
    raise NotFoundError(f"no rule is called {said!r}, or several are", _ACCEPTED)
