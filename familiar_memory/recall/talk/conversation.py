"""A room's recent talk, chosen for a prompt: as messages, and as one marked block."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from familiar_memory.domain.question.context import Trace
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.domain.text.markers import MEMORY_BEGIN, MEMORY_END, defuse
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.text.tokens import estimate_tokens

__all__ = ["Conversation", "ConversationMessage", "Why", "cost_of", "frame_cost", "message_of"]

_OPENING = f'{MEMORY_BEGIN} kind="The conversation so far" class="said">'
_NEWLINE_TOKENS = 1
"""What ends a message."""


class Why(StrEnum):
    """What brought a message in."""

    NEWEST = "newest"
    REPLIED_TO = "replied to"
    CHOSEN = "chosen"
    SHORT = "all of a short talk"


@dataclass(frozen=True, slots=True)
class ConversationMessage:
    """One thing said, with what was done along with it; `role` is `user` or `assistant`."""

    role: Role
    name: str
    text: str
    timestamp: datetime
    ref: str
    actions: tuple[str, ...] = ()
    why: Why = Why.NEWEST

    @property
    def content(self) -> str:
        """The text, and behind it the actions: what a chat model is given as the message."""
        lines = [self.text, *(f"({action})" for action in self.actions)]
        return "\n".join(filter(None, lines))


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order they were said, and why these.

    All of one place, never a deleted one. `trace` has a decision for each turn that was
    looked at; `trace.degraded` says why older ones may be missing.
    """

    messages: tuple[ConversationMessage, ...] = ()
    trace: Trace = field(default_factory=Trace)

    def render(self) -> str:
        """The block for a prompt, marked so that it is never learned again; empty for none."""
        if not self.messages:
            return ""
        body = "\n".join(rendered(message) for message in self.messages)
        return f"{_OPENING}\n{body}\n{MEMORY_END}"


def message_of(turn: Turn, why: Why = Why.NEWEST) -> ConversationMessage:
    """A turn as a message."""
    name = one_line(turn.author.label, LONGEST_NAME)
    return ConversationMessage(
        turn.role, name, turn.text, turn.timestamp, turn.ref, turn.actions, why
    )


def rendered(message: ConversationMessage) -> str:
    """When, who, what. Later lines are set in, so that no text can speak as somebody else."""
    you = " (you)" if message.role is Role.ASSISTANT else ""
    said = "\n".join(message.content.splitlines()).replace("\n", "\n  ")
    return defuse(f"[{message.timestamp:%Y-%m-%d %H:%M}] {message.name}{you}: {said}")


def cost_of(message: ConversationMessage) -> int:
    """Tokens that a message takes in the block."""
    return estimate_tokens(rendered(message)) + _NEWLINE_TOKENS


def frame_cost() -> int:
    """Tokens that the block takes besides its messages."""
    return estimate_tokens(f"{_OPENING}\n{MEMORY_END}")
