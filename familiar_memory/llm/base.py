"""What every chat model offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol

__all__ = [
    "ChatMessage",
    "ChatModel",
    "ChatRequest",
    "Completion",
    "FinishReason",
    "JsonSchema",
    "Usage",
]

JsonSchema = Mapping[str, Any]
"""The schema of an object, with its `title` as its name."""


class FinishReason(StrEnum):
    """Why a reply ends where it does."""

    STOP = "stop"
    LENGTH = "length"
    REFUSAL = "refusal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to a model: `system` says what to do, `user` what to do it with."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What a model is asked; what is None is as its slot is set.

    With `json_schema` the provider is asked for JSON of that shape, if it can; the reply is
    still any text. `max_tokens` bounds the reply, `timeout_s` everything, in seconds.
    """

    messages: tuple[ChatMessage, ...]
    max_tokens: int | None = None
    temperature: float | None = None
    json_schema: JsonSchema | None = None
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counts them; 0 where it does not say."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply: its text may be empty, cut off (`LENGTH`) or a refusal."""

    text: str
    usage: Usage = Usage()
    model: str = ""
    finish_reason: FinishReason = FinishReason.STOP


class ChatModel(Protocol):
    """Answers messages; used from one event loop."""

    @property
    def name(self) -> str:
        """How people call it: `provider:model`."""

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask once.

        Whatever happens, this ends within the request's `timeout_s`, and when it is
        cancelled nothing goes on in the background.

        Raises:
            ModelUnavailableError: late, busy or unreachable.
            ModelRefusedError: the provider refuses the request, or it cannot be made.
            ModelReplyError: the answer is none of a chat model.
        """

    async def close(self) -> None:
        """Let go of its connections; a later call opens them again."""
