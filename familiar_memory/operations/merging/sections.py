"""The H2 sections of a note, and which of them is meant by a heading that names a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from familiar_memory.knowledge.speech.plain_statement import SECTIONS as OF_STATEMENTS
from familiar_memory.knowledge.standing import SECTIONS as OF_WISHES
from familiar_memory.knowledge.tree_rules import is_sectioned_by_place
from familiar_memory.markdown.heading import heading_source
from familiar_memory.markdown.place_heading import heading_place
from familiar_memory.markdown.tree import Note

__all__ = ["Sections", "sections_below"]

_LEVEL = 2
_IN_ORDER = (
    "Aliases",
    "Facts",
    *OF_WISHES.values(),
    "About",
    "Feelings",
    "Topics",
    "What it is",
    "Opinions",
    *OF_STATEMENTS.values(),
    "Participants",
    "Mentions",
    "Said of others",
    "Said",
    "Decisions",
    "Agreements",
    "Action items",
)
"""Sections that stand in this order, whichever is needed first: that may be for what only
some may know, and the order would show it to the others."""


@dataclass(frozen=True, slots=True)
class Sections:
    """Headings of the sections, in order, with the place that each names, and their sizes.

    `sizes` are records, struck ones too, by heading.
    """

    places: Mapping[str, str | None] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, note: Note) -> Sections:
        """The sections of a note; of one heading the first counts, as where lines are added."""
        places: dict[str, str | None] = {}
        sizes: dict[str, int] = {}
        for section in note.sections:
            if section.level == _LEVEL and section.heading not in places:
                places[section.heading] = heading_place(section.source, _LEVEL)
                sizes[section.heading] = sum(b.record is not None for b in section.blocks)
        return cls(places, sizes)

    def heading_for(self, path: str, heading: str) -> str:
        """The heading of the section that is meant: in sessions and days the one of its place.

        A place may have been called otherwise when the section was made, and people word headings
        as they like.
        """
        if heading in self.places or not is_sectioned_by_place(path):
            return heading
        place = heading_place(heading_source(heading), _LEVEL)
        same = (name for name, said in self.places.items() if place is not None and said == place)
        return next(same, heading)


def sections_below(heading: str) -> tuple[str, ...]:
    """The headings above which a new section is made; none: it is made at the end."""
    at = _IN_ORDER.index(heading) if heading in _IN_ORDER else len(_IN_ORDER)
    return _IN_ORDER[at + 1 :]
