"""Names under which one person has spoken and that another's note claims: one of them keeps it.

Two people who both speak under a name are namesakes, and stay so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from familiar_memory.domain.text.slugs import is_bare_slug
from familiar_memory.domain.tree import note_of_person
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, proposed, retiring
from familiar_memory.maintenance.housekeeping.names import Claim, narrowest_claim
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.rewriting.requests import DropName

__all__ = ["names_to_give_up"]


def names_to_give_up(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Each claim of a name on which another person's talk has a better one."""
    for name, claims in context.names.claims.items():
        owners = context.names.authored.get(name, frozenset())
        humans = {context.names.human(slug) for slug in owners}
        if len(humans) != 1:
            continue
        by_slug: dict[str, list[Claim]] = {}
        for one in claims:
            if context.names.human(one.slug) not in humans:
                by_slug.setdefault(one.slug, []).append(one)
        bearer = min(owners)
        for slug, theirs in by_slug.items():
            yield from _given_up(context, slug, theirs, bearer)


def _given_up(
    context: HousekeepingContext, slug: str, claims: Sequence[Claim], bearer: str
) -> Iterator[ReviewItem]:
    if any(one.is_title for one in claims) or slug not in context.names.platforms:
        # A note that is called so, or of nobody who speaks, may be about the bearer.
        return
    key = note_of_person(slug)
    theirs, bearers = (
        _called(context, slug, "this person"),
        _called(context, bearer, claims[0].name),
    )
    why = f"{bearers} writes under that name, and {theirs} never has"
    for one in claims:
        if one.called is not None:
            yield retiring(key, one.called, None, why, (("and", note_of_person(bearer)),))
    listed = [one for one in claims if one.called is None]
    if listed:
        dropping = DropName(key, listed[0].name)
        details = (("and", note_of_person(bearer)),)
        yield proposed(dropping, why, narrowest_claim(listed), details)


def _called(context: HousekeepingContext, slug: str, otherwise: str) -> str:
    """What a person is called by their note; without one that says, otherwise."""
    note = context.survey.by_key.get(note_of_person(slug))
    if note is None:
        return otherwise
    names = (PurePosixPath(note.path).stem, note.note.title.strip())
    return next((one for one in names if one and not is_bare_slug(one, slug)), otherwise)
