"""Links that lead nowhere: what they meant is plain enough, or it is known that it was deleted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from familiar_memory.domain.tree import CHANNELS, DAYS, SESSIONS, is_below, is_indexed
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, proposed
from familiar_memory.maintenance.housekeeping.survey import SurveyedNote
from familiar_memory.maintenance.housekeeping.view import is_canon
from familiar_memory.notes.register.gone_notes import GoneNote
from familiar_memory.notes.register.lost_links import LostLink
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.rewriting.requests import Relink, Unlink
from familiar_memory.operations.rewritten.unlinking import lost_under, without_lost_links

__all__ = ["broken_links", "links_to_deleted"]

_MOST_NOTES = 20
"""Of one proposal, so that a person can read it; what is left comes in the next night."""
_OF_TALK = (SESSIONS, DAYS)
"""Notes of what was said stay as they were written, and go with time, with many links to them."""
_COMES_AGAIN = (*_OF_TALK, CHANNELS)
"""Whose notes nobody misses: they went with time, or the next talk makes them anew."""


def broken_links(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """One proposal for each note that is looked for under names that it has not."""
    groups: dict[str, list[LostLink]] = defaultdict(list)
    for note in context.survey.notes.values():
        if is_canon(note.key):
            continue
        for lost in note.lost:
            meant = None if lost.note is not None else context.meanings.meant_by(lost)
            # A note that cannot be read is there, and nothing is written about it.
            if meant is not None and meant in context.survey.notes:
                groups[meant].append(lost)
    for meant, links in sorted(groups.items()):
        yield _relinking(context, links, meant)


def _relinking(context: HousekeepingContext, links: Sequence[LostLink], meant: str) -> ReviewItem:
    paths = list(dict.fromkeys(one.path for one in links))[:_MOST_NOTES]
    keys = tuple(context.survey.notes[path].key for path in paths)
    request = Relink(_named(links), context.survey.notes[meant].key, keys)
    places = "1 link leads" if len(links) == 1 else f"{len(links)} links lead"
    why = f"{places} nowhere, and {meant} is probably meant"
    audiences = (context.survey.notes[one.path].audience_at(one.link.line) for one in links)
    return proposed(request, why, narrowest(audiences))


def links_to_deleted(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """One proposal for each note that was deleted, of which nothing speaks for another."""
    groups: dict[GoneNote, list[LostLink]] = defaultdict(list)
    for note in context.survey.notes.values():
        if is_canon(note.key) or _is_of(_OF_TALK, note.key):
            continue
        for lost in note.lost:
            gone = context.meanings.gone(lost)
            if gone is not None and _is_missed(gone) and context.meanings.meant_by(lost) is None:
                groups[gone].append(lost)
    for gone, links in sorted(groups.items(), key=lambda one: one[0].path):
        if notes := list(islice(_that_change(context, links), _MOST_NOTES)):
            yield _unlinking(context, links, gone, notes)


def _is_missed(gone: GoneNote) -> bool:
    return is_indexed(gone.path) and not _is_of(_COMES_AGAIN, gone.path)


def _is_of(folders: Iterable[str], path: str) -> bool:
    return any(is_below(path, folder) for folder in folders)


def _that_change(context: HousekeepingContext, links: Sequence[LostLink]) -> Iterator[SurveyedNote]:
    """Those of their notes in which such a link can be plain words."""
    names = _named(links)
    for path in dict.fromkeys(one.path for one in links):
        note = context.survey.notes[path]
        is_lost = lost_under(names, path, context.survey.vault)
        if without_lost_links(note.text, note.key, is_lost, context.rules) != note.text:
            yield note


def _unlinking(
    context: HousekeepingContext,
    links: Sequence[LostLink],
    gone: GoneNote,
    notes: Sequence[SurveyedNote],
) -> ReviewItem:
    paths = {one.path for one in notes}
    request = Unlink(_named(links), gone.path, tuple(one.key for one in notes))
    day = gone.when.astimezone(context.now.tzinfo).date()
    number = len({one.path for one in links})
    many = "1 note links to it" if number == 1 else f"{number} notes link to it"
    part = "" if number == len(notes) else f", of which {len(notes)} can be changed at once"
    why = f"“{request.names[0]}” leads nowhere since {gone.path} was deleted on {day}; {many}{part}"
    audiences = (
        context.survey.notes[one.path].audience_at(one.link.line)
        for one in links
        if one.path in paths
    )
    return proposed(request, why, narrowest(audiences))


def _named(links: Iterable[LostLink]) -> tuple[str, ...]:
    """What they name, plain names first."""
    return tuple(sorted({one.name for one in links}, key=lambda name: (name.count("/"), name)))
