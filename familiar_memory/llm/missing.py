"""A slot that is configured and cannot be used: asking says why."""

from __future__ import annotations

from familiar_memory.errors import ModelRefusedError
from familiar_memory.llm.base import ChatRequest, Completion

__all__ = ["MissingModel"]


class MissingModel:
    """Stands where a model should; every call fails with the same reason."""

    def __init__(self, name: str, problem: str, accepted: str) -> None:
        self._name = name
        self.problem = problem
        self.accepted = accepted

    @property
    def name(self) -> str:
        """As the slot says."""
        return self._name

    async def complete(self, request: ChatRequest) -> Completion:
        """Fail.

        Raises:
            ModelRefusedError: always.
        """
        raise ModelRefusedError(self.problem, self.accepted)

    async def close(self) -> None:
        """Nothing to let go of."""
