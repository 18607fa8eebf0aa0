"""Steps of the last nights that failed and wait for the next ones, and who hears of nights."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from familiar_memory.assembly.parts import Parts
from familiar_memory.config.environment import model_key
from familiar_memory.history.nights.night import KeptNight
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.maintenance.sleep.settings import is_web_address

__all__ = ["check_nights", "has_slept"]

_LATELY = 50
"""Runs of all cycles that are looked at: of each, the newest is among them."""
_FORGOTTEN = "the reason went with what was forgotten"


def has_slept(parts: Parts) -> bool:
    """Whether a night was ever gone through."""
    return bool(parts.files.history.nights.newest(1))


def has_webhook(parts: Parts) -> bool:
    """Whether the line of a night is to be posted anywhere."""
    return bool(parts.setup.settings.sleep_cycle.summary_webhook_env)


def check_nights(parts: Parts) -> Iterator[Finding]:
    """Find what failed when each step was done last, runs that were cut off, and a bad webhook.

    Times are in the familiar's zone, as `familiar sleep --status` shows them.
    """
    zone = parts.setup.settings.zone
    yield from _unheard(parts.setup.settings.sleep_cycle.summary_webhook_env)
    steps: set[str] = set()
    cycles: set[str] = set()
    for night in parts.files.history.nights.newest(_LATELY):
        yield from _failed(night, steps, zone)
        if night.ended is None and night.cycle not in cycles:
            yield Finding(
                f"the night of {_at(night.began, zone)} ({night.cycle}) was cut off",
                "`familiar sleep` ends it, and so does a bot that is opened with auto_write",
                serious=False,
            )
        cycles.add(night.cycle)


def _unheard(variable: str) -> Iterator[Finding]:
    """The address itself is a secret: it is repeated to nobody."""
    if not variable or is_web_address(address := model_key(variable) or ""):
        return
    wrong = "holds no web address" if address else "is not set"
    yield Finding(
        f"the summary of a night is posted nowhere: ${variable} {wrong}",
        f"set {variable} to an address that begins with http:// or https:// where the bot runs, or"
        " leave sleep_cycle.summary_webhook_env empty",
        serious=False,
    )


def _failed(night: KeptNight, seen: set[str], zone: tzinfo) -> Iterator[Finding]:
    for step in night.steps:
        if step.name in seen:
            continue
        seen.add(step.name)
        if step.status.failure:
            yield Finding(
                f"the step {step.name} of {_at(step.at, zone)} {step.status.failure}:"
                f" {step.problem or _FORGOTTEN}",
                f"the next night tries it again; `familiar sleep --step {step.name}` does so now",
            )


def _at(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M} {zone}"
