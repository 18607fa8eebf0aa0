"""Which notes are of a day, by what their files are called, and whose talk they tell of.

Only the names that writers give: any other file in these folders is a person's, and stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from familiar_memory.domain.talk.place import PlaceKind, parse_place_slug
from familiar_memory.domain.tree import DAYS, PRIVATE_SESSIONS, SESSIONS
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.place_heading import heading_place
from familiar_memory.markdown.tree import Note, parse_note

__all__ = ["DatedNote", "Talk", "dated_note", "talk_in", "talk_of_place"]

_PRIVATE: Final = PRIVATE_SESSIONS.rpartition("/")[2]
_PATH = re.compile(
    rf"(?P<folder>{DAYS}|{SESSIONS})/(?:{_PRIVATE}/(?P<place>[^/]+)/)?"
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:-(?:night|morning|afternoon|evening))?\.md"
)

_H2 = 2
_PLAINLY = 3
"""Of a heading of that level the first word is no place for being in two parts: "follow-up"."""


class Talk(StrEnum):
    """Whose night governs it: that of the familiar, or that of its rooms."""

    OWN = "own"
    ROOMS = "rooms"

    @classmethod
    def governing(cls, talks: frozenset[Talk]) -> Talk:
        """Whose sweep takes what tells of all of these."""
        return cls.ROOMS if talks == {cls.ROOMS} else cls.OWN


@dataclass(frozen=True, slots=True)
class DatedNote:
    """A note of a day; `place` is the private place in whose folder it stands."""

    path: str
    day: date
    place: str | None = None


def dated_note(path: str) -> DatedNote | None:
    """The note of that path, if it is of a day; `2026-1-2.md` and copies are not."""
    found = _PATH.fullmatch(path)
    if found is None:
        return None
    if found["place"] is not None and parse_place_slug(found["place"]) is None:
        return None
    try:
        return DatedNote(path, date.fromisoformat(found["day"]), found["place"])
    except ValueError:
        return None


def talk_of_place(slug: str) -> Talk:
    """A direct message is the familiar's own; so is what names no place."""
    place = parse_place_slug(slug)
    return Talk.OWN if place is None or place.kind is PlaceKind.DM else Talk.ROOMS


def talk_in(dated: DatedNote, text: str, vocabulary: Vocabulary) -> frozenset[Talk]:
    """Of whose talk a note tells: by its folder, its headings, and the places of its lines."""
    if dated.place is not None:
        return frozenset({talk_of_place(dated.place)})
    note = parse_note(text, vocabulary, dated.path)
    named = {*_headed(note), *_said(dated.path, note)}
    return frozenset(named) or frozenset({Talk.OWN})


def _headed(note: Note) -> set[Talk]:
    """What the sections of a day are headed by: what is not plainly a place is the familiar's."""
    places = (heading_place(one.source, _PLAINLY) for one in note.sections if one.level == _H2)
    return {Talk.OWN if place is None else talk_of_place(place) for place in places}


def _said(path: str, note: Note) -> set[Talk]:
    lines = standing_lines(path, note, EVERYONE)
    return {talk_of_place(one.audience) for one in lines if parse_place_slug(one.audience)}
