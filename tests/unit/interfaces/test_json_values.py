"""Values as JSON: one encoder for every door."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, IntEnum, StrEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

import pytest

from familiar_memory.interfaces.json_values.encoder import as_json, picked


class Colour(StrEnum):
    """A text with a name."""

    RED = "red"


class Level(IntEnum):
    """A number with a name."""

    HIGH = 3


class Odd(Enum):
    """Neither."""

    PAIR = ("a", Colour.RED)


class Point(NamedTuple):
    """A tuple with names."""

    x: int
    y: float


@dataclass(frozen=True, slots=True)
class Inner:
    """Its fields are in no order of the alphabet."""

    zulu: str
    alpha: Point


@dataclass(frozen=True, slots=True)
class Outer:
    """One that holds others."""

    when: datetime
    inners: tuple[Inner, ...]
    missing: str | None = None

    @property
    def first(self) -> Inner:
        """What is no field."""
        return self.inners[0]


NOON = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)
OUTER = Outer(NOON, (Inner("z", Point(1, 2.5)),))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((None, None), (True, True), (3, 3), (2.5, 2.5), ("text", "text")),
        *((Colour.RED, "red"), (Level.HIGH, 3), (Odd.PAIR, ["a", "red"])),
        *((NOON, "2026-02-03T12:00:00+00:00"), (date(2026, 2, 3), "2026-02-03")),
        (PurePosixPath("people/a.md"), "people/a.md"),
        ((1, (2, [3])), [1, [2, [3]]]),
        (frozenset({"b", "a"}), ["a", "b"]),
        (MappingProxyType({"b": NOON.date(), Colour.RED: ()}), {"b": "2026-02-03", "red": []}),
        (Point(1, 2.5), {"x": 1, "y": 2.5}),
    ],
)
def test_a_value_is_what_json_holds(value: object, expected: object) -> None:
    """And plainly so: an enum that is a text is no enum any more."""
    found = as_json(value)
    assert found == expected
    assert json.loads(json.dumps(found)) == expected
    assert not isinstance(found, Enum)


def test_a_dataclass_is_an_object_in_the_order_of_its_fields() -> None:
    """However deep; the order is what programs see."""
    assert list(as_json(OUTER)) == ["when", "inners", "missing"]
    assert json.dumps(as_json(OUTER)) == (
        '{"when": "2026-02-03T12:00:00+00:00",'
        ' "inners": [{"zulu": "z", "alpha": {"x": 1, "y": 2.5}}], "missing": null}'
    )


def test_what_has_no_form_in_json_is_refused() -> None:
    """It is not told as some text that nobody has asked for: bytes, a class, an object."""
    for value in (b"bytes", Inner, object(), {"deep": [object()]}):
        with pytest.raises(TypeError, match="has no form in JSON"):
            as_json(value)


def test_attributes_are_picked_in_the_order_that_was_asked_for() -> None:
    """Properties too."""
    assert picked(OUTER, "missing first") == {
        "missing": None,
        "first": {"zulu": "z", "alpha": {"x": 1, "y": 2.5}},
    }
