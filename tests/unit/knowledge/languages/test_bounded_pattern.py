"""Patterns of a language's file, each of which may take only so long."""

from __future__ import annotations

import logging

import pytest

from familiar_memory.knowledge.languages import bounded_pattern
from familiar_memory.knowledge.languages.bounded_pattern import bounded

_TEXT = "a" * 60
_NEVER_ENDS = "(?:(?:a|aa)+)+b"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_pattern, "PATTERN_SECONDS", 0.01)


def test_what_takes_too_long_is_not_found() -> None:
    """In whichever way it is searched."""
    pattern = bounded(_NEVER_ENDS)
    assert pattern.search(_TEXT) is None
    assert pattern.match(_TEXT) is None
    assert pattern.fullmatch(_TEXT) is None
    assert pattern.finditer(_TEXT) == []
    assert pattern.match_each(_TEXT, [0, 1]) == []
    assert pattern.sub("x", _TEXT) == _TEXT
    assert pattern.split(_TEXT) == [_TEXT]


def test_it_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    """With the pattern, and with no word of what somebody said."""
    pattern = bounded(_NEVER_ENDS)
    with caplog.at_level(logging.WARNING):
        pattern.search(_TEXT)
        pattern.search(_TEXT)
    assert [one.getMessage() for one in caplog.records] == [
        "a pattern of a language took over 0.01 s on 60 characters and counts as not found; write "
        f"it so that no two parts of it match the same text: {_NEVER_ENDS}"
    ]


def test_what_is_quick_is_found_as_ever() -> None:
    """With its flags, lists and bounds."""
    pattern = bounded(r"b\L<ends>", 0, {"ends": ("x", "y")})
    found = pattern.search("abxby", 2)
    assert found is not None
    assert found[0] == "by"
    assert [one[0] for one in pattern.finditer("abxby")] == ["bx", "by"]
    assert pattern.sub("-", "abxby") == "a--"
    assert pattern.split("abxcbyd") == ["a", "c", "d"]
    assert pattern.match("bx") is not None
    assert [one[0] for one in pattern.match_each("abxby", [0, 1, 3])] == ["bx", "by"]
    assert pattern.match_each("abxby", []) == []
    assert pattern.fullmatch("bxx") is None
    assert pattern.pattern == r"b\L<ends>"
