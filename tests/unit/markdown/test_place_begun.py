"""A tail in which somebody has begun to say for whom a line is, and not said it yet."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.record.tail import may_hold_fields


@pytest.mark.parametrize(
    "tail", ["(2025-01-01, in:)", "(in:)", "(in: )", "(2025-01-01, by:, in:)", "(in:, 2025-01-01)"]
)
def test_a_place_that_is_not_named_yet_closes_the_line(tail):
    """An editor that saves while somebody types must not make it public."""
    line = f"likes:: tea {tail}"
    assert may_hold_fields(line)
    assert parse_record(line, SHIPPED).damaged
