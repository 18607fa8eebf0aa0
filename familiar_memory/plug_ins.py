"""What another package registers by an entry point: made without letting it break anything."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from importlib.metadata import EntryPoint

__all__ = ["BrokenPlugIn", "made"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BrokenPlugIn:
    """An entry point that cannot be used, and why."""

    name: str
    why: str


def made(entry: EntryPoint) -> object:
    """What the class or function of an entry point makes; a `BrokenPlugIn` where it cannot.

    Its code is run for the first time here, so anything may be raised; the log names it.
    """
    try:
        return entry.load()()
    except Exception as problem:  # noqa: BLE001 - a broken plug-in must not break the others
        _log.warning("the plug-in %s cannot be loaded: %s", entry.name, problem)
        return BrokenPlugIn(entry.name, f"{type(problem).__name__}: {problem}")
