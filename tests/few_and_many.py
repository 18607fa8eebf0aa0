"""A property that `make test` tries with a few examples, and `make check` with many."""

from __future__ import annotations

import os
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

_Property = Callable[..., None]


def few_and_many(
    few: int, many: int, *drawn: SearchStrategy[Any], **named: SearchStrategy[Any]
) -> Callable[[_Property], _Property]:
    """Make two cases of a property, as `settings` and `given` make one: the second is long.

    What is not drawn is a fixture, one for all examples. `TIMES_AS_MANY`, as in `make soak`, makes
    the second longer still.
    """

    def decorated(holds: _Property) -> _Property:
        most = many * int(os.environ.get("TIMES_AS_MANY", "1"))
        cases = [few, pytest.param(most, marks=pytest.mark.long)]

        @pytest.mark.parametrize("examples", cases)
        def tried(examples: int, **fixtures: Any) -> None:
            bounds = settings(
                deadline=None,
                max_examples=examples,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
            )
            bounds(given(*drawn, **named)(holds))(**fixtures)

        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(tried, name, getattr(holds, name))
        wanted = ("examples", *_fixtures_of(holds, len(drawn), set(named)))
        parameters = [Parameter(name, Parameter.KEYWORD_ONLY) for name in wanted]
        tried.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # pytest asks it
        return tried

    return decorated


def _fixtures_of(holds: _Property, drawn: int, named: set[str]) -> list[str]:
    """What pytest is to give it: Hypothesis gives what it draws by position to the last ones."""
    others = [name for name in signature(holds).parameters if name not in named]
    return others[: len(others) - drawn]
