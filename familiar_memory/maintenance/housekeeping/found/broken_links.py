"""Links that lead nowhere, where it is plain enough what they meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from familiar_memory.domain.tree import LORE, SELF, is_below
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.maintenance.housekeeping.look import TreeLook, proposed
from familiar_memory.notes.register.lost_links import LostLink
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.rewriting.requests import Relink

__all__ = ["broken_links"]

_CLOSED = (SELF, LORE)
"""The card and canon are written by hand alone."""
_MOST_NOTES = 20
"""Of one proposal, so that a person can read it; what is left comes in the next night."""


def broken_links(look: TreeLook) -> Iterator[ReviewItem]:
    """One proposal for each note that is looked for under names that it has not."""
    groups: dict[str, list[LostLink]] = defaultdict(list)
    for note in look.survey.notes.values():
        if any(is_below(note.path, folder) for folder in _CLOSED):
            continue
        for lost in note.lost:
            meant = None if lost.note is not None else look.meanings.meant_by(lost)
            if meant is not None:
                groups[meant].append(lost)
    for meant, links in sorted(groups.items()):
        if (item := _relinking(look, links, meant)) is not None:
            yield item


def _relinking(look: TreeLook, links: Sequence[LostLink], meant: str) -> ReviewItem | None:
    paths = list(dict.fromkeys(one.path for one in links))[:_MOST_NOTES]
    keys = tuple(look.survey.notes[path].key for path in paths)
    named = sorted({one.name for one in links}, key=lambda name: (name.count("/"), name))
    request = Relink(tuple(named), look.survey.notes[meant].key, keys)
    try:
        look.rewritten.proposals(request)
    except FamiliarError:
        # Doctor reports the link, with what else may be done.
        return None
    places = "1 link leads" if len(links) == 1 else f"{len(links)} links lead"
    why = f"{places} nowhere, and {meant} is probably meant"
    audiences = (look.survey.notes[one.path].audience_at(one.link.line) for one in links)
    return proposed(request, why, narrowest(audiences))
