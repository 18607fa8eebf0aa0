"""What is asked of the engine, beside the books: settings, messages, who and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from annotated_types import Ge, Le

from familiar_memory.domain.memory.lore import LoreSource

__all__ = ["ActivationSettings", "Message", "Scene", "Strategy"]


class Strategy(StrEnum):
    """Whose entries are served first when room or a group's place is short."""

    CHARACTER_FIRST = "character_first"
    GLOBAL_FIRST = "global_first"
    EVENLY = "evenly"


@dataclass(frozen=True, slots=True)
class ActivationSettings:
    """What holds for entries and books that say nothing else.

    `scan_depth` is in messages; 0 = only recursion and the sources an entry names.
    The other defaults are those of a new installation of SillyTavern.
    `budget_tokens` bounds all entries together but those that ignore it. With
    `min_activations` older messages are looked at, at most `max_depth` (0 = all that are
    given), until so many entries are in. `max_recursion` counts scans, the first one too;
    0 = until nothing new comes.
    """

    scan_depth: Annotated[int, Ge(0), Le(1_000)] = 2
    budget_tokens: Annotated[int, Ge(0)] = 1_000
    recursion: bool = True
    max_recursion: Annotated[int, Ge(0), Le(100)] = 0
    case_sensitive: bool = False
    whole_words: bool = True
    include_names: bool = True
    group_scoring: bool = False
    min_activations: Annotated[int, Ge(0)] = 0
    max_depth: Annotated[int, Ge(0), Le(1_000)] = 0
    strategy: Strategy = Strategy.CHARACTER_FIRST
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation, and whose it is."""

    name: str
    text: str
    is_reply: bool = False
    """Whether the character said it."""


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment of one generation.

    `messages` are the newest, oldest first, the one to be answered last. `length` and
    `replies` count all messages of the conversation, and the character's; None = those
    given are all. `character` has the name of the character, `also_called` what else a
    lorebook may call it: SillyTavern writes the name of the card's file. `expand` fills in
    the macros of keys and contents. `trigger` is the kind of generation. `budget_tokens`
    replaces that of the settings. What the reader of the answer may not have is not in the
    books.
    """

    messages: tuple[Message, ...]
    sources: Mapping[LoreSource, str] = field(default_factory=dict)
    expand: Callable[[str], str] = _as_it_is
    character: str = ""
    also_called: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    trigger: str = "normal"
    length: int | None = None
    replies: int | None = None
    budget_tokens: int | None = None

    @property
    def message_count(self) -> int:
        """How long the conversation is, in messages."""
        return len(self.messages) if self.length is None else self.length

    @property
    def reply_count(self) -> int:
        """How many of them the character said."""
        if self.replies is not None:
            return self.replies
        return sum(message.is_reply for message in self.messages)
