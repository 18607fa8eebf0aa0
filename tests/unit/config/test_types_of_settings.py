"""A setting in a file has the type that it is documented with; one in the environment is text."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from typing import get_type_hints

import pytest

from familiar_memory.config.load import checked_settings, load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.errors import ConfigError
from familiar_memory.founding import found


def _values():
    for section in fields(Settings):
        value = getattr(Settings(), section.name)
        if is_dataclass(value):
            hints = get_type_hints(type(value))
            yield from ((section.name, one.name, hints[one.name]) for one in fields(value))


def _is_of_type(value, kind):
    if kind is float:
        return type(value) in (int, float) and math.isfinite(value)
    return type(value) is kind


@pytest.mark.parametrize(
    ("section", "name", "kind"), [one for one in _values() if one[2] in (bool, int, float, str)]
)
def test_no_value_of_another_type_is_taken_for_one(section, name, kind):
    """`true` for days is not one day, and "30" is not thirty; a whole number is a number."""
    for value in ("text ", True, 1, 0.5, "1", [1], math.inf, math.nan):
        if not _is_of_type(value, kind):
            with pytest.raises(ConfigError):
                checked_settings({section: {name: value}}, "here")


def test_the_environment_says_numbers_and_truth_values_as_text(tmp_path, monkeypatch):
    """It has nothing else; what it says over a file is checked with what the file says."""
    paths = FamiliarPaths(tmp_path, "ember")
    found(paths)
    monkeypatch.setenv("FAMILIAR_MEMORY_SLEEP_CYCLE__MEMORY_RETENTION_DAYS", "30")
    monkeypatch.setenv("FAMILIAR_MEMORY_SLEEP_CYCLE__CURATE_TOPICS", "true")
    settings = load_settings(paths)
    assert settings.sleep_cycle.memory_retention_days == 30
    assert settings.sleep_cycle.curate_topics is True
    monkeypatch.setenv("FAMILIAR_MEMORY_SLEEP_CYCLE__MEMORY_RETENTION_DAYS", "soon")
    with pytest.raises(ConfigError, match="must be a whole number") as refused:
        load_settings(paths)
    assert "it is set in the environment" in refused.value.accepted


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        (
            "[sleep_cycle]\nauto_load_dated_days = 3",
            "what Istota calls auto_load_dated_days is recall.days here",
        ),
        (
            "[sleep_cycle]\nmemory_retention_day = 3",
            "perhaps sleep_cycle.memory_retention_days is meant",
        ),
        ("[character]\ndays = 3", "perhaps recall.days is meant"),
        ("[slep_cycle]\ndays = 3", "perhaps sleep_cycle is meant"),
        ("[housekeeping]\nfoo = 1", "[housekeeping] has enabled, "),
        ("[character]\nmood = 1", "[character] has name, timezone"),
    ],
)
def test_who_misspells_a_setting_is_told_which_they_may_mean(tmp_path, written, hint):
    """And which file it stands in."""
    paths = FamiliarPaths(tmp_path, "ember")
    found(paths)
    paths.character.write_text(written, "utf-8")
    with pytest.raises(ConfigError) as refused:
        load_settings(paths)
    assert refused.value.accepted.startswith(f"it is set in {paths.character}; ")
    assert hint in refused.value.accepted


def test_what_is_no_toml_is_told_how_it_is_written(tmp_path):
    """A plain "yes" is a truth value in many other formats."""
    paths = FamiliarPaths(tmp_path, "ember")
    found(paths)
    paths.character.write_text("[sleep_cycle]\nenabled = yes", "utf-8")
    with pytest.raises(ConfigError, match="is not valid TOML") as refused:
        load_settings(paths)
    assert "key = true" in refused.value.accepted


def test_what_a_table_of_a_setting_has_is_not_taken_from_its_section():
    """A slot for a model has settings of its own: those of `[models]` are the slots."""
    slot = {"provider": "openai", "model": "small", "heat": 1}
    with pytest.raises(ConfigError, match=r"models\.sleep\.heat") as refused:
        checked_settings({"models": {"sleep": slot}}, "here")
    assert refused.value.accepted == "here; docs/configuration.md lists every setting"
