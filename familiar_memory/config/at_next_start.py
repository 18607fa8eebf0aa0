"""Which settings an open familiar cannot change: the sections by which its files are opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.config.settings import Settings

__all__ = ["AT_THE_NEXT_START", "by_now", "waiting_keys"]

AT_THE_NEXT_START = ("store", "index", "journal")
"""Sections by which files are opened: what they say takes effect when that is done again."""


def by_now(given: Settings, standing: Settings) -> Settings:
    """What takes effect of given settings while a familiar is open that goes by others."""
    return replace(given, **{name: getattr(standing, name) for name in AT_THE_NEXT_START})


def waiting_keys(given: Settings, standing: Settings) -> tuple[str, ...]:
    """The keys (`index.embedder`) whose values take effect at the next start."""
    sections = ((name, getattr(given, name), getattr(standing, name)) for name in AT_THE_NEXT_START)
    return tuple(f"{name}.{key}" for name, new, old in sections for key in _changed(new, old))


def _changed(new: object, old: object) -> Iterator[str]:
    assert is_dataclass(new)
    yield from (one.name for one in fields(new) if getattr(new, one.name) != getattr(old, one.name))
