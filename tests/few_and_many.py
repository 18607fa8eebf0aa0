"""A property that `make test` tries with a few examples, and `make check` with many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

_Property = Callable[..., None]


def few_and_many(
    few: int, many: int, *drawn: SearchStrategy[Any], **named: SearchStrategy[Any]
) -> Callable[[_Property], _Property]:
    """Make two cases of a property, as `settings` and `given` make one: the second is long.

    The second begins with the examples of the first where they are the same each time (`CI`),
    so that what it finds is found by it alone.
    """

    def decorated(holds: _Property) -> _Property:
        cases = [few, pytest.param(many, marks=pytest.mark.long)]

        @pytest.mark.parametrize("examples", cases)
        def tried(examples: int) -> None:
            settings(deadline=None, max_examples=examples)(given(*drawn, **named)(holds))()

        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(tried, name, getattr(holds, name))
        return tried

    return decorated
