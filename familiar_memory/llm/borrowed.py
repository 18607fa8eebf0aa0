"""A chat model that others ask too: whoever has it cannot close it."""

from __future__ import annotations

from familiar_memory.llm.base import ChatModel, ChatRequest, Completion

__all__ = ["BorrowedModel"]


class BorrowedModel:
    """Stands for a model that stays its owner's."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """As of the owner's."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> Completion:
        """Ask the owner's; see `ChatModel`."""
        return await self._model.complete(request)

    async def close(self) -> None:
        """Give it back; its connections stay open for the others."""
