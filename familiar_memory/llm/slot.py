"""One configured model: which, where, with which key, within which bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["ModelSlot"]


@dataclass(frozen=True, slots=True)
class ModelSlot:
    """What a provider needs to be asked; the key is in no `repr`.

    `timeout_s` bounds one call with all its retries.
    """

    provider: Literal["openai", "anthropic"]
    model: str
    base_url: str
    key: str | None = field(default=None, repr=False)
    timeout_s: float = 15.0
    max_tokens: int = 1024
    temperature: float | None = None
    max_retries: int = 2

    @property
    def name(self) -> str:
        """`provider:model`."""
        return f"{self.provider}:{self.model}"
