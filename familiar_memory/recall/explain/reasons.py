"""What an answer to "why not" says: the reasons, and those of the rules before ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from familiar_memory.domain.question.context import Contribution
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import SELF, below
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.ranking.masks import Exclusion, Filters
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["Asked", "Reason", "Told", "told_of"]

_CARD_FOLDER = below(SELF)


class Reason(StrEnum):
    """Why a passage is not there, or that it is."""

    PRESENT = "present"
    NOT_INDEXED = "not indexed"
    CHANGED = "changed"
    DELETED = "deleted"
    FORBIDDEN = "forbidden"
    RETIRED = "retired"
    EXPIRED = "expired"
    FILTERED = "filtered"
    NOT_THEN = "not so then"
    ANSWERED = "being answered"
    SHOWN = "already shown"
    MERGED = "merged"
    FLOOR = "too far behind"
    LIMIT = "scored too low"
    IRRELEVANT = "not relevant enough"
    UNRELATED = "nothing in common"
    BUDGET = "no room"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was answered: who asked, what was left out before ranking, what came.

    `weights` are those of the ranking, None the familiar's own.

    `hits` came, best first, and `cut` came but were let go (with the reason). `shown` is what
    stood on the page before. `fitted` is what the budget left, None for a search, which has no
    budget; `shortened` are the notes of which it left less, or nothing. `facts` are the lines
    (`path:line`) that were given as facts.
    """

    text: str
    viewer: Viewer
    filters: Filters
    limit: int
    weights: RankingWeights | None = None
    hits: tuple[SearchHit, ...] = ()
    cut: tuple[tuple[SearchHit, str], ...] = ()
    shown: Shown = field(default_factory=Shown)
    fitted: tuple[Contribution, ...] | None = None
    shortened: frozenset[str] = field(default_factory=frozenset)
    facts: frozenset[str] = field(default_factory=frozenset)
    lore: Mapping[str, str] = field(default_factory=dict)
    """Why notes of lore that their keys had nearly brought did not come by them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one rule found; the fields are those of an `Answer`."""

    reason: Reason
    because: str
    rank: int | None = None
    score: float | None = None
    signals: tuple[tuple[str, float], ...] = ()
    beside: SearchHit | None = None


def told_of(exclusion: Exclusion, found: FoundPassage, asked: Asked) -> Told:
    """A rule of `recall.visible` in words."""
    filters, passage = asked.filters, found.passage
    then = "" if filters.as_of is None else _told_moment(filters.as_of)
    match exclusion:
        case Exclusion.ABSENT if then:
            why = f"it did not stand so in its note on {then}"
            return Told(Reason.NOT_THEN, why)
        case Exclusion.ABSENT:
            return Told(Reason.CHANGED, "its document has changed since it was looked up")
        case Exclusion.FORBIDDEN:
            return Told(Reason.FORBIDDEN, f"{_readers(asked.viewer)}: it is for {passage.audience}")
        case Exclusion.NOT_KNOWN_THEN:
            known = _told_iso(passage.learned) if passage.learned else "nobody knows when"
            return Told(Reason.NOT_THEN, f"it was not known on {then}: it is of {known}")
        case Exclusion.RETIRED:
            return Told(Reason.RETIRED, "the line is struck: it holds no more")
        case Exclusion.NOT_HOLDING:
            return Told(Reason.NOT_THEN, f"it did not hold on {then}: its since or until says so")
        case Exclusion.EXPIRED:
            return Told(Reason.EXPIRED, f"it was to be known until {_told_iso(found.expires)}")
        case Exclusion.LEFT_OUT:
            return _left_out(passage.key, asked)
    return Told(Reason.FILTERED, _FILTERED[exclusion].format(**_wanted(filters)))


def _wanted(filters: Filters) -> dict[str, str]:
    """What was asked for, in the words of whoever asked."""
    wanted = filters.wanted
    return {
        "folders": " and ".join(filters.folders or ()),
        "sessions_since": filters.sessions_since,
        "type": wanted.type or "",
        "topic": wanted.topic or "",
        "tags": ", ".join(wanted.tags),
        "since": _told_moment(wanted.since) if wanted.since is not None else "",
        "entity": wanted.entity or "",
    }


def _told_iso(moment: str | None) -> str:
    return "" if moment is None else _told_moment(datetime.fromisoformat(moment))


def _told_moment(moment: datetime) -> str:
    """A moment as people write it, in the zone that it was given in; midnight is a day."""
    day = f"{moment:%Y-%m-%d}"
    return day if not (moment.hour or moment.minute) else f"{day} {moment:%H:%M %Z}"


def _readers(viewer: Viewer) -> str:
    if viewer.is_broadcast:
        return "everybody may read the answer, and not everybody may know it"
    return f"{viewer.place or 'whoever asks'} may not know it"


def _left_out(key: str, asked: Asked) -> Told:
    if (by := asked.shown.speaks_for(key)) is not None:
        why = f"its book is the card's copy of {by}, which speaks for it ([lore] card_copies)"
        return Told(Reason.FILTERED, why)
    if key.startswith(_CARD_FOLDER):
        return Told(Reason.FILTERED, "the card is given as itself, never as a memory")
    return Told(Reason.FILTERED, "its note was left out of this search")


_FILTERED = {
    Exclusion.SOURCE: "only some sources were searched, and it is of another",
    Exclusion.FOLDER: "everybody may read the answer, so only what is below {folders} was searched",
    Exclusion.OLD_SESSION: "it is a note of a session before {sessions_since}, and"
    " `[recall] session_days` leaves older ones out",
    Exclusion.TYPE: "it is not of the type that was asked for: {type}",
    Exclusion.TOPIC: "it is of another topic than was asked for: {topic}",
    Exclusion.TAGS: "it does not have all the tags that were asked for: {tags}",
    Exclusion.SINCE: "it was not learned since {since}",
    Exclusion.ENTITY: "it is not about {entity}",
    Exclusion.NOT_AMONG: "only some passages were searched, and it is none of them",
}
