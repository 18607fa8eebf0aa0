"""What is asked for, as typed operations: each is read by itself, and says why it is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
    CurationProposal,
)
from familiar_memory.operations.curation.reasons import CurationReason

__all__ = ["MOST_OPS", "AskedFor", "Refusal", "Wanted", "read_ops"]

MOST_OPS = 12
"""Of one note and night: more is a rewriting of it, which is for people."""
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "append": ("heading", "line"),
    "add_heading": ("heading", "lines"),
    "remove": ("heading", "match"),
    "replace": ("heading", "match", "line"),
}
_SOURCES = "from"
_ADDS = frozenset({"append", "add_heading", "replace"})
_AUTO = "auto-extraction"


@dataclass(frozen=True, slots=True)
class Wanted:
    """An operation as it was `given`, as a proposal, and the bullets that it is made of."""

    given: Any
    proposal: CurationProposal
    sources: tuple[RecentBullet, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was `given`, and why it is no operation."""

    given: Any
    reason: CurationReason


AskedFor: TypeAlias = Wanted | Refusal


class _RefusedError(Exception):
    def __init__(self, reason: CurationReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def read_ops(ops: object, page: CurationPage, day: date) -> tuple[AskedFor, ...]:
    """Every item of a list in its order, none of which can break the others.

    `day` is that on which what goes has ended.
    """
    if not isinstance(ops, list):
        return (Refusal(ops, CurationReason.OPS_NOT_A_LIST),)
    return tuple(_each(ops, page, day))


def _each(ops: Sequence[object], page: CurationPage, day: date) -> Iterator[AskedFor]:
    for number, given in enumerate(ops):
        if number >= MOST_OPS:
            yield Refusal(given, CurationReason.TOO_MANY_OPS)
            continue
        try:
            yield _read(given, page, day)
        except _RefusedError as refused:
            yield Refusal(given, refused.reason)


def _read(given: object, page: CurationPage, day: date) -> Wanted:
    if not isinstance(given, dict):
        raise _RefusedError(CurationReason.NOT_AN_OBJECT)
    said = {key: value for key, value in given.items() if value is not None}
    kind = said.pop("op", None)
    if kind is None:
        raise _RefusedError(CurationReason.MISSING_FIELD)
    if not isinstance(kind, str) or kind not in _NEEDED:
        raise _RefusedError(CurationReason.UNKNOWN_OP)
    named = said.pop(_SOURCES, None) if kind in _ADDS else None
    if any(key not in said for key in _NEEDED[kind]):
        raise _RefusedError(CurationReason.MISSING_FIELD)
    if any(key not in _NEEDED[kind] for key in said):
        raise _RefusedError(CurationReason.UNKNOWN_KEY)
    return _wanted(given, kind, _texts(said), named, page, day)


def _texts(said: Mapping[str, object]) -> dict[str, Any]:
    for key, value in said.items():
        given = value if key == "lines" else [value]
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise _RefusedError(CurationReason.NOT_A_TEXT)
    return dict(said)


def _wanted(
    given: object, kind: str, said: Mapping[str, Any], named: object, page: CurationPage, day: date
) -> Wanted:
    path, heading, until = page.key, said["heading"], day.isoformat()
    if kind == "remove":
        return Wanted(given, CurateRemove(path, heading, said["match"], until))
    sources = _sources(named, page)
    fields = _fields(sources)
    if kind == "append":
        return Wanted(given, CurateAppend(path, heading, Record(said["line"], fields)), sources)
    if kind == "add_heading":
        records = tuple(Record(line, fields) for line in said["lines"])
        return Wanted(given, CurateHeading(path, heading, records), sources)
    new = Record(said["line"], fields)
    return Wanted(given, CurateReplace(path, heading, said["match"], until, new), sources)


def _sources(named: object, page: CurationPage) -> tuple[RecentBullet, ...]:
    """The bullets that are named, all of one place: what is made of two is for neither."""
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not names:
        raise _RefusedError(CurationReason.NO_SOURCE)
    found = [page.bullets.get(one) if isinstance(one, str) else None for one in names]
    sources = tuple(dict.fromkeys(one for one in found if one is not None))
    if not sources or None in found:
        raise _RefusedError(CurationReason.NO_SOURCE)
    if len({one.place for one in sources}) > 1:
        raise _RefusedError(CurationReason.SEVERAL_PLACES)
    return sources


def _fields(sources: Sequence[RecentBullet]) -> RecordFields:
    """What a line says of itself that was made of these: whoever forgets one forgets the line."""
    speakers = {slug for one in sources for slug in one.speakers}
    by = speakers.pop() if len(speakers) == 1 else None
    return RecordFields(
        learned=max(one.day for one in sources),
        refs=tuple(dict.fromkeys(ref for one in sources for ref in one.record.fields.refs)),
        by=by,
        place=sources[0].place,
        source=None if by else _AUTO,
    )
