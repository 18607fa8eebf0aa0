"""Take the source of a record apart: task box, strike, body, tail, id."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.knowledge.audience import is_audience
from familiar_memory.markdown.record.labels import label_mentions
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend
from familiar_memory.markdown.record.surroundings import linked_line
from familiar_memory.markdown.record.tail import TailReading, parse_tail
from familiar_memory.markdown.text.escape import is_escaped
from familiar_memory.markdown.text.parentheses import last_parenthesis

__all__ = ["TASK_CHARACTERS", "Anatomy", "dissect", "place_mentions"]

TASK_CHARACTERS = " xX-/<>!?*"
_BLANK = " \t"
_TASK = re.compile(r"\[([ xX\-/<>!?*])\](?:[ \t]+|\Z)")
_ID = re.compile(r"(?:\A|(?<=[ \t]))\^([A-Za-z0-9-]+)\Z")
_ITEM_OF_PLACE = re.compile(r"(?:([(,])[ \t]*|(?<=[ \t]))in(:)([ \t]*)([^\s,()]+)", re.IGNORECASE)
# The marks of the Obsidian Tasks plugin: dates, priorities, repetition, ids.
_MARKS = (
    r"(?>(?:[ \t]*(?:[➕🛫⏳📅✅❌]\ufe0f?[ \t]*[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[🔺⏫🔼🔽⏬]\ufe0f?"
    r"|🔁\ufe0f?[ \t]*[A-Za-z0-9]+(?:[ ,]+[A-Za-z0-9]+)*"
    r"|[🆔⛔🏁]\ufe0f?[ \t]*[A-Za-z0-9_,-]+))+)"
)
_TASK_MARKS = re.compile(_MARKS)
_BEHIND_TAIL = re.compile(
    rf"(?P<before>{_MARKS})?(?:[ \t]*\^(?P<id>[A-Za-z0-9-]+)(?P<after>{_MARKS})?)?[ \t]*"
)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The parts of one record, still escaped.

    `marks` are the emoji of Obsidian Tasks behind the tail, kept as written.
    """

    body: str
    task: str | None = None
    struck: bool = False
    fields: RecordFields | None = None
    id: str | None = None
    marks: str = ""
    damaged: bool = False
    has_bare_ref: bool = False


def dissect(source: str, legend: PlaceLegend = NO_LEGEND) -> Anatomy:
    """Take apart one record, given as one line without its list marker.

    `legend` says what the labels of places mean in its note.
    """
    source = source.strip(_BLANK)
    task = None
    if box := _TASK.match(source):
        task, source = box[1], source[box.end() :]
    parts = _struck(source, legend) or _peel(source, legend)
    return parts if task is None else replace(parts, task=task)


def place_mentions(source: str) -> list[int]:
    """Where the colons of `in:` items stand in a text, its tail left aside.

    In a record such an item means that its tail was broken, or that somebody wrote on
    behind it: what it said of its audience no longer holds. Prose such as `(in: 2019)`
    and `in:box` outside a parenthesis is left alone.
    """
    if ":" not in source:
        return []
    opening = _first_unescaped(source, "(")
    return [m.start(2) for m in _ITEM_OF_PLACE.finditer(source) if _is_mention(source, m, opening)]


def _is_mention(source: str, item: re.Match[str], opening: int | None) -> bool:
    before, _, space, value = item.groups()
    if before == "(" and is_escaped(source, item.start()):
        return False
    if is_audience(value):
        return before == "," or (opening is not None and opening <= item.start())
    return not space and before is not None and opening is not None and opening <= item.start()


def _peel(source: str, legend: PlaceLegend) -> Anatomy:
    end = source.rfind(")") + 1
    behind = _BEHIND_TAIL.fullmatch(source, end)
    opening, tail = _tail_of(source[:end], legend) if behind else (None, TailReading())
    if behind is None or opening is None or tail.fields is None:
        body, record_id = _take_id(source)
        return Anatomy(body, id=record_id, damaged=tail.damaged or _is_broken(body, legend))
    body = source[:opening].rstrip(_BLANK)
    if place_mentions(body) or _has_other_label(body, tail.fields, legend):
        return Anatomy(source[:end], id=behind["id"], damaged=True)
    marks = "".join(filter(None, (behind["before"], behind["after"]))).strip(_BLANK)
    return Anatomy(
        body,
        fields=tail.fields,
        id=behind["id"],
        marks=marks,
        has_bare_ref=tail.has_bare_ref,
    )


def _has_other_label(body: str, fields: RecordFields, legend: PlaceLegend) -> bool:
    """Whether somebody wrote on behind a tail: beside a place of its own a label must be known."""
    is_meant = bool(label_mentions(body, legend))
    return is_meant and (fields.place is None or any(legend.names_in(body)))


def _is_broken(body: str, legend: PlaceLegend) -> bool:
    return bool(place_mentions(body) or label_mentions(body, legend))


def _tail_of(source: str, legend: PlaceLegend) -> tuple[int | None, TailReading]:
    opening = last_parenthesis(source)
    if opening is None or (opening > 0 and source[opening - 1] not in _BLANK):
        return None, TailReading()
    if linked_line(source[:opening].rstrip(_BLANK)) is not None:
        # A machine wrote it: a label behind it is no word of a person's.
        legend = legend.strictly()
    return opening, parse_tail(source[opening + 1 : -1], legend)


def _struck(source: str, legend: PlaceLegend) -> Anatomy | None:
    if not source.startswith("~~") or source[2:3] in ("", "~", " ", "\t"):
        return None
    closing = _closing_strike(source)
    if closing is None or source[closing - 1] in _BLANK:
        return None
    inner, outer = source[2:closing], source[closing + 2 :].strip(_BLANK)
    inside, outside = _peel(inner, legend), _outer(outer, legend)
    if outside.body:
        is_broken_tail = outside.damaged and outside.body.startswith("(")
        return replace(inside, struck=True, damaged=True) if is_broken_tail else None
    return _joined(inside, outside, inner)


def _outer(source: str, legend: PlaceLegend) -> Anatomy:
    """What stands behind a strike; marks may stand there without a tail."""
    rest, record_id = _take_id(source)
    if _TASK_MARKS.fullmatch(rest):
        return Anatomy(body="", id=record_id, marks=rest)
    return _peel(source, legend)


def _joined(inside: Anatomy, outside: Anatomy, inner: str) -> Anatomy:
    fields = outside.fields
    if fields is None:
        fields = inside.fields
    elif inside.fields is not None:
        return Anatomy(body=inner, struck=True, damaged=True)
    return replace(
        inside,
        struck=True,
        fields=fields,
        id=outside.id or inside.id,
        marks=outside.marks or inside.marks,
        has_bare_ref=inside.has_bare_ref if outside.fields is None else outside.has_bare_ref,
    )


def _closing_strike(source: str) -> int | None:
    index = source.find("~~", 3)
    while index >= 0 and is_escaped(source, index):
        index = source.find("~~", index + 1)
    return index if index >= 0 else None


def _take_id(source: str) -> tuple[str, str | None]:
    match = _ID.search(source)
    if match is None:
        return source, None
    return source[: match.start()].rstrip(_BLANK), match[1]


def _first_unescaped(source: str, character: str) -> int | None:
    index = source.find(character)
    while index >= 0 and is_escaped(source, index):
        index = source.find(character, index + 1)
    return index if index >= 0 else None
