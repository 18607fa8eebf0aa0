"""Values in errors about settings, as they stand in the file."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime

import pytest

from familiar_memory.config.toml_value import toml_value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (1.5, "1.5"),
        (float("inf"), "inf"),
        ("many", "'many'"),
        ("C:\\x", "'C:\\x'"),
        ("it's", '"it\'s"'),
        ("two\nlines", '"two\\nlines"'),
        ([1, "a", True], "[1, 'a', true]"),
        ({"enabled": True, "a b": {"c": []}}, "{enabled = true, 'a b' = {c = []}}"),
        (date(2026, 2, 3), "2026-02-03"),
        (datetime(2026, 2, 3, 4, 5, tzinfo=UTC), "2026-02-03T04:05:00+00:00"),
    ],
)
def test_a_value_is_shown_as_the_file_has_it(value, shown):
    """And can be read back."""
    assert toml_value(value) == shown
    assert tomllib.loads(f"key = {shown}") == {"key": value}


def test_what_toml_does_not_have_is_shown_as_python_does():
    """Settings can be given by a program."""
    assert toml_value(None) == "None"
