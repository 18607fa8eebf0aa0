"""The values of a record's fields, as people, tools and other programs give them: checked once.

The names are those of `RecordFields`, and `ttl`, which becomes `expires`. None takes a field away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from familiar_memory.domain.given import as_flag, as_texts, check_count, check_number, check_text
from familiar_memory.domain.memory.memory_types import memory_type
from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import SOURCE_NAMES, TOPIC_NAMES, Moment, PartialDate
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import read_audience
from familiar_memory.knowledge.records.expiry import expiry_of

__all__ = ["FIELD_NAMES", "checked_day", "checked_fields"]

_MOST_IMPORTANT = 10
_DATE = "a year, month or day: 2026, 2026-02 or 2026-02-03; or an instant: 2026-02-03T19:30Z"
_MOST_CHARS = 2_000
"""A field is a word or a sentence: what is longer is a text of its own."""


def checked_fields(given: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """The fields as a record holds them, by name; what is stored at `now` (aware) may expire.

    Raises:
        InputError: there is no such field, or it cannot have that value. Nothing should then be
            stored.
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name not in _READERS:
            raise InputError(f"a record has no field {name!r}", ", ".join(FIELD_NAMES))
        field = "expires" if name == "ttl" else name
        if field in found:
            raise InputError("both ttl and expires are given", "one of them")
        found[field] = None if value is None else _READERS[name](value, name, now)
    return found


def checked_day(given: object, what: str) -> PartialDate:
    """A year, month, day or instant as a tail writes it.

    Raises:
        InputError: it is none, or there is no such day.
    """
    if isinstance(given, datetime):
        if given.utcoffset() is None:
            raise InputError(f"{what}: {given.isoformat()} has no offset", _DATE)
        return given.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(given, date):
        return given.isoformat()
    check_text(given, what)
    text = str(given).strip()
    is_whole = len(text) in (4, 7, 10) or (len(text) > 10 and text[10:11] in "Tt")
    if not is_whole or not text[:4].isdigit():
        raise InputError(f"{what}: {given!r} is not a date", _DATE)
    if instant_of(text) is None:
        raise InputError(f"{what}: there is no such date as {given!r}", _DATE)
    return text


def _day(value: object, name: str, now: datetime) -> PartialDate:
    return checked_day(value, name)


def _learned(value: object, name: str, now: datetime) -> Moment:
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise InputError(f"{name}: {value.isoformat()} has no offset", _DATE)
    if isinstance(value, date):
        return value
    text = checked_day(value, name)
    if len(text) < len("2026-02-03"):
        raise InputError(f"{name}: {value!r} is not a day", "a day such as 2026-02-03")
    return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)


def _expires(value: object, name: str, now: datetime) -> Moment:
    if isinstance(value, date):
        return _learned(value, name, now)
    check_text(value, name)
    return expiry_of(str(value), now)


def _text(value: object, name: str, now: datetime) -> str:
    check_text(value, name)
    text = " ".join(str(value).split())
    if not 0 < len(text) <= _MOST_CHARS:
        raise InputError(f"{name} has {len(text)} characters", f"1 to {_MOST_CHARS}")
    return text


def _quote(value: object, name: str, now: datetime) -> str:
    _text(value, name, now)
    return str(value).strip()


def _texts(value: object, name: str, now: datetime) -> tuple[str, ...]:
    given = as_texts(value, name) if isinstance(value, Iterable) else as_texts((value,), name)
    return tuple(dict.fromkeys(_text(one, name, now) for one in given))


def _one_of(*names: str) -> Callable[[object, str, datetime], str]:
    def read(value: object, name: str, now: datetime) -> str:
        text = _text(value, name, now).casefold()
        if text not in names:
            raise InputError(f"{name}: {value!r} is none of them", ", ".join(names))
        return text

    return read


def _type(value: object, name: str, now: datetime) -> str:
    return memory_type(_text(value, name, now))


def _importance(value: Any, name: str, now: datetime) -> int:  # noqa: ANN401 - whatever is given
    check_count(value, name, 1)
    if value > _MOST_IMPORTANT:
        raise InputError(f"{name} is {value}", f"1 to {_MOST_IMPORTANT}")
    return int(value)


def _confidence(value: Any, name: str, now: datetime) -> float:  # noqa: ANN401 - as above
    check_number(value, name)
    if not 0 <= value <= 1:
        raise InputError(f"{name} is {value}", "a number from 0 to 1")
    return float(value)


def _count(value: Any, name: str, now: datetime) -> int:  # noqa: ANN401 - as above
    check_count(value, name, 1)
    return int(value)


def _flag(value: object, name: str, now: datetime) -> bool:
    return as_flag(value, name)


def _audience(value: object, name: str, now: datetime) -> str:
    found = read_audience(_text(value, name, now))
    if found is None:
        raise InputError(
            f"{name}: {value!r} is no place", "everyone, owner, or a place by its slug"
        )
    return found


_READERS: Mapping[str, Callable[[Any, str, datetime], Any]] = {
    "learned": _learned,
    "since": _day,
    "until": _day,
    "refs": _texts,
    "by": _text,
    "place": _audience,
    "type": _type,
    "subject": _text,
    "category": _text,
    "topic": _one_of(*TOPIC_NAMES),
    "importance": _importance,
    "confidence": _confidence,
    "source": _one_of(*SOURCE_NAMES),
    "tags": _texts,
    "temporary": _flag,
    "seen": _count,
    "expires": _expires,
    "ttl": _expires,
    "quote": _quote,
    "replaces": _text,
    "into": _text,
}
FIELD_NAMES = tuple(_READERS)
