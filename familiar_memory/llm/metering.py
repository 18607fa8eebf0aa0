"""What each slot has used: calls, failures, tokens, time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from familiar_memory.llm.base import ChatModel, ChatRequest, Completion, Usage

__all__ = ["MeteredModel", "UsageSink", "SlotUsage"]


@dataclass(frozen=True, slots=True)
class SlotUsage:
    """Sums of one slot and one model. `seconds` are spent waiting, failures included."""

    calls: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0

    def __add__(self, other: SlotUsage) -> SlotUsage:
        """Both together."""
        return SlotUsage(
            self.calls + other.calls,
            self.failures + other.failures,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
        )


UsageSink = Callable[[SlotUsage], None]
"""Add this to what is known; it must not block or fail."""


class MeteredModel:
    """A model whose every request is noted, those that fail or are cancelled too."""

    def __init__(
        self, model: ChatModel, note: UsageSink, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._model = model
        self._note = note
        self._monotonic = monotonic

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask; see `ChatModel`."""
        began = self._monotonic()
        used, failures = Usage(), 1
        try:
            completion = await self._model.complete(request)
            used, failures = completion.usage, 0
            return completion
        finally:
            seconds = self._monotonic() - began
            self._note(SlotUsage(1, failures, used.input_tokens, used.output_tokens, seconds))

    async def close(self) -> None:
        """Close the model."""
        await self._model.close()
