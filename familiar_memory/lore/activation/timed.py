"""What entries did before and still feel: sticky, cooling, in messages of the conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from familiar_memory.lore.activation.compiled import CompiledEntry

__all__ = ["Effects", "Span", "effects_after", "effects_at"]


class Span(NamedTuple):
    """From an activation, when the conversation was so long, until it is as long as `end`.

    `follows` = it began because a sticky time ended, not by an activation.
    """

    start: int
    end: int
    follows: bool = False

    def lasts(self, length: int) -> bool:
        """Whether it still holds; one from a later moment than now never began."""
        return length < self.end and (length > self.start or self.follows)


def _none() -> Mapping[str, Span]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Effects:
    """The spans of entries, by path."""

    sticky: Mapping[str, Span] = field(default_factory=_none)
    cooling: Mapping[str, Span] = field(default_factory=_none)


def effects_at(effects: Effects, length: int, entries: Mapping[str, CompiledEntry]) -> Effects:
    """What still holds when the conversation is so long; entries that are gone feel nothing."""
    sticky: dict[str, Span] = {}
    cooling = {p: s for p, s in effects.cooling.items() if p in entries}
    for path, span in effects.sticky.items():
        if path not in entries:
            continue
        if span.lasts(length):
            sticky[path] = span
        elif length >= span.end and (cooldown := entries[path].entry.cooldown):
            # Only when it has stopped sticking does it begin to cool.
            cooling[path] = Span(length, length + cooldown, follows=True)
    return Effects(sticky, {p: s for p, s in cooling.items() if s.lasts(length)})


def effects_after(effects: Effects, activated: Iterable[CompiledEntry], length: int) -> Effects:
    """What holds after a generation in which these entries were in."""
    sticky, cooling = dict(effects.sticky), dict(effects.cooling)
    for one in activated:
        if one.entry.sticky and one.path not in sticky:
            sticky[one.path] = Span(length, length + one.entry.sticky)
        if one.entry.cooldown and one.path not in cooling:
            cooling[one.path] = Span(length, length + one.entry.cooldown)
    return Effects(sticky, cooling)
