"""Notes that seem to be about one person, or one thing, and do not know of each other.

People are never merged: what is accepted is a line `same_as::`, which joins two notes and leaves
the bytes of both. So it is for topics: their lines are for others each, and a link loses none.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath
from urllib.parse import quote

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import TOPICS, is_below, note_of_person
from familiar_memory.knowledge.audience import EVERYONE, OWNER, narrowest
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.predicates import SAME_AS
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, proposed
from familiar_memory.maintenance.housekeeping.names import Claim
from familiar_memory.maintenance.housekeeping.survey import SurveyedNote
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["duplicate_people", "duplicate_topics", "joining_text"]

_FACTS, _SEE_ALSO = "Facts", "See also"
_MOST_OF_A_NAME = 4
"""People of one name; a name that more bear says little of who they are."""


def joining_text(path: str, other: str, label: str) -> str:
    """What joins the note at a path to another: a fact with a link to it."""
    way = quote(posixpath.relpath(other, posixpath.dirname(path)), safe="/._-")
    return f"{SAME_AS}:: [{label}]({way})"


def duplicate_people(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Two notes that call their people alike, of two platforms or with none."""
    for claims in context.names.claims.values():
        by_human: dict[str, Claim] = {}
        for one in claims:
            known = by_human.get(context.names.human(one.slug))
            if known is None or (one.is_title and not known.is_title):
                by_human[context.names.human(one.slug)] = one
        if not 2 <= len(by_human) <= _MOST_OF_A_NAME:
            continue
        for one, other in pairwise(by_human.values()):
            if _may_be_one(context, one, other):
                yield _same_person(context, one, other)


def _may_be_one(context: HousekeepingContext, one: Claim, other: Claim) -> bool:
    """Whether nothing speaks against it: accounts of one platform are most often two people."""
    platforms = [context.names.platforms.get(claim.slug) for claim in (one, other)]
    if None not in platforms and platforms[0] == platforms[1]:
        return False
    if one.called is not None or other.called is not None:
        # Somebody asks to be called so: that is another question.
        return False
    notes = [context.survey.by_key[note_of_person(claim.slug)] for claim in (one, other)]
    return not context.survey.are_linked(notes[0], notes[1])


def _same_person(context: HousekeepingContext, one: Claim, other: Claim) -> ReviewItem:
    keys = [note_of_person(claim.slug) for claim in (one, other)]
    first, second = (context.survey.by_key[key] for key in keys)
    why = (
        f"{first.path} and {second.path} are both about a person called {other.name}; reject this"
        " if they are two people"
    )
    audience = narrowest((one.audience, other.audience))
    if audience == OWNER:
        why += "; the names are of two places, so it would be for you alone"
    return _joined(first, second, _FACTS, other.name, audience, why)


def duplicate_topics(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Two notes of one title, or called by an alias of the other."""
    found: dict[str, dict[str, SurveyedNote]] = defaultdict(dict)
    for note in context.survey.notes.values():
        if note.is_topic:
            for name in note.titles:
                found[folded_name(name)][note.path] = note
    for name, notes in sorted(found.items()):
        if not name or not 2 <= len(notes) <= _MOST_OF_A_NAME:
            continue
        in_order = sorted(notes.values(), key=lambda one: (not is_below(one.key, TOPICS), one.path))
        for one, other in pairwise(in_order):
            if not context.survey.are_linked(one, other):
                yield _same_topic(one, other)


def _same_topic(one: SurveyedNote, other: SurveyedNote) -> ReviewItem:
    name = other.view.title or PurePosixPath(other.path).stem
    why = f"{one.path} and {other.path} seem to be about one thing, and do not link each other"
    return _joined(
        one,
        other,
        _SEE_ALSO,
        name,
        narrowest((one.view.name_audience, other.view.name_audience)),
        why,
    )


def _joined(
    one: SurveyedNote,
    other: SurveyedNote,
    section: str,
    label: str,
    audience: str,
    why: str,
) -> ReviewItem:
    text = joining_text(one.path, other.path, label)
    fields = RecordFields(place=None if audience == EVERYONE else audience)
    record = Record(text, fields, predicate=SAME_AS, object=text.partition(":: ")[2])
    # The paths stand in lines of their own: by them forgetting finds the proposal.
    details = (("and", other.key),)
    return proposed(AddRecord(one.key, "", section, record), why, audience, details)
