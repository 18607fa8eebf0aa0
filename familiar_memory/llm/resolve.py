"""From a slot to a model that can be asked: its provider, its retries."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable

from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.missing import MissingModel
from familiar_memory.llm.providers.anthropic_model import AnthropicModel
from familiar_memory.llm.providers.openai_compatible import OpenAICompatibleModel
from familiar_memory.llm.retrying import RetryingModel
from familiar_memory.llm.slot import ModelSlot

__all__ = ["EXTRA", "model_of"]

EXTRA = "pip install 'familiar-memory[llm]'"
_NEEDED = {
    "openai": ("openai", "stamina", "json_repair"),
    "anthropic": ("anthropic", "stamina", "json_repair"),
}


def model_of(slot: ModelSlot) -> ChatModel:
    """The model of a slot, ready to be asked; one that cannot be says why when it is.

    No package of a provider is loaded here.
    """
    missing = _missing(_NEEDED[slot.provider])
    if missing:
        return MissingModel(
            slot.name, f"{slot.name} needs what is not installed: {', '.join(missing)}", EXTRA
        )
    model = OpenAICompatibleModel(slot) if slot.provider == "openai" else AnthropicModel(slot)
    return RetryingModel(model, max_retries=slot.max_retries, timeout_s=slot.timeout_s)


def _missing(packages: Iterable[str]) -> list[str]:
    return [name for name in packages if importlib.util.find_spec(name) is None]
