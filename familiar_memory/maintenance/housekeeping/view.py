"""What housekeeping needs to know of one note by itself: a pure function of its key and its text.

What follows from several notes (which one a link leads to, who else is called so) is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from familiar_memory.domain.tree import LORE, SELF, is_below, person_of
from familiar_memory.knowledge.audience import EVERYONE, narrowest
from familiar_memory.knowledge.tree_rules import is_sectioned_by_place
from familiar_memory.maintenance.housekeeping.telling_lines import is_telling
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.links import Link, find_links, links_in
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.operations.note_rules import NoteRules

__all__ = ["NoteView", "line_audiences", "is_canon", "read_view"]


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note as far as something may be proposed about it; few of its words.

    `heard` are the names under `## Aliases` of a person's note, each with its audience. `lines`
    are those records that may be ended, or name somebody (`telling_lines`). Of `links` the labels
    are left out. A line that says nothing is for `of_note`; `name_audience` may know what the note
    is called: whoever may know a line of it does. `has_words`: there is more than headings.
    """

    title: str
    aliases: tuple[str, ...]
    heard: tuple[tuple[str, str], ...]
    lines: tuple[StandingLine, ...]
    links: tuple[Link, ...]
    of_note: str
    name_audience: str
    has_words: bool


def read_view(key: str, text: str, rules: NoteRules) -> NoteView:
    """Read a note that is known by a key."""
    with kept_readings():
        note = parse_note(text, rules.vocabulary, key)
        audiences = line_audiences(key, note, rules.default_audience)
        of_note = NoteAudiences(key, note, rules.default_audience).of_note
        return NoteView(
            note.title,
            tuple(note.frontmatter.aliases),
            tuple(_heard(key, note, audiences)),
            tuple(_telling(key, note, rules)),
            tuple(_links(note)),
            of_note,
            _known_to(set(audiences.values()) or {of_note}),
            any(block.kind != "heading" for block in note.blocks),
        )


def line_audiences(key: str, note: Note, default_audience: str) -> Mapping[int, str]:
    """For whom each line of a note is, by its number, from 1; blank ones are left out."""
    said = NoteAudiences(key, note, default_audience)
    found: dict[int, str] = {}
    for section in note.sections:
        for block in section.blocks:
            audience = said.read(section, block).audience
            found |= dict.fromkeys(range(block.line, block.line_end + 1), audience)
    return found


def is_canon(key: str) -> bool:
    """Whether a note is of the card or of a lorebook: these are written by hand alone."""
    return is_below(key, SELF) or is_below(key, LORE)


def _known_to(audiences: set[str]) -> str:
    return EVERYONE if EVERYONE in audiences else narrowest(audiences)


def _heard(key: str, note: Note, audiences: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """Struck ones are none."""
    if person_of(key) is None:
        return
    legend = legend_of(note.frontmatter.data)
    for section in note.sections:
        for block in section.blocks:
            if alias_record(section, block, legend) is None:
                continue
            if name := clean_alias(block.text):
                yield name, audiences[block.line]


def _telling(key: str, note: Note, rules: NoteRules) -> Iterator[StandingLine]:
    """Nothing of what was said, the card or canon may be ended."""
    if is_sectioned_by_place(key) or is_canon(key):
        return
    for line in standing_lines(key, note, rules.default_audience):
        if is_telling(line.record, rules.vocabulary):
            yield line


def _links(note: Note) -> Iterator[Link]:
    if "[" not in note.text:
        return
    for link in (*links_in(note.frontmatter.source), *find_links(note.text)):
        yield Link(link.target, link.line, link.target, link.kind)
