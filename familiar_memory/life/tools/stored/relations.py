"""The entities of a memory as lines of their notes: what each is, and how it is related."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.errors import InputError
from familiar_memory.knowledge.entities.labels import TYPE
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.predicates import is_predicate_name
from familiar_memory.life.tools.stored.name_links import link_to
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.proposal import EnsureNote, Proposal

if TYPE_CHECKING:
    from familiar_memory.life.records.desk import Desk
    from familiar_memory.life.records.filing import Filing
    from familiar_memory.life.tools.asked.arguments import ToolEntity

__all__ = ["EntityNotes", "Related", "relation_name"]

_FACTS, _RELATIONS = "Facts", "Relations"
_CLOSED = frozenset({"same_as", "visibility", "audience", "private", "id", "heard_as", TYPE})
"""Lines that say more than how two things are related: who is one person, who may read a note."""


@dataclass(frozen=True, slots=True)
class Related:
    """What is proposed for entities; `left_out` names relations that are not noted, and why."""

    proposals: tuple[Proposal, ...] = ()
    left_out: tuple[str, ...] = ()


def relation_name(given: str) -> str:
    """A relation as the key of a line: "works at" is works_at.

    Raises:
        InputError: it can be none.
    """
    name = folded_name(given).replace(" ", "_").replace("-", "_")
    if not is_predicate_name(name) or name in _CLOSED:
        raise InputError(
            f"{given!r} is no relation", "a few Latin letters, such as part_of or works_at"
        )
    return name


class EntityNotes:
    """Proposes lines about entities; what may stand in no note of theirs stands in `home`."""

    def __init__(self, desk: Desk, filing: Filing, home: str, fields: RecordFields) -> None:
        """`fields` are what each line says of who said it, where, when, and until when."""
        self._desk = desk
        self._filing = filing
        self._home = home
        self._fields = fields

    def related(self, entities: Iterable[ToolEntity]) -> Related:
        """The notes of these entities with their lines.

        Raises:
            InputError: a relation is none.
        """
        proposals: list[Proposal] = []
        left_out: list[str] = []
        for one in entities:
            key = self._key(one.name)
            if key is not None and not is_below(key, PEOPLE):
                proposals.append(EnsureNote(key, one.name, one.name, (("tags", ("topic",)),)))
                proposals.append(self._kind(key, one.type))
            for edge in one.relations:
                line = self._line(one.name, key, relation_name(edge.relation), edge.target)
                if isinstance(line, str):
                    left_out.append(line)
                else:
                    proposals.append(line)
        return Related(tuple(proposals), tuple(left_out))

    def _key(self, name: str) -> str | None:
        key = self._filing.note_of(name) or self._filing.new_topic(name)
        return key if key is not None and self._filing.takes(key) else None

    def _line(self, name: str, key: str | None, relation: str, target: str) -> StateRecord | str:
        # By the name, whether or not a note has it yet: what is hidden makes no difference.
        link = link_to(target)
        if link is None:
            return f"{name} {relation} {target}: a link cannot hold that name"
        is_fact = relation in self._desk.parts.setup.vocabulary
        is_theirs = key is None or (is_below(key, PEOPLE) and key != self._filing.own_note)
        if is_fact and is_theirs:
            return f"{name} {relation} {target}: nobody states the facts of somebody else"
        fields = self._fields
        if is_theirs:
            # Their note is not for this caller to write in, or there may be none.
            key, fields = self._home, replace(fields, subject=name)
        text = fact_text(relation, link)
        record = Record(text, fields, relation=relation)
        if is_fact:
            record = replace(record, relation=None, predicate=relation, object=link)
        return self._state(str(key), _FACTS if is_fact else _RELATIONS, record)

    def _kind(self, key: str, kind: str) -> StateRecord:
        """A line that says what it is: a property would be for all who know any line of the note.

        Without it the note would be nothing to those who know no other line.
        """
        record = Record(fact_text(TYPE, f"[[{kind}]]"), self._fields, relation=TYPE)
        return self._state(key, _RELATIONS, record)

    def _state(self, key: str, section: str, record: Record) -> StateRecord:
        return StateRecord(key, "", section, record, self._desk.viewer.is_owner)
