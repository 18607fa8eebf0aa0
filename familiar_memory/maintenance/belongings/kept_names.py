"""Names that people bear in places which stay, though their only line tells of one that goes.

A name is listed once for all who may know it, by the room in which it was heard first. Where that
room goes the line says another of them, so nobody loses a name by which they are called elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.knowledge.audience import AudiencePolicy, covers
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.line import render_record
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["NamesElsewhere", "kept_names"]

_NameAt = tuple[str, str, str]


def kept_names(
    gone: Iterable[Turn], staying: Iterable[Turn], policy: AudiencePolicy
) -> Iterator[_NameAt]:
    """The (slug, name, place slug) of names that were heard in places that go, and elsewhere too.

    A place is left out whose people may know what was heard in another of them.
    """
    lost = {(turn.author.slug, form) for turn in gone for form in _forms(turn)}
    heard: dict[tuple[str, str], dict[str, str]] = {}
    for turn in staying if lost else ():
        for form, name in _forms(turn).items():
            if (turn.author.slug, form) in lost:
                heard.setdefault((turn.author.slug, form), {})[turn.place.slug] = name
    for (slug, _), names in heard.items():
        for place in _enough(tuple(names), policy):
            yield slug, names[place], place


class NamesElsewhere:
    """Writes the lines of such names in the place of one that goes."""

    def __init__(self, names: Set[_NameAt], gone: Set[str]) -> None:
        """Take `kept_names`, and the slugs of the places that go."""
        self._names = names
        self._gone = gone

    def instead(self, path: str, note: Note, section: Section, block: Block) -> tuple[str, ...]:
        """The lines, without their ends; none for what is no name of a place that goes."""
        legend = legend_of(note.frontmatter.data)
        line = alias_record(section, block, legend) if self._names else None
        if line is None or line.fields.place not in self._gone:
            return ()
        whose = surroundings_of(path, note.frontmatter.data, section.level, section.source).author
        where = Surroundings(legend.strictly())
        form = normalised(clean_alias(block.text))
        listed = set(_listed(note, section))
        return tuple(
            render_record(Record(name, RecordFields(place=place)), where=where)
            for slug, name, place in sorted(self._names)
            if slug == whose and normalised(name) == form and (form, place) not in listed
        )


def _forms(turn: Turn) -> dict[str, str]:
    return {normalised(" ".join(name.split())): name for name in turn.author.known_names}


def _enough(places: tuple[str, ...], policy: AudiencePolicy) -> Iterator[str]:
    """Of places those that no other makes needless; of several alike the first."""
    for at, place in enumerate(places):
        others = (
            one
            for number, one in enumerate(places)
            if one != place and (number < at or not covers(place, one, policy))
        )
        if not any(covers(one, place, policy) for one in others):
            yield place


def _listed(note: Note, section: Section) -> Iterator[tuple[str, str | None]]:
    legend = legend_of(note.frontmatter.data)
    for block in section.blocks:
        if (line := alias_record(section, block, legend)) is not None:
            yield normalised(clean_alias(block.text)), line.fields.place
