"""The names of a person that a note has under `## Aliases`, those that were struck too.

With them go those that a person has given to everyone in the property `aliases`.
"""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import EVERYONE, OWNER, AudiencePolicy, covers
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.line import render_body
from familiar_memory.markdown.tree import Note
from familiar_memory.notes.called import own_aliases

__all__ = ["ALIASES", "NotedName", "noted_names", "name_of"]

ALIASES = "Aliases"
"""The section of the names."""


@dataclass(frozen=True, slots=True)
class NotedName:
    """A name in the form in which names are compared, and for whom it is."""

    form: str
    audience: str

    def makes_needless(self, other: NotedName, policy: AudiencePolicy) -> bool:
        """Whether the other needs no line of its own beside this one.

        What a person has kept to the owner is not told anew.
        """
        is_known = self.audience == OWNER or covers(self.audience, other.audience, policy)
        return self.form == other.form and is_known


def noted_names(note: Note) -> set[NotedName]:
    """The names of a note, each once for each audience: listed, or a person's own in its head."""
    own = {_known(name, None) for name in own_aliases(note)}
    section = note.section(ALIASES)
    if section is None:
        return own
    legend = legend_of(note.frontmatter.data)
    read = ((block.text, alias_record(section, block, legend)) for block in section.blocks)
    return own | {_known(text, record.fields.place if record else None) for text, record in read}


def name_of(record: Record) -> NotedName:
    """The name that a line of this record would be."""
    return _known(render_body(record), record.fields.place)


def _known(source: str, place: str | None) -> NotedName:
    return NotedName(normalised(clean_alias(source.replace("~~", ""))), place or EVERYONE)
