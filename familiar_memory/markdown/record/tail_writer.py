"""Write the tail of a record; `tail.parse_tail` reads it back to the same fields."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from urllib.parse import quote as percent_encode

from familiar_memory.domain.memory.record import Moment, RecordFields
from familiar_memory.errors import InputError
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend
from familiar_memory.markdown.record.moments import format_moment
from familiar_memory.markdown.record.short_ref import ID_PATTERN
from familiar_memory.markdown.record.tail import parse_tail
from familiar_memory.markdown.record.tail_items import bare_ref
from familiar_memory.markdown.text.escape import check_encodable, escape

__all__ = ["render_tail"]

_REF_SAFE = "._:/-"
# Punctuation that means nothing to a tail; the rest is percent-encoded.
_FREE_SAFE = frozenset(" ._:/-+'@#!?=[]")


def render_tail(
    fields: RecordFields, legend: PlaceLegend = NO_LEGEND, *, is_bare: bool = False
) -> str:
    """Write the fields with their parentheses, in a fixed order; "" when there are none.

    A place that the `legend` of the note has a label for is written by that; with `is_bare`
    refs stand there without `ref:`.

    Raises:
        InputError: a field has a value that a tail can't carry (a naive time, an empty ref).
    """
    if fields.is_empty:
        return ""
    content = ", ".join(_items(fields, legend, is_bare=is_bare))
    if parse_tail(content, legend).fields != fields:
        raise InputError(
            f"the fields of a record can't be written: {content}",
            "aware instants, non-empty texts, and the values that the record format names",
        )
    return f"({content})"


def _items(fields: RecordFields, legend: PlaceLegend, *, is_bare: bool) -> Iterator[str]:
    if fields.learned is not None:
        yield _moment(fields.learned)
    if fields.since is not None:
        yield f"since {fields.since}"
    if fields.until is not None:
        yield f"until {fields.until}"
    label = None if fields.place is None else legend.label(fields.place)
    if label is not None:
        yield label
    for ref in fields.refs:
        yield bare_ref(ref) if is_bare else f"ref:{_token(ref)}"
    if fields.by is not None:
        yield f"by:{_token(fields.by)}"
    if fields.place is not None and label is None:
        yield f"in:{fields.place}"
    yield from _named(fields)
    if fields.tags:
        yield f"tags:{'|'.join(_free(tag) for tag in fields.tags)}"
    if fields.temporary:
        yield "temporary"
    if fields.seen is not None:
        yield f"seen:{fields.seen}"
    if fields.expires is not None:
        yield f"expires:{_moment(fields.expires)}"
    if fields.quote is not None:
        yield f'quote:"{_quoted(fields.quote)}"'
    for key, target in (("replaces", fields.replaces), ("into", fields.into)):
        if target is not None:
            yield f"{key}:{_record_link(target)}"


def _named(fields: RecordFields) -> Iterator[str]:
    if fields.type is not None:
        yield f"type:{fields.type}"
    if fields.subject is not None:
        yield f"subject:{_free(fields.subject)}"
    if fields.category is not None:
        yield f"category:{_free(fields.category)}"
    if fields.topic is not None:
        yield f"topic:{fields.topic}"
    if fields.importance != RecordFields().importance:
        yield f"importance:{fields.importance}"
    if fields.confidence is not None:
        yield f"confidence:{_decimal(fields.confidence)}"
    if fields.source is not None:
        yield f"source:{fields.source}"


def _moment(moment: Moment) -> str:
    if isinstance(moment, datetime) and moment.utcoffset() is None:
        raise InputError(f"the time {moment.isoformat()} has no offset from UTC", "an aware time")
    return format_moment(moment)


def _token(text: str) -> str:
    check_encodable(text, "a ref or an author")
    return percent_encode(text, safe=_REF_SAFE).replace("~", "%7E")


def _free(text: str) -> str:
    check_encodable(text, "a subject, a category or a tag")
    last = len(text) - 1
    return "".join(
        c if _is_plain(c) and not (c == " " and i in (0, last)) else percent_encode(c, safe="")
        for i, c in enumerate(text)
    ).replace("~", "%7E")


def _is_plain(character: str) -> bool:
    if character < "\x80":
        return character.isalnum() or character in _FREE_SAFE
    return character.isprintable() and character not in "→⏎"


def _decimal(value: float) -> str:
    try:
        text = format(Decimal(repr(float(value))), "f")
    except ArithmeticError:
        return str(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _quoted(text: str) -> str:
    check_encodable(text, "a quote")
    marked = {i for i, c in enumerate(text) if c in '"~'}
    return escape(text, marked, edges=False)


def _record_link(target: str) -> str:
    if ID_PATTERN.fullmatch(target):
        return f"^{target}"
    path, _, record_id = target.rpartition("#^")
    check_encodable(path, "a path")
    return f"{percent_encode(path, safe='._:/-').replace('~', '%7E')}#^{record_id}"
