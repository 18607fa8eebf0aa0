"""A chat model that others ask too: whoever has it cannot close it."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.llm.base import ChatModel, Completion, JsonSchema, Message

__all__ = ["BorrowedModel"]


class BorrowedModel:
    """Stands for a model that stays its owner's."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """As of the owner's."""
        return self._model.name

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int | None = None,
        temperature: float | None = None,
        json_schema: JsonSchema | None = None,
        timeout_s: float | None = None,
    ) -> Completion:
        """Ask the owner's; see `ChatModel`."""
        return await self._model.complete(
            messages,
            max_tokens=max_tokens,
            temperature=temperature,
            json_schema=json_schema,
            timeout_s=timeout_s,
        )

    async def close(self) -> None:
        """Give it back; its connections stay open for the others."""
