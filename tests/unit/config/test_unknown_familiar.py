"""Who asks for a familiar that is not there is told who is, however many they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import UnknownFamiliarError


def told(home: Path, names: list[str], wanted: str) -> str:
    """What would be accepted, where these live."""
    for name in names:
        (home / name).mkdir()
        (home / name / "character.toml").touch()
    with pytest.raises(UnknownFamiliarError) as unknown:
        FamiliarPaths(home, wanted).require()
    return unknown.value.accepted.partition("; `")[0]


def test_a_few_are_all_named(tmp_path: Path) -> None:
    """In order of their names."""
    names = [f"f{number}" for number in range(10)]
    assert told(tmp_path, names, "ember") == f"there are: {', '.join(names)}"


def test_of_many_the_closest_are_named(tmp_path: Path) -> None:
    """With how many there are; capitals are no difference."""
    names = ["Ember", "ember-2", "amber", *(f"zzz{number:03}" for number in range(997))]
    assert told(tmp_path, names, "embre") == (
        "there are 1000; the closest are: Ember, ember-2, amber, zzz000, zzz001"
    )
