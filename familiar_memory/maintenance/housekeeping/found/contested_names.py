"""CalledPeople that one person has spoken under and another's note claims: one of them keeps it.

Two people who both speak under a name are namesakes, and stay so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from familiar_memory.domain.text.slugs import is_bare_slug
from familiar_memory.domain.tree import note_of_person
from familiar_memory.maintenance.housekeeping.look import TreeLook, proposed, retiring
from familiar_memory.maintenance.housekeeping.names import Claim, narrowest_claim
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.rewriting.requests import DropName

__all__ = ["names_to_give_up"]


def names_to_give_up(look: TreeLook) -> Iterator[ReviewItem]:
    """Each claim of a name on which another person's talk has a better one."""
    for name, claims in look.names.claims.items():
        owners = look.names.authored.get(name, frozenset())
        humans = {look.names.human(slug) for slug in owners}
        if len(humans) != 1:
            continue
        by_slug: dict[str, list[Claim]] = {}
        for one in claims:
            if look.names.human(one.slug) not in humans:
                by_slug.setdefault(one.slug, []).append(one)
        bearer = min(owners)
        for slug, theirs in by_slug.items():
            yield from _given_up(look, slug, theirs, bearer)


def _given_up(
    look: TreeLook, slug: str, claims: Sequence[Claim], bearer: str
) -> Iterator[ReviewItem]:
    if any(one.is_title for one in claims) or slug not in look.names.platforms:
        # A note that is called so, or of nobody who speaks, may be about the bearer.
        return
    key = note_of_person(slug)
    theirs, bearers = _called(look, slug, "this person"), _called(look, bearer, claims[0].name)
    why = f"{bearers} writes under that name, and {theirs} never has"
    for one in claims:
        if one.called is not None:
            yield retiring(key, one.called, None, why, (("and", note_of_person(bearer)),))
    listed = [one for one in claims if one.called is None]
    if listed:
        dropping = DropName(key, listed[0].name)
        details = (("and", note_of_person(bearer)),)
        yield proposed(dropping, why, narrowest_claim(listed), details)


def _called(look: TreeLook, slug: str, otherwise: str) -> str:
    """What a person is called by their note; without one that says, otherwise."""
    note = look.survey.by_key.get(note_of_person(slug))
    if note is None:
        return otherwise
    names = (PurePosixPath(note.path).stem, note.note.title.strip())
    return next((one for one in names if one and not is_bare_slug(one, slug)), otherwise)
