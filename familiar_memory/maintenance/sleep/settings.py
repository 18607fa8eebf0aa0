"""When the night is, and what is done in it: `[sleep_cycle]` and `[channel_sleep_cycle]`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from pydantic import AfterValidator

from familiar_memory.maintenance.sleep.cron import checked_cron

__all__ = ["ChannelSleepSettings", "Cron", "Days", "SleepSettings", "is_web_address"]

Cron = Annotated[str, AfterValidator(checked_cron)]
"""A cron expression of five fields: minute, hour, day of the month, month, day of the week."""
Days = Annotated[int, Ge(0), Le(36_500)]
"""A number of days; 0 is no limit."""
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{1,63}")
_Hours = Annotated[int, Ge(1), Le(8_760)]


def is_web_address(given: str) -> bool:
    """Whether a line can be posted there: `http://…` or `https://…`, with a host."""
    try:
        parts = urlsplit(given)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _variable(given: str) -> str:
    if given and not _VARIABLE.fullmatch(given):
        # What stands here may be the address: it is repeated to nobody.
        raise ValueError("it is not the name of an environment variable, such as NIGHT_WEBHOOK")
    return given


@dataclass(frozen=True, slots=True)
class SleepSettings:
    """The night of a familiar, in its own zone.

    `memory_retention_days` is for dated notes and talk, `audit_retention_days` for logs that only
    record what was changed; 0 keeps them for ever. `summary_webhook_env` names the environment
    variable with the address to which a summary is posted: an address like that is a secret.
    """

    enabled: bool = True
    cron: Cron = "0 2 * * *"
    lookback_hours: _Hours = 24
    memory_retention_days: Days = 0
    audit_retention_days: Days = 365
    curate_user_memory: bool = False
    curate_topics: bool = False
    curate_channels: bool = False
    curation_log_summary: bool = True
    summary_webhook_env: Annotated[str, AfterValidator(_variable)] = ""


@dataclass(frozen=True, slots=True)
class ChannelSleepSettings:
    """The night of its rooms, in UTC."""

    enabled: bool = True
    cron: Cron = "0 3 * * *"
    lookback_hours: _Hours = 24
    memory_retention_days: Days = 0
