"""Each section of the settings is the value of the layer that uses it, and no more can be set."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from familiar_memory.config.load import checked_settings
from familiar_memory.config.paths import shipped_defaults
from familiar_memory.config.settings import Settings
from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.lore.activation.settings import Strategy


def test_what_is_shipped_is_what_the_values_are_without_it() -> None:
    """A default is told twice, to people and to programs: both say the same."""
    shipped = tomllib.loads(Path(shipped_defaults()).read_text("utf-8"))
    assert checked_settings(shipped, "here") == checked_settings({}, "here") == Settings()


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("store", "max_line_chars"),
        ("store", "grep_timeout_s"),
        ("store", "lock_timeout_s"),
        ("journal", "rotate_bytes"),
        ("journal", "image_days"),
    ],
)
def test_what_is_no_setting_cannot_be_set(section: str, name: str) -> None:
    """Although the layer has a value of that name."""
    with pytest.raises(ConfigError) as refused:
        checked_settings({section: {name: 1}}, "here")
    assert refused.value.problem == (
        f"setting '{section}.{name}' = 1 is not accepted: there is no such setting"
    )


def test_values_come_as_their_layers_have_them() -> None:
    """Words are members of their enumerations, and units those of the settings."""
    settings = checked_settings(
        {
            "audience": {"policy": "strict"},
            "lore": {"strategy": "evenly", "budget_tokens": 7},
            "journal": {"rotate_mb": 0.5, "keep_days": 3, "keep_mb": 0},
        },
        "here",
    )
    assert settings.audience.policy is AudiencePolicy.STRICT
    assert (settings.lore.strategy, settings.lore.budget_tokens) == (Strategy.EVENLY, 7)
    assert settings.journal.rotate_bytes == 500_000
    assert (settings.journal.image_days, settings.journal.image_bytes) == (3, None)
