"""The log of curation asked: what it was to do to which note, and what came of each operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice
from typing import TYPE_CHECKING, Any

from familiar_memory.domain.tree import is_below
from familiar_memory.inspection.named import named_ever

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.changes.log import LogQuery

__all__ = ["CuratedLog", "CuratedOp", "curation_asked_for"]

_CAME = {"applied": "outcome", "held": "reason", "rejected": "reason", "unwritten": "reason"}
"""What the log keeps operations under, and the key of what became of each."""


@dataclass(frozen=True, slots=True)
class CuratedOp:
    """One operation on a note for one reach; `by` says who asked for it, a model or words.

    `came` is what became of it, as the log has it: an outcome or a reason. An `op` that is none is
    "", and `text` is what was given then. Of a model that gave nothing usable it is why.
    """

    time: datetime
    note: str
    reach: str
    by: str
    op: str
    heading: str
    text: str
    came: str


@dataclass(frozen=True, slots=True)
class CuratedLog:
    """Operations, the newest night first; `path` and `zone` as in `ChangeLog`."""

    ops: tuple[CuratedOp, ...]
    has_more: bool
    path: str
    zone: tzinfo


def curation_asked_for(parts: Parts, query: LogQuery) -> CuratedLog:
    """Look them up: of a note or a folder, since then, so many at most (0: all)."""
    path = named_ever(parts, query.path)
    found = _found(parts.files.journal.curation_log().entries(), path, query.since)
    ops = tuple(islice(found, query.limit or None))
    has_more = bool(query.limit) and next(found, None) is not None
    return CuratedLog(ops, has_more, path, parts.setup.settings.zone)


def _found(entries: list[dict[str, Any]], path: str, since: datetime | None) -> Iterator[CuratedOp]:
    for entry in reversed(entries):
        time = _moment(entry)
        note = _text(entry, "note")
        is_meant = not path or note == path or is_below(note, path)
        if time is not None and is_meant and (since is None or time >= since):
            yield from _ops(entry, time, note)


def _ops(entry: Mapping[str, Any], time: datetime, note: str) -> Iterator[CuratedOp]:
    reach, by = _text(entry, "reach"), _text(entry, "by")
    if "failed" in entry:
        yield CuratedOp(time, note, reach, by, "", "", _text(entry, "failed"), "failed")
    for kind, key in _CAME.items():
        told = entry.get(kind)
        for one in told if isinstance(told, list) else ():
            if isinstance(one, dict):
                op, heading, text = _given(one.get("op"))
                yield CuratedOp(time, note, reach, by, op, heading, text, _text(one, key))


def _given(op: object) -> tuple[str, str, str]:
    """Its kind, the heading, and what it is about."""
    if not isinstance(op, dict):
        return "", "", str(op)
    match, line, lines = _text(op, "match"), _text(op, "line"), op.get("lines")
    if isinstance(lines, list):
        line = "; ".join(map(str, lines))
    return _text(op, "op"), _text(op, "heading"), " → ".join(filter(None, (match, line)))


def _text(entry: Mapping[str, Any], key: str) -> str:
    found = entry.get(key)
    return found if isinstance(found, str) else ""


def _moment(entry: Mapping[str, Any]) -> datetime | None:
    try:
        found = datetime.fromisoformat(_text(entry, "ts"))
    except ValueError:
        return None
    return found if found.utcoffset() is not None else None
