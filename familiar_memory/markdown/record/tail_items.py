"""One item of a tail, read as a field of a record; `tail` says which items there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from familiar_memory.domain.memory.memory_types import known_type
from familiar_memory.domain.memory.record import SOURCE_NAMES, TOPIC_NAMES, Moment
from familiar_memory.knowledge.audience import is_audience
from familiar_memory.markdown.record.moments import is_partial_date, parse_moment
from familiar_memory.markdown.record.short_ref import full_ref, short_ref
from familiar_memory.markdown.text.escape import is_escaped, unescape

__all__ = ["TAIL_KEYS", "bare_ref", "read_bare_ref", "read_item"]

_BARE_REF = re.compile(r"(?=[A-Za-z-]*[0-9])[A-Za-z0-9-]+")
"""It has a digit, so that it is no word that somebody wrote."""
_NUMBERED_REF = re.compile(r"[A-Z][A-Za-z]{0,7}[0-9]{1,6}:[0-9]{1,9}")
"""`D1:5`, the fifth turn of a first dialogue: no key begins so, and no audience ends so."""
_REF = re.compile(r"(?:[A-Za-z0-9._:/-]|%[0-9A-Fa-f]{2})+")
_LINK_TO_RECORD = re.compile(r"(?:([^\s#^]+)#)?\^([A-Za-z0-9-]+)")
_CONFIDENCE = re.compile(r"0?\.[0-9]+|0|1(?:\.0+)?")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")
_SPAN = re.compile(r"([0-9][0-9T:.Z+-]*)\s*(?:→|->)\s*([0-9][0-9T:.Z+-]*)")


@lru_cache(maxsize=4_096)  # the same days, authors and places come again and again
def read_item(item: str) -> tuple[tuple[str, Any], ...]:
    """The fields of an item, by name.

    Raises:
        ValueError: it is no item of a tail.
    """
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


def bare_ref(ref: str) -> str:
    """A ref as it stands beside a day and a label, without `ref:`."""
    return ref if _NUMBERED_REF.fullmatch(ref) is not None else short_ref(ref)


def read_bare_ref(item: str) -> str | None:
    """The ref that an item is which has no `ref:`; None for any other item."""
    ref = full_ref(item)
    is_ref = ref != item or any(form.fullmatch(item) for form in (_BARE_REF, _NUMBERED_REF))
    return ref if is_ref and parse_moment(item) is None else None


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
    if not _REF.fullmatch(text):
        raise ValueError(text)
    return _decoded(text)


def _audience(text: str) -> str:
    if not is_audience(text):
        raise ValueError(text)
    return text


def _type(text: str) -> str:
    if (known := known_type(text)) is None:
        raise ValueError(text)
    return known


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
    "type": ("type", _type),
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
TAIL_KEYS = frozenset(_READERS)
"""What may stand before the colon of an item."""
