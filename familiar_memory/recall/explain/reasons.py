"""What an answer to "why not" says: the reasons, and those of the rules before ranking."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import SELF, below
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.explain.case import Case
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.table import Exclusion
from familiar_memory.recall.ranking.scoring import Dismissal

__all__ = ["Reason", "Told", "told_of", "told_of_dismissal"]

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
    NOT_CHOSEN = "not chosen"
    LIMIT = "scored too low"
    IRRELEVANT = "not relevant enough"
    UNRELATED = "nothing in common"
    BUDGET = "no room"


@dataclass(frozen=True, slots=True)
class Told:
    """What one rule found; the fields are those of an `Absence`."""

    reason: Reason
    because: str
    rank: int | None = None
    score: float | None = None
    signals: tuple[tuple[str, float], ...] = ()
    beside: SearchHit | None = None


def told_of(exclusion: Exclusion, found: FoundPassage, case: Case) -> Told:
    """A mask in words."""
    filters, passage = case.filters, found.passage
    then = "" if filters.as_of is None else _told_moment(filters.as_of)
    match exclusion:
        case Exclusion.ABSENT if then:
            why = f"its note did not say this on {then}"
            return Told(Reason.NOT_THEN, why)
        case Exclusion.ABSENT:
            return Told(Reason.CHANGED, _CHANGED)
        case Exclusion.FORBIDDEN:
            return Told(Reason.FORBIDDEN, f"{_readers(case.viewer)}: it is for {passage.audience}")
        case Exclusion.NOT_KNOWN_THEN:
            known = _told_iso(passage.learned) if passage.learned else "nobody knows when"
            return Told(Reason.NOT_THEN, f"it was not known on {then}: it is of {known}")
        case Exclusion.RETIRED:
            return Told(Reason.RETIRED, "the line is struck through: it is no longer true")
        case Exclusion.NOT_HOLDING:
            return Told(Reason.NOT_THEN, f"it did not hold on {then}: its since or until says so")
        case Exclusion.EXPIRED:
            return Told(Reason.EXPIRED, f"it expired on {_told_iso(found.expires)}")
        case Exclusion.LEFT_OUT:
            return _left_out(passage.key, case)
    return Told(Reason.FILTERED, _FILTERED[exclusion].format(**_wanted(filters)))


def told_of_dismissal(dismissal: Dismissal | None, beside: SearchHit | None) -> Told:
    """Why a passage that might be ranked has no score, in words."""
    reason, why = _DISMISSED[dismissal]
    return Told(reason, why, beside=beside)


def _wanted(filters: Filters) -> dict[str, str]:
    """What was asked for, in the words of whoever asks."""
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
        return "anyone may read the answer, and not everyone may know this"
    return f"{viewer.place or 'the asker'} may not know it"


def _left_out(key: str, case: Case) -> Told:
    if (by := case.shown.speaks_for(key)) is not None:
        why = f"its book is the card's copy of {by}, which is used instead ([lore] card_copies)"
        return Told(Reason.FILTERED, why)
    if key.startswith(_CARD_FOLDER):
        return Told(Reason.FILTERED, "the card is shown as itself, never as a memory")
    return Told(Reason.FILTERED, "its note was left out of this search")


_CHANGED = "its document has changed since it was looked up"
_DISMISSED = {
    None: (Reason.CHANGED, _CHANGED),
    Dismissal.UNRELATED: (
        Reason.UNRELATED,
        "it shares no word with the question, and its meaning is too far from it",
    ),
    Dismissal.IRRELEVANT: (
        Reason.IRRELEVANT,
        "its relevance is below the threshold that the profile or the request sets",
    ),
    Dismissal.WEIGHED_DOWN: (
        Reason.IRRELEVANT,
        "the weights of the profile or the request reduce its score to nothing",
    ),
}
_FILTERED = {
    Exclusion.SOURCE: "only some sources were searched, and it is from another",
    Exclusion.FOLDER: "anyone may read the answer, so only what is below {folders} was searched",
    Exclusion.OLD_SESSION: "it is a note of a session before {sessions_since}, and"
    " `[recall] session_days` leaves older ones out",
    Exclusion.TYPE: "it is not of the type that was asked for: {type}",
    Exclusion.TOPIC: "it is of another topic than was asked for: {topic}",
    Exclusion.TAGS: "it does not have all the tags that were asked for: {tags}",
    Exclusion.SINCE: "it was not learned since {since}",
    Exclusion.ENTITY: "it is not about {entity}",
    Exclusion.NOT_AMONG: "only some passages were searched, and it is not one of them",
}
