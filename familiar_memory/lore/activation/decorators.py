"""Lines at the head of an entry's content that say how it is activated (`@@name value`).

Known are `@@activate` and `@@dont_activate`, and of the third card format what can be told
here. A `@@@name` line counts only where the line before it is not known or not valid; of a
name that comes twice the first counts. No such line ever reaches a prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from familiar_memory.domain.memory.lore import LoreEntry, LorePosition

__all__ = ["Decorated", "decorated"]

FOR_EVER: Final = 1_000_000
"""As many messages as no conversation has."""

_POSITIONS: Final = {
    "before_desc": LorePosition.BEFORE_CHARACTER,
    "after_desc": LorePosition.AFTER_CHARACTER,
    "personality": LorePosition.AFTER_CHARACTER,
    "scenario": LorePosition.AFTER_CHARACTER,
}
_ROLES: Final = ("system", "user", "assistant")


@dataclass(frozen=True, slots=True)
class Decorated:
    """An entry without its decorators, and what they said beyond its fields.

    Of each group of `further_keys` one must be there too, and none of `excluded_keys`.
    `after_replies` and `every_replies` count what the character has said; 0 = no matter.
    """

    entry: LoreEntry
    is_forced: bool = False
    is_barred: bool = False
    further_keys: tuple[tuple[str, ...], ...] = ()
    excluded_keys: tuple[str, ...] = ()
    after_replies: int = 0
    every_replies: int = 0


_Apply = Callable[[Decorated, str], Decorated | None]


def decorated(entry: LoreEntry) -> Decorated:
    """Read the decorators of an entry; content that does not begin with one has none."""
    if not entry.content.startswith("@@"):
        return Decorated(entry)
    lines = entry.content.split("\n")
    head = next((n for n, line in enumerate(lines) if not line.startswith("@@")), len(lines))
    content = "\n".join(lines[head:]).strip("\r\n")
    found = Decorated(replace(entry, content=content))
    for name, value in _effective(lines[:head], found):
        applied = _KNOWN[name](found, value)
        found = applied if applied is not None else found
    return found


def _effective(lines: list[str], entry: Decorated) -> list[tuple[str, str]]:
    """(name, value) of the lines that count, in order."""
    chosen: list[tuple[str, str]] = []
    seen: set[str] = set()
    is_open = False
    for line in lines:
        is_fallback = line.startswith("@@@")
        if is_fallback and not is_open:
            continue
        name, _, value = line.lstrip("@").strip().partition(" ")
        apply = _KNOWN.get(name)
        is_open = apply is None or apply(entry, value.strip()) is None
        if not is_open and (name not in seen or name in _REPEATABLE):
            seen.add(name)
            chosen.append((name, value.strip()))
    if "position" in seen:
        chosen = [one for one in chosen if one[0] != "depth"]
    return chosen


def _number(value: str) -> int | None:
    return min(int(value), FOR_EVER) if value.isascii() and value.isdigit() else None


def _words(value: str) -> tuple[str, ...]:
    return tuple(word for one in value.split(",") if (word := one.strip()))


def _counted(change: Callable[[Decorated, int], Decorated]) -> _Apply:
    def apply(found: Decorated, value: str) -> Decorated | None:
        number = _number(value[:10])
        return None if number is None else change(found, number)

    return apply


def _listed(change: Callable[[Decorated, tuple[str, ...]], Decorated]) -> _Apply:
    def apply(found: Decorated, value: str) -> Decorated | None:
        words = _words(value)
        return change(found, words) if words else None

    return apply


def _position(found: Decorated, value: str) -> Decorated | None:
    position = _POSITIONS.get(value)
    return None if position is None else _with(found, position=position)


def _role(found: Decorated, value: str) -> Decorated | None:
    return _with(found, role=value) if value in _ROLES else None


def _probability(found: Decorated, value: str) -> Decorated | None:
    number = _number(value[:10])
    return None if number is None or number > 100 else _with(found, probability=float(number))


def _with(found: Decorated, **fields: object) -> Decorated:
    return replace(found, entry=replace(found.entry, **fields))  # type: ignore[arg-type]


def _at_depth(found: Decorated, depth: int) -> Decorated:
    return _with(found, position=LorePosition.AT_DEPTH, depth=depth)


_REPEATABLE: Final = frozenset({"additional_keys", "exclude_keys"})
_KNOWN: Final[dict[str, _Apply]] = {
    "activate": lambda found, _: replace(found, is_forced=True),
    "dont_activate": lambda found, _: replace(found, is_barred=True),
    "activate_only_after": _counted(lambda found, n: replace(found, after_replies=n)),
    "activate_only_every": _counted(lambda found, n: replace(found, every_replies=n)),
    "keep_activate_after_match": lambda found, _: _with(found, sticky=FOR_EVER),
    "dont_activate_after_match": lambda found, _: _with(found, cooldown=FOR_EVER),
    "depth": _counted(_at_depth),
    "role": _role,
    "scan_depth": _counted(lambda found, n: _with(found, scan_depth=n)),
    "position": _position,
    "additional_keys": _listed(
        lambda found, words: replace(found, further_keys=(*found.further_keys, words))
    ),
    "exclude_keys": _listed(
        lambda found, words: replace(found, excluded_keys=(*found.excluded_keys, *words))
    ),
    "probability": _probability,
    "match_full_word": lambda found, _: _with(found, whole_words=True),
    "match_partial_word": lambda found, _: _with(found, whole_words=False),
}
