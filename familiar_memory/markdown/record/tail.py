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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from familiar_memory.domain.memory.record import (
    SOURCE_NAMES,
    TOPIC_NAMES,
    TYPE_NAMES,
    Moment,
    RecordFields,
)
from familiar_memory.knowledge.audience import is_audience
from familiar_memory.markdown.record.labels import is_meant_as_tail
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend, is_label
from familiar_memory.markdown.record.moments import is_partial_date, parse_moment
from familiar_memory.markdown.record.short_ref import full_ref
from familiar_memory.markdown.text.escape import is_escaped, unescape
from familiar_memory.markdown.text.invisible import ODD_SPACES, UNSEEN

__all__ = [
    "ID_PATTERN",
    "REF_PATTERN",
    "TailReading",
    "last_parenthesis",
    "may_hold_fields",
    "parse_tail",
    "read_bare_ref",
]

ID_PATTERN = re.compile(r"[A-Za-z0-9-]+")
_BARE_REF = re.compile(r"(?=[A-Za-z-]*[0-9])[A-Za-z0-9-]+")
"""It has a digit, so that it is no word that somebody wrote."""
REF_PATTERN = re.compile(r"(?:[A-Za-z0-9._:/-]|%[0-9A-Fa-f]{2})+")
_LINK_TO_RECORD = re.compile(r"(?:([^\s#^]+)#)?\^([A-Za-z0-9-]+)")
_CONFIDENCE = re.compile(r"0?\.[0-9]+|0|1(?:\.0+)?")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")
_SPAN = re.compile(r"([0-9][0-9T:.Z+-]*)\s*(?:→|->)\s*([0-9][0-9T:.Z+-]*)")
_KEY = re.compile(r"([a-z]+):(\s*)(.*)", re.DOTALL)
_LOST_COLON = re.compile(r"\Ain[ \t]+")
_SLIPS_IN_KEY = re.compile(
    r"\A[\W_]*(?:[a-z]?i[\W_]*n|i[a-z]n|in[a-z]|[a-z]n|i[a-z]|[in])?[\W_]*", re.IGNORECASE
)
# What only has other spaces is read by `loose_tails`.
_GAP = rf"[ \t{ODD_SPACES}{UNSEEN}]*"
_LOOSE_KEY = re.compile(rf"{_GAP}i[{UNSEEN}]*n{_GAP}:[^:]", re.IGNORECASE)
_SIGNS = re.compile(r"[()\"\\]")
_FOREIGN_KEY = re.compile(r"[A-Za-z_]+:\S")


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
    items = [item.strip(" \t") for item in _split(content)]
    try:
        return _collect(items, legend)
    except ValueError:
        return TailReading(damaged=_is_damaged(items) or is_meant_as_tail(content, legend))


def read_bare_ref(item: str) -> str | None:
    """The ref that an item is which has no `ref:`; None for any other item."""
    ref = full_ref(item)
    is_ref = ref != item or _BARE_REF.fullmatch(item) is not None
    return ref if is_ref and parse_moment(item) is None else None


def last_parenthesis(source: str) -> int | None:
    """The index of the `(` that the last character, a `)`, closes; None without one.

    Quoted stretches and escaped characters do not count; linear in the text.
    """
    if not source.endswith(")") or is_escaped(source, len(source) - 1):
        return None
    opening = source.rfind("(")
    if opening < 0 or _is_plain_from(source, opening):
        return opening if opening >= 0 else None
    return balancing_parenthesis(source)


def balancing_parenthesis(source: str) -> int | None:
    """What `last_parenthesis` finds, for a text that ends in an unescaped `)`."""
    depth, index = 0, len(source) - 1
    while index >= 0:
        character = source[index]
        if character in '()"' and not is_escaped(source, index):
            if character == '"':
                index = _opening_quote(source, index)
            else:
                depth += 1 if character == ")" else -1
                if depth == 0:
                    return index
        index -= 1
    return None


def _is_plain_from(source: str, opening: int) -> bool:
    """Whether nothing behind this parenthesis can mean that it is not the one that is sought."""
    if opening and source[opening - 1] == "\\":
        return False
    return _SIGNS.search(source, opening + 1, len(source) - 1) is None


def _opening_quote(source: str, closing: int) -> int:
    index = source.rfind('"', 0, closing)
    while index >= 0 and is_escaped(source, index):
        index = source.rfind('"', 0, index)
    return index if index >= 0 else closing


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
        for name, value in _labelled(item, legend) if is_label(item) else _read_item(item):
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


@lru_cache(maxsize=4_096)  # the same days, authors and places come again and again
def _read_item(item: str) -> tuple[tuple[str, Any], ...]:
    if item == "temporary":
        return (("temporary", True),)
    if (learned := parse_moment(item)) is not None:
        return (("learned", learned),)
    if item.startswith(("since ", "until ")):
        return ((item[:5], _partial(item[6:].strip())),)
    if span := _SPAN.fullmatch(item):
        return (("since", _full(span[1])), ("until", _full(span[2])))
    key, colon, value = item.partition(":")
    if not colon or not value or value[0].isspace() or key not in _READERS:
        raise ValueError(item)
    name, read = _READERS[key]
    return ((name, read(value)),)


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
    if match is None or match[1] not in _READERS:
        return False
    if not match[2]:
        return bool(match[3])
    # `(source: my grandmother)` is how people write; a place after `in:` is not.
    return match[1] == "in" and is_audience(match[3].strip())


def _partial(text: str) -> str:
    if not is_partial_date(text):
        raise ValueError(text)
    return text


def _full(text: str) -> str:
    if parse_moment(text) is None:
        raise ValueError(text)
    return text


def _moment(text: str) -> Moment:
    moment = parse_moment(text)
    if moment is None:
        raise ValueError(text)
    return moment


def _decoded(text: str) -> str:
    value = unquote(text, errors="strict")
    if not value:
        raise ValueError(text)
    return value


def _token(text: str) -> str:
    if not REF_PATTERN.fullmatch(text):
        raise ValueError(text)
    return _decoded(text)


def _audience(text: str) -> str:
    if not is_audience(text):
        raise ValueError(text)
    return text


def _choice(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(text)
        return text

    return read


def _importance(text: str) -> int:
    if not _COUNT.fullmatch(text) or int(text) > 10:
        raise ValueError(text)
    return int(text)


def _confidence(text: str) -> float:
    if not _CONFIDENCE.fullmatch(text):
        raise ValueError(text)
    return float(text)


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _tags(text: str) -> tuple[str, ...]:
    return tuple(_decoded(tag.strip(" \t")) for tag in text.split("|"))


def _quote(text: str) -> str:
    inner = text[1:-1]
    closes_early = any(c == '"' and not is_escaped(inner, i) for i, c in enumerate(inner))
    if len(text) < 2 or text[0] != '"' or text[-1] != '"' or closes_early:
        raise ValueError(text)
    if is_escaped(text, len(text) - 1):
        raise ValueError(text)
    return unescape(inner)


def _record_link(text: str) -> str:
    match = _LINK_TO_RECORD.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return f"{_decoded(match[1])}#^{match[2]}" if match[1] else match[2]


_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "ref": ("ref", _token),
    "by": ("by", _token),
    "in": ("place", _audience),
    "type": ("type", _choice(*TYPE_NAMES)),
    "subject": ("subject", _decoded),
    "category": ("category", _decoded),
    "topic": ("topic", _choice(*TOPIC_NAMES)),
    "importance": ("importance", _importance),
    "confidence": ("confidence", _confidence),
    "source": ("source", _choice(*SOURCE_NAMES)),
    "tags": ("tags", _tags),
    "seen": ("seen", _count),
    "expires": ("expires", _moment),
    "quote": ("quote", _quote),
    "replaces": ("replaces", _record_link),
    "into": ("into", _record_link),
}
_MAY_HOLD_FIELDS = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[(,]\s*(?:[#@]|since |until |temporary|(?:"
    + "|".join(_READERS)
    + r"):\S)"
)


def may_hold_fields(text: str) -> bool:
    """Whether any parenthesis in a text can be a tail, whole or damaged; quick."""
    return _MAY_HOLD_FIELDS.search(text) is not None
