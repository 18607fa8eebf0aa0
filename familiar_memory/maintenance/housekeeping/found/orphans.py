"""Notes that nothing leads to, and that never came up: a line in `notes.md` leads to them.

Nobody's prose is ever proposed for deletion.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import PurePosixPath

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, proposed
from familiar_memory.maintenance.housekeeping.found.loose import LOOSE, UNLINKED
from familiar_memory.maintenance.housekeeping.survey import SurveyedNote
from familiar_memory.markdown.text.wiki_text import wiki_link
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["orphans"]

_LONG_STANDING = timedelta(days=14)
"""What was saved since may be in the middle of being written."""
_TITLE = "Notes"
_ENTRANCES = frozenset({"readme", "index", "home"})
"""Notes that people begin at: nothing needs to lead there."""


def orphans(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Notes of things with words in them, that no note links, link none, and never came up."""
    for note in context.survey.notes.values():
        if _is_orphan(context, note):
            yield _listed(context, note)


def _is_orphan(context: HousekeepingContext, one: SurveyedNote) -> bool:
    if not one.is_topic or one.path == LOOSE or one.key in context.recalled:
        return False
    if PurePosixPath(one.path).stem.casefold() in _ENTRANCES:
        return False
    if one.saved + _LONG_STANDING > context.now:
        return False
    is_alone = not (one.linked - {one.path}) and one.path not in context.survey.linked
    return is_alone and one.view.has_words


def _listed(context: HousekeepingContext, one: SurveyedNote) -> ReviewItem:
    name = context.survey.vault.shortest(one.path)
    audience = one.view.name_audience
    fields = RecordFields(place=None if audience == EVERYONE else audience)
    record = Record(wiki_link(name, PurePosixPath(one.path).stem), fields)
    came_up = ", and it never came up" if context.recalled else ""
    why = f"no note links {one.path}, and it links none{came_up}; rejecting leaves it as it is"
    adding = AddRecord(LOOSE, _TITLE, UNLINKED, record)
    return proposed(adding, why, audience, (("about", one.key),))
