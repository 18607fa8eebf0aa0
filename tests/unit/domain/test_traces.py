"""The signs of what goes: which days are meant, and how they are written down."""

from __future__ import annotations

import pytest

from familiar_memory.domain.traces import Traces

SPANS = frozenset({("2026-02-02", "2026-02-04", ""), ("2026-03-01", "9999-12-31", "discord-x")})


@pytest.mark.parametrize(
    ("day", "place", "is_meant"),
    [
        ("2026-02-01", "", False),
        ("2026-02-02", "", True),
        ("2026-02-04", "discord-y", True),
        ("2026-02-05", "discord-x", False),
        ("2026-03-01", "discord-x", True),
        ("2031-01-01", "discord-x", True),
        ("2031-01-01", "discord-y", False),
        ("2031-01-01", "", False),
    ],
)
def test_a_day_is_of_a_span_and_its_place(day, place, is_meant):
    """Both ends are in it; what is of no place goes only with a span for all."""
    assert Traces(spans=SPANS).are_of_day(day, place) is is_meant


def test_what_was_written_down_is_read_again():
    """Also as an older version wrote it, a day at a time."""
    assert Traces.from_json(Traces(spans=SPANS).to_json()) == Traces(spans=SPANS)
    older = {"days": [["2026-02-02", ""], ["2026-02-03", "discord-x"]]}
    assert Traces.from_json(older).spans == {
        ("2026-02-02", "2026-02-02", ""),
        ("2026-02-03", "2026-02-03", "discord-x"),
    }
