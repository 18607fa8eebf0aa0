"""The last parenthesis of a record: `(2026-01-28, since 2026-01, ref:1235, by:discord-42)`.

Items are separated by commas:

    D                         when it was learned: a full date, or an instant with offset
    since D  until D  D → D   when it holds; also YYYY and YYYY-MM after since and until
    ref:ID                    a turn it came from; may be repeated
    by:AUTHOR  in:PLACE       who said it, and where
    type:  subject:  category:  topic:  importance:  confidence:  source:  tags:a|b
    temporary  seen:N  expires:D  quote:"…"  replaces:^ID  into:^ID
    #LABEL  @LABEL         the place, by the name that the note gives it (`legend`)
    ID                        beside a date and a label: a turn it came from

A parenthesis is a tail only when every item is one of these. One that has such a
`key:` and something else as well is damaged: what it said of its audience is lost. So is one
that was meant to have a label (`labels`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.knowledge.audience import is_audience
from familiar_memory.markdown.record.labels import is_meant_as_tail
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend, is_label
from familiar_memory.markdown.record.moments import missing_date, parse_moment
from familiar_memory.markdown.record.tail_items import TAIL_KEYS, read_bare_ref, read_item
from familiar_memory.markdown.text.escape import is_escaped
from familiar_memory.markdown.text.invisible import ODD_SPACES, UNSEEN
from familiar_memory.markdown.text.parentheses import last_parenthesis

__all__ = ["TailReading", "date_that_never_was", "may_hold_fields", "parse_tail", "tail_items"]

_KEY = re.compile(r"([a-z]+):(\s*)(.*)", re.DOTALL)
_LOST_COLON = re.compile(r"\Ain[ \t]+")
_SLIPS_IN_KEY = re.compile(
    r"\A[\W_]*(?:[a-z]?i[\W_]*n|i[a-z]n|in[a-z]|[a-z]n|i[a-z]|[in])?[\W_]*", re.IGNORECASE
)
# What only has other spaces is read by `loose_tails`.
_GAP = rf"[ \t{ODD_SPACES}{UNSEEN}]*"
_LOOSE_KEY = re.compile(rf"{_GAP}i[{UNSEEN}]*n{_GAP}:[^:]", re.IGNORECASE)
_FOREIGN_KEY = re.compile(r"[A-Za-z_]+:\S")
_MAY_HOLD_FIELDS = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[(,]\s*(?:[#@]|since |until |temporary|(?:"
    + "|".join(sorted(TAIL_KEYS))
    + r"):\S|in:\s*[,)])"
)


@dataclass(frozen=True, slots=True)
class TailReading:
    """What a parenthesis turned out to be: `fields` of a tail, damaged, or neither (prose)."""

    fields: RecordFields | None = None
    damaged: bool = False
    has_bare_ref: bool = False
    """A ref without `ref:` is by whose note it is, unless the tail says by whom."""

    @property
    def is_prose(self) -> bool:
        """Whether it is just a parenthesis."""
        return self.fields is None and not self.damaged


def parse_tail(content: str, legend: PlaceLegend = NO_LEGEND) -> TailReading:
    """Read what stands between the parentheses; `legend` says what the note's labels mean."""
    items = tail_items(content)
    try:
        return _collect(items, legend)
    except ValueError:
        return TailReading(damaged=_is_damaged(items) or is_meant_as_tail(content, legend))


def tail_items(content: str) -> list[str]:
    """The items of a tail, as they are written."""
    return [item.strip(" \t") for item in _split(content)]


def date_that_never_was(text: str) -> str | None:
    """The first date in the parenthesis at the end of a text that does not exist: `2026-02-30`.

    It was meant as a tail; what it says cannot be known, so no part of it is anything else.
    """
    opening = last_parenthesis(text)
    items = () if opening is None else tail_items(text[opening + 1 : -1])
    return next(filter(None, map(missing_date, items)), None)


def may_hold_fields(text: str) -> bool:
    """Whether any parenthesis in a text can be a tail, whole or damaged; quick."""
    return _MAY_HOLD_FIELDS.search(text) is not None


def _split(content: str) -> Iterator[str]:
    if '"' not in content:
        yield from content.split(",")
        return
    start, quoted = 0, False
    for index, character in enumerate(content):
        if character == '"' and not is_escaped(content, index):
            quoted = not quoted
        elif character == "," and not quoted:
            yield content[start:index]
            start = index + 1
    yield content[start:]


def _collect(items: list[str], legend: PlaceLegend) -> TailReading:
    values: dict[str, Any] = {}
    refs: list[str] = []
    has_label = any(map(is_label, items))
    may_be_bare = has_label and any(parse_moment(item) is not None for item in items)
    has_bare_ref = False
    for item in items:
        if may_be_bare and (ref := read_bare_ref(item)) is not None:
            refs.append(ref)
            has_bare_ref = True
            continue
        for name, value in _labelled(item, legend) if is_label(item) else read_item(item):
            if name == "ref":
                refs.append(value)
            elif name in values:
                raise ValueError(name)
            else:
                values[name] = value
    return TailReading(RecordFields(refs=tuple(refs), **values), has_bare_ref=has_bare_ref)


def _labelled(label: str, legend: PlaceLegend) -> tuple[tuple[str, Any], ...]:
    place = legend.place(label)
    if place is None:
        raise ValueError(label)
    return (("place", place),)


def _is_damaged(items: list[str]) -> bool:
    if any(_is_recognised_key(item) for item in items):
        return True
    # A mistyped `in:` beside a date must not turn a private line into a public one.
    has_date = any(parse_moment(item) is not None for item in items)
    return has_date and any(_FOREIGN_KEY.match(item) or _is_bare_place(item) for item in items)


def _is_bare_place(item: str) -> bool:
    """Whether an item is a place whose `in:` has lost a sign, or has one too many."""
    if parse_moment(item) is not None or _LOOSE_KEY.match(item):
        return False
    return is_audience(_LOST_COLON.sub("", item)) or is_audience(_SLIPS_IN_KEY.sub("", item))


def _is_recognised_key(item: str) -> bool:
    match = _KEY.match(item)
    if match is None or match[1] not in TAIL_KEYS:
        return False
    if match[1] == "in" and not match[3].strip():
        # Somebody has begun to say for whom it is, and an editor saved in the middle.
        return True
    if not match[2]:
        return bool(match[3])
    # `(source: my grandmother)` is how people write; a place after `in:` is not.
    return match[1] == "in" and is_audience(match[3].strip())
