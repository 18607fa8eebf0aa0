"""What somebody asks to be kept, checked where it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from familiar_memory.domain.given import check_text, check_type
from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.errors import InputError

__all__ = ["NewFact", "NewMemory", "checked_text"]

_FIELDS = 'a mapping, such as {"importance": 8}'
_MOST_CHARS = 4_000
"""A memory is one line; a text of this length is a page."""


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A text to be kept, about somebody or something.

    `about` is the name, id, or note of a person or a topic; None is the place that it is for, else
    `notes.md`. `fields` are by the names of a tail, and `ttl`: "7d", "1h", "30m", "2w", a date or
    an instant. `place` says for whom it is: a place by its slug, `owner`, or None for everyone.
    """

    text: str
    about: str | None = None
    place: str | None = None
    fields: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", checked_text(self.text, "the text to remember"))
        check_text(self.about, "about, whom or what a memory is of,", optional=True)
        check_text(self.place, "the place of a memory", optional=True)
        check_type(self.fields, Mapping, "the fields of a memory", _FIELDS)


@dataclass(frozen=True, slots=True)
class NewFact:
    """`subject predicate object`: since when, until when, and for whom.

    `subject` is as `NewMemory.about`. `object` is a text or a link. `since` and `until` are years,
    months, days or instants.
    """

    subject: str
    predicate: str
    object: str
    since: PartialDate | None = None
    until: PartialDate | None = None
    place: str | None = None
    fields: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for name in ("subject", "predicate", "object"):
            given = checked_text(getattr(self, name), f"the {name} of a fact")
            object.__setattr__(self, name, given)
        for name in ("since", "until", "place"):
            check_text(getattr(self, name), f"the {name} of a fact", optional=True)
        check_type(self.fields, Mapping, "the fields of a fact", _FIELDS)


def checked_text(given: object, what: str) -> str:
    """A text without space around it.

    Raises:
        InputError: it is none, is empty, or is longer than a line should be.
    """
    check_text(given, what)
    text = str(given).strip()
    if not text:
        raise InputError(f"{what} is empty", "a text")
    if len(text) > _MOST_CHARS:
        raise InputError(
            f"{what} has {len(text)} characters", f"{_MOST_CHARS} at most: a memory is one line"
        )
    return text
