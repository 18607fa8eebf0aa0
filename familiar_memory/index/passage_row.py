"""What a passage says, as the columns that every back end keeps of it."""

from __future__ import annotations

import hashlib
import marshal
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson

from familiar_memory.domain.memory.document import ParsedDocument, Passage, PassageKind
from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.talk.role import Role
from familiar_memory.index.words.terms import encode_terms, windows_of
from familiar_memory.knowledge.predicate_words import predicate_of, words_of_predicate
from familiar_memory.knowledge.speech.bare_question import is_bare_question
from familiar_memory.knowledge.speech.first_person import speaks_of_self
from familiar_memory.knowledge.standing import standing_kinds

__all__ = ["PassageRow", "identity_of", "pack", "passage_row"]

_FORMAT = 2
"""Of `marshal`: the newest in which equal values have equal bytes, however they came about."""


class PassageRow(NamedTuple):
    """All that a passage says, but for where it stands; dates as written, and as numbers."""

    kind: str
    text: str
    audience: str
    heading: str
    refs: str
    """a JSON list, as `tags`"""
    place: str | None
    author: str | None
    author_name: str | None
    learned: str | None
    valid_since: str | None
    valid_until: str | None
    merged_at: str | None
    """from when on the line speaks that it went into"""
    expires: str | None
    day: int
    """as `date.toordinal` counts; 0 when unknown"""
    learned_s: int | None
    """seconds since 1970, as the next three"""
    since_s: float | None
    until_s: float | None
    """the end of its term, or `merged_at`, whichever comes first"""
    expires_s: int | None
    retired: bool
    record_id: str | None
    record_type: str | None
    topic: str | None
    importance: int
    tags: str
    role: str | None
    asks: bool
    """it is a bare question"""
    standing: int
    """the kinds of standing instruction or preference that a person's turn holds, as bits"""
    terms: bytes
    """of its windows, as `words.terms.encode_terms` packs them"""


def passage_row(document: ParsedDocument, passage: Passage) -> PassageRow:
    """The columns of one passage of a document."""
    windows = windows_of(passage.text, _context(document, passage), _of_self(passage.kind))
    learned = passage.learned
    return PassageRow(
        kind=passage.kind.value,
        text=passage.text,
        audience=passage.audience,
        heading=passage.heading,
        refs=pack(passage.refs),
        place=passage.place,
        author=passage.author,
        author_name=passage.author_name,
        learned=_iso(learned),
        valid_since=passage.valid_since,
        valid_until=passage.valid_until,
        merged_at=_iso(passage.merged_at),
        expires=_iso(passage.expires),
        day=0 if learned is None else learned.toordinal(),
        learned_s=_whole_seconds(learned),
        since_s=_seconds(passage.valid_since),
        until_s=_end(passage),
        expires_s=_whole_seconds(passage.expires),
        retired=passage.retired,
        record_id=passage.record_id,
        record_type=passage.record_type,
        topic=passage.topic,
        importance=passage.importance,
        tags=pack(passage.tags),
        role=passage.role,
        asks=is_bare_question(passage.text),
        standing=_standing(passage),
        terms=encode_terms(windows),
    )


def pack(texts: Sequence[str]) -> str:
    """Texts as a JSON list."""
    return orjson.dumps(texts).decode() if texts else "[]"


def identity_of(document: ParsedDocument, passage: Passage) -> bytes:
    """A hash of all that a row says, but for where it stands."""
    said = marshal.dumps((_context(document, passage), *_said(passage)), _FORMAT)
    return hashlib.blake2b(said, digest_size=16).digest()


def _context(document: ParsedDocument, passage: Passage) -> str:
    """All words that do not stand in a passage, and by which it may be found too."""
    return " ".join(filter(None, (_above(document, passage), _asked_by(passage))))


def _asked_by(passage: Passage) -> str:
    """The words by which a fact is asked for; nothing for what is no fact."""
    is_record = passage.kind is PassageKind.RECORD
    predicate = predicate_of(passage.text) if is_record else None
    return "" if predicate is None else " ".join(words_of_predicate(predicate))


def _above(document: ParsedDocument, passage: Passage) -> str:
    """Words over a passage by which it may be found too."""
    names = document.names.get(passage.audience, "")
    return " ".join(filter(None, (document.context, names, passage.heading, passage.about)))


def _said(passage: Passage) -> tuple[Any, ...]:
    return (
        passage.kind.value,
        passage.text,
        passage.audience,
        passage.heading,
        passage.refs,
        passage.place,
        passage.author,
        passage.author_name,
        _iso(passage.learned),
        passage.valid_since,
        passage.valid_until,
        _iso(passage.merged_at),
        _iso(passage.expires),
        passage.retired,
        passage.record_id,
        passage.record_type,
        passage.topic,
        passage.importance,
        passage.tags,
        passage.role,
    )


def _whole_seconds(moment: datetime | None) -> int | None:
    """Since 1970; of a moment without an offset, as if it were of UTC."""
    if moment is None:
        return None
    return math.floor((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _seconds(written: str | None) -> float | None:
    """When a date as it was written begins; None for what is no date, or beyond all of them."""
    try:
        moment = None if written is None else instant_of(written)
    except OverflowError:
        return None
    return None if moment is None else moment.timestamp()


def _end(passage: Passage) -> float | None:
    """Until when it is what holds: until it ended, or went into what says it since."""
    ends = (_seconds(passage.valid_until), _whole_seconds(passage.merged_at))
    # As a float: what is read back has to be what was written, to the byte.
    return min((float(end) for end in ends if end is not None), default=None)


def _of_self(kind: PassageKind) -> Callable[[str], bool]:
    """Who writes a note writes it about others, and says as much as who speaks of themselves."""
    return speaks_of_self if kind is PassageKind.TURN else _always


def _always(_: str) -> bool:
    return True


def _standing(passage: Passage) -> int:
    """What is asked for, or preferred, for good: only what people say themselves is theirs."""
    is_theirs = passage.kind is PassageKind.TURN and passage.role == Role.USER.value
    return standing_kinds(passage.text) if is_theirs else 0


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
