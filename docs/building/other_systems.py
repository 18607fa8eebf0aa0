"""The settings of the systems that this one learned from, each beside the one that it is here.

Ours are read from the settings themselves; a test compares what they say of theirs with ours.
"""

from __future__ import annotations

from familiar_memory.config.other_systems import OTHER_KEYS, OtherKey
from familiar_memory.config.settings import Settings
from familiar_memory.maintenance.sleep.settings import ChannelSleepSettings, SleepSettings
from familiar_memory.recall.ranking.weights import PROFILES

__all__ = ["default_of", "other_systems"]

_INTRODUCTION = """\
## From other systems

If you come from Istota, ScalyClaw or Familiar-Connect: what their settings are called here. Where
the last column is empty, the default is theirs.

| theirs | their default | here | default | why another one, or none |
|---|---|---|---|---|"""


def default_of(key: str) -> object:
    """The default of one of our keys, as the program has it."""
    section, _, rest = key.partition(".")
    name, _, weight = rest.rpartition(".")
    if name.startswith("profiles."):
        return getattr(PROFILES[name.removeprefix("profiles.")], weight)
    nights = {"sleep_cycle": SleepSettings(), "channel_sleep_cycle": ChannelSleepSettings()}
    return getattr(nights.get(section) or getattr(Settings(), section), rest)


def other_systems() -> str:
    """The section."""
    return "\n".join((_INTRODUCTION, *map(_row, OTHER_KEYS)))


def _row(one: OtherKey) -> str:
    ours = (f"`{one.here}`", _told(default_of(one.here))) if one.here else ("–", "–")
    cells = (f"{one.system}: `{one.key}`", _told(one.default), *ours, one.why)
    return f"| {' | '.join(cells)} |"


def _told(value: object) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
