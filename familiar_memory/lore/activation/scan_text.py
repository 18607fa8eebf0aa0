"""What keys are looked for in: the newest messages, what the card says, what entries said."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from familiar_memory.domain.memory.lore import LoreSource
from familiar_memory.lore.activation.compiled import CompiledLore
from familiar_memory.lore.activation.key import (
    Key,
    KeyKind,
    KeyPattern,
    PatternTime,
    key_of,
    stands_alone,
)
from familiar_memory.lore.activation.settings import Scene

__all__ = ["ScanText", "Scope"]

_BEGIN: Final = "\x01"
_JOINER: Final = "\n\x01"
"""Between two pieces; patterns may look for it to know where a message begins."""
_PATTERN_S: Final = 0.03
"""The time of one pattern in one activation: books are written by strangers."""
_PATTERNS_S: Final = 0.08
"""The time of all patterns together: voice replies have 0.15 s for a step."""


class Scope(NamedTuple):
    """How much of it an entry sees: messages, the card's texts, and how many steps of entries."""

    depth: int
    sources: tuple[LoreSource, ...] = ()
    steps: int = 0


class _Piece:
    """One message or text; what stands in it is found out when somebody asks."""

    def __init__(self, text: str, lore: CompiledLore) -> None:
        self.text = text
        self._lore = lore

    @cached_property
    def lowered(self) -> str:
        return self.text.lower()

    @cached_property
    def folded(self) -> frozenset[int]:
        return self._lore.folded.found_in(self.lowered)

    @cached_property
    def exact(self) -> frozenset[int]:
        return self._lore.exact.found_in(self.text)

    def has_word(self, number: int, *, is_folded: bool) -> bool:
        return number in (self.folded if is_folded else self.exact)


class ScanText:
    """Messages (the newest first), sources and the contents of entries, for one activation."""

    def __init__(self, lore: CompiledLore, scene: Scene) -> None:
        """Nothing is looked for yet."""
        self._lore = lore
        self._scene = scene
        names = lore.settings.include_names
        self._messages = [
            _Piece(f"{m.name}: {m.text}" if names and m.name else m.text, lore)
            for m in reversed(scene.messages)
        ]
        self._sources = {kind: _Piece(text, lore) for kind, text in scene.sources.items() if text}
        self._told: list[_Piece] = []
        self._time = PatternTime(_PATTERN_S, _PATTERNS_S, time.perf_counter)
        self._shown: dict[Scope, list[_Piece]] = {}
        self._joined: dict[Scope, str] = {}
        self._answers: dict[tuple[int, Scope], bool] = {}
        self._dynamic: dict[Key, Key] = {}
        self.problems = dict(lore.broken)
        """Why a key, as it is written, could not be looked for."""

    @property
    def message_count(self) -> int:
        """How many messages there are."""
        return len(self._messages)

    @property
    def steps(self) -> int:
        """How often entries have added what they say."""
        return len(self._told)

    def add_told(self, contents: Iterable[str]) -> None:
        """Let what was activated bring others."""
        self._told.append(_Piece("\n".join(contents), self._lore))

    def asking(self, depth: int) -> set[int]:
        """The entries of which a word was found in so many messages, or anywhere else."""
        pieces = (*self._messages[:depth], *self._sources.values(), *self._told)
        found: set[int] = set()
        for piece in pieces:
            for is_folded, words in ((True, piece.folded), (False, piece.exact)):
                for word in words:
                    found.update(self._lore.asking.get((word, is_folded), ()))
        return found

    def finds(self, key: Key, scope: Scope) -> bool:
        """Whether a key stands in what the scope shows; never fails."""
        if key.kind is KeyKind.DYNAMIC:
            key = self._expanded(key)
        if key.kind is KeyKind.PLAIN:
            return self._finds_plain(key, self._pieces(scope))
        if key.pattern is not None:
            return self._finds_pattern(key, key.pattern, scope)
        if key.reason:
            self.problems[key.written] = key.reason
        return False

    def _finds_plain(self, key: Key, pieces: Sequence[_Piece]) -> bool:
        number = self._lore.numbers.get((key.text, key.is_folded))
        for piece in pieces:
            if number is not None:
                is_there = piece.has_word(number, is_folded=key.is_folded)
            else:
                is_there = key.text in (piece.lowered if key.is_folded else piece.text)
            if is_there and (
                not key.is_alone
                or stands_alone(key.text, piece.lowered if key.is_folded else piece.text)
            ):
                return True
        return False

    def _finds_pattern(self, key: Key, pattern: KeyPattern, scope: Scope) -> bool:
        asked = (id(pattern), scope)
        if asked not in self._answers:
            self._answers[asked] = self._may_find(pattern, scope) and self._look(
                key, pattern, scope
            )
        return self._answers[asked]

    def _may_find(self, pattern: KeyPattern, scope: Scope) -> bool:
        if pattern.needs is None:
            return True
        pieces, is_folded = self._pieces(scope), pattern.ignores_case
        numbers = [self._lore.numbers.get((word, is_folded)) for word in pattern.needs]
        return any(
            number is None or piece.has_word(number, is_folded=is_folded)
            for number in numbers
            for piece in pieces
        )

    def _look(self, key: Key, pattern: KeyPattern, scope: Scope) -> bool:
        text = self._joined.get(scope)
        if text is None:
            text = _BEGIN + _JOINER.join(piece.text for piece in self._pieces(scope))
            self._joined[scope] = text
        is_found, problem = pattern.look(text, self._time)
        if problem:
            self.problems[key.written] = problem
        return is_found

    def _pieces(self, scope: Scope) -> list[_Piece]:
        shown = self._shown.get(scope)
        if shown is None:
            sources = [self._sources[kind] for kind in scope.sources if kind in self._sources]
            shown = [*self._messages[: scope.depth], *sources, *self._told[: scope.steps]]
            self._shown[scope] = shown
        return shown

    def _expanded(self, key: Key) -> Key:
        if key not in self._dynamic:
            self._dynamic[key] = key_of(
                self._scene.expand(key.text),
                case_sensitive=not key.is_folded,
                whole_words=key.is_alone,
                is_pattern=key.is_pattern,
                expand=False,
            )
        return self._dynamic[key]
