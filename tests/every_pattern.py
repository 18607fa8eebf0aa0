"""Every pattern by which people's words are read."""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.writers.forms import dated
from familiar_memory.writers.forms.english.ended import ENDED_FORMS
from familiar_memory.writers.forms.possible import plain_forms

__all__ = ["every_pattern"]


def _rooms() -> Iterator[ModuleType]:
    for room in ("knowledge", "writers"):
        package = importlib.import_module(f"familiar_memory.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(module.name)


@lru_cache(maxsize=1)
def every_pattern() -> tuple[BoundedPattern, ...]:
    """What stands in the language files: each rule has a cache that takes nothing."""
    for module in _rooms():
        for rule in vars(module).values():
            is_cached = hasattr(rule, "cache_info") and rule.__module__ == module.__name__
            if is_cached and not inspect.signature(rule).parameters:
                rule()
    held = [one.pattern for one in (*plain_forms(), *ENDED_FORMS)]
    for name in ("between", "endings", "beginnings", "lasted"):
        held.extend(dated._patterns(name))
    gc.unfreeze()  # what a command run in this process has frozen would not be listed
    return tuple(one for one in gc.get_objects() if isinstance(one, BoundedPattern))
