"""Which context providers other packages have registered, and those that a familiar asks for."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points

from familiar_memory.errors import ConfigError
from familiar_memory.plug_ins import BrokenPlugIn, made
from familiar_memory.recall.layout import HEADINGS, PRIORITIES
from familiar_memory.recall.plugins.calls import Calls
from familiar_memory.recall.plugins.provider import ContextProvider
from familiar_memory.recall.running.order import TOLD_ORDER

__all__ = ["GROUP", "INSTALLED", "OWN_NAMES", "Plugin", "ProviderRegistry"]

_log = logging.getLogger(__name__)
GROUP = "familiar_memory.context_providers"
"""The entry point group; each entry makes a `ContextProvider`, which has the entry's name."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_STEPS = ("budget", "cap", "filter", "people", "retrieve")
OWN_NAMES = frozenset({*HEADINGS, *PRIORITIES, *TOLD_ORDER, *_STEPS})
"""Names that a trace gives to something else."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A provider that can be asked, by its name, and the calls of it that are under way."""

    name: str
    provider: ContextProvider
    is_timeless: bool
    calls: Calls = field(default_factory=Calls)


class ProviderRegistry:
    """The providers of one process: listed without running their code, made once, if chosen."""

    def __init__(self, entries: Callable[[], Iterable[EntryPoint]]) -> None:
        self._entries = entries
        self._made: dict[EntryPoint, Plugin | BrokenPlugIn] = {}
        self._told: set[str] = set()
        self._lock = threading.Lock()

    def names(self) -> tuple[str, ...]:
        """Those that may be chosen, sorted."""
        return tuple(sorted(self._by_name()))

    def chosen(self, names: Sequence[str]) -> tuple[Plugin | BrokenPlugIn, ...]:
        """The providers of these names, in their order, each once; a broken one as such.

        Raises:
            ConfigError: none of such a name is installed; it names those that are.
        """
        if not names:
            return ()
        with self._lock:
            known = self._by_name()
            for name in names:
                if name not in known:
                    raise _unknown(name, sorted(known))
            return tuple(self._one(name, known[name]) for name in dict.fromkeys(names))

    def _by_name(self) -> dict[str, set[EntryPoint]]:
        found: dict[str, set[EntryPoint]] = {}
        for entry in self._entries():
            if _NAME.fullmatch(entry.name) and entry.name not in OWN_NAMES:
                found.setdefault(entry.name, set()).add(entry)
            elif entry.name not in self._told:
                self._told.add(entry.name)
                _log.warning("a context provider cannot be called %r; it is left out", entry.name)
        return found

    def _one(self, name: str, entries: set[EntryPoint]) -> Plugin | BrokenPlugIn:
        if len(entries) > 1:
            values = " and ".join(sorted(entry.value for entry in entries))
            why = f"several packages register that name: {values}"
            if name not in self._told:
                self._told.add(name)
                _log.warning("the context provider %s is left out: %s", name, why)
            return BrokenPlugIn(name, why)
        (entry,) = entries
        if entry not in self._made:
            self._made[entry] = _plugin(name, made(entry))
        return self._made[entry]


def _plugin(name: str, provider: object) -> Plugin | BrokenPlugIn:
    if isinstance(provider, BrokenPlugIn):
        return provider
    why = f"it makes a {type(provider).__name__}, which has no method contribute(asked)"
    try:
        if isinstance(provider, ContextProvider) and callable(provider.contribute):
            return Plugin(name, provider, getattr(provider, "is_timeless", False) is True)
    except Exception as problem:  # noqa: BLE001 - whatever its properties do, the familiar opens
        why = f"{type(problem).__name__}: {problem}"
    _log.warning("the context provider %s is left out: %s", name, why)
    return BrokenPlugIn(name, why)


def _unknown(name: str, known: Sequence[str]) -> ConfigError:
    why = "no installed package registers a context provider of that name"
    if name in OWN_NAMES:
        why = "that is what a part of every recall is called"
    installed = f"installed: {', '.join(known)}" if known else f"none is installed under {GROUP}"
    return ConfigError(f"setting 'recall.providers' = {name!r} is not accepted: {why}", installed)


INSTALLED = ProviderRegistry(lambda: entry_points(group=GROUP))
"""What is installed beside this process."""
