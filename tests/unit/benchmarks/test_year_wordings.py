"""Every wording that rules have been made for is read in every manner of the year's people."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from benchmarks.year import read
from benchmarks.year.read import readings
from benchmarks.year.words import style

_FILES = ("wordings.toml", "wordings_fresh.toml")
_EACH_ENDING = range(1, 8)
"""Seven of the thirteen ways: each ending, and as many openings; which of these goes by wording."""


@pytest.mark.long
@pytest.mark.parametrize("name", _FILES)
def test_each_wording_is_read_in_each_manner(name: str) -> None:
    """Before a laugh or a dash, in lower case, behind an opening: one in twelve was not."""
    table = tomllib.loads((Path(read.__file__).parent / name).read_text("utf-8"))
    missed = [one for one in readings(table, _EACH_ENDING) if one.missed]
    assert missed == []


def test_every_opening_and_every_ending_is_tried() -> None:
    """Or the test above would say less than it does."""
    said = [read._said("My place is in Pune.", 0, at) for at in range(read._WAYS)]
    few = [said[at] for at in _EACH_ENDING]
    assert all(any(one.endswith(ending) for one in few) for ending in style("endings"))
    assert all(any(one.startswith(opening) for one in said) for opening in style("openings"))
    assert said[0] == "My place is in Pune."
    assert any(" place is in Pune" in one and not one.endswith(".") for one in said)
