"""What of a recall really stands in the prompt: by name, for the recall log and for explain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from familiar_memory.domain.memory.surfaced import Surfaced
from familiar_memory.domain.question.context import Contribution, Decision, Disposition
from familiar_memory.domain.question.contribution import NoteLine
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import CONVERSATION, MEMORY, SELF, below
from familiar_memory.recall.page.render import Context

__all__ = ["Kept", "kept_hits", "surfaced_of"]

_CARD_FOLDER = below(SELF)

_HitName = tuple[str, str, int | None, str, str | None, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """What the lines of some contributions show: passages that were found, and lines of notes."""

    hits: frozenset[_HitName]
    lines: frozenset[NoteLine]

    @classmethod
    def of(cls, contributions: Iterable[Contribution]) -> Kept:
        """Read their lines."""
        lines = [line for one in contributions for line in one.lines]
        return cls(
            frozenset(_name(line.hit) for line in lines if line.hit is not None),
            frozenset(line.at for line in lines if line.at is not None),
        )

    def has(self, hit: SearchHit) -> bool:
        """Whether this very passage is shown, at least its beginning."""
        return _name(hit) in self.hits


def kept_hits(context: Context) -> Iterator[tuple[Decision, SearchHit]]:
    """The passages that retrieval (and filters after it) let through, best first.

    A later decision on the same passage replaces an earlier one.
    """
    last: dict[tuple[object, ...], tuple[Decision, SearchHit]] = {}
    for decision in context.trace.decisions:
        if decision.hit is not None:
            last[decision.hit.identity] = (decision, decision.hit)
    return (pair for pair in last.values() if pair[0].verdict == Disposition.KEPT)


def surfaced_of(context: Context) -> tuple[Surfaced, ...]:
    """Notes that are given as such, then passages and turns in order, each once.

    The card is the familiar itself: it is no memory that came up.
    """
    notes = [
        Surfaced(MEMORY, one.label)
        for one in context.contributions
        if one.label.endswith(".md") and not one.label.startswith(_CARD_FOLDER)
    ]
    kept = Kept.of(context.contributions)
    ranked = [hit for _, hit in kept_hits(context) if kept.has(hit)]
    # A model may have found more by a search of its own: behind those that were ranked.
    told = [line.hit for one in context.contributions for line in one.lines]
    passages = map(_surfaced, (*ranked, *filter(None, told)))
    return tuple(dict.fromkeys((*notes, *passages)))


def _name(hit: SearchHit) -> _HitName:
    """What stays of a hit when notes that say the same are no longer named with it."""
    return hit.source, hit.path, hit.line, hit.audience, hit.ref, hit.text


def _surfaced(hit: SearchHit) -> Surfaced:
    place = hit.audience if hit.refs and parse_place_slug(hit.audience) else None
    if hit.source == CONVERSATION:
        # Notes that hold the same memory lend a turn their refs; it is named by its own.
        return Surfaced(CONVERSATION, hit.audience, None, place, hit.refs[:1])
    return Surfaced(hit.source, hit.path, hit.line, place, hit.refs)
