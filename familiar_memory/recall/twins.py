"""One human on two platforms: `same_as::` lines, which only a person writes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from familiar_memory.domain.document import ParsedDocument
from familiar_memory.domain.stop import Stop
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.validity import holds
from familiar_memory.recall.current_facts import current_facts
from familiar_memory.recall.fresh_facts import FreshFacts
from familiar_memory.recall.people_paths import person_path, person_slug

__all__ = ["linked_from", "linking_to"]

_SAME_AS = "same_as"
_NO_REFS = "[]"


def linked_from(document: ParsedDocument, viewer: Viewer, now: datetime) -> tuple[str, ...]:
    """Whom a note says to be the same person, as far as this viewer may know.

    A line that cites a turn was drawn from what somebody said: anybody can claim to be
    somebody else, so such a line merges nobody.
    """
    found: dict[str, None] = {}
    for fact in document.facts:
        line = document.passages[fact.passage]
        slug = person_slug(fact.object_target)
        if fact.predicate != _SAME_AS or slug is None or line.refs or line.retired:
            continue
        if permits(viewer, line.audience) and holds(
            line.valid_since, line.valid_until, line.expires, now
        ):
            found[slug] = None
    return tuple(found)


def linking_to(
    facts: FreshFacts, slugs: Iterable[str], viewer: Viewer, now: datetime, stop: Stop
) -> dict[str, tuple[str, ...]]:
    """By slug, whose notes say to be the same person as that one; by the same rules."""
    stored, _ = facts.about(viewer, stop, targets=(person_path(slug) for slug in slugs))
    found: dict[str, dict[str, None]] = {}
    for fact in current_facts(stored, viewer, now):
        target, other = person_slug(fact.object_target), person_slug(fact.key)
        if fact.predicate == _SAME_AS and fact.refs == _NO_REFS and target and other:
            found.setdefault(target, {})[other] = None
    return {target: tuple(sorted(others)) for target, others in found.items()}
