"""The chat models: what was used, and how each slot is set up (never the values of keys)."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.assembly.setup import Setup
from familiar_memory.config.environment import model_key
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.llm.slot import ModelSlot

__all__ = ["ModelUse", "model_facts", "model_use"]


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What one slot has used of one model, since counting began; `seconds` are of waiting."""

    slot: str
    model: str
    calls: int
    failures: int
    input_tokens: int
    output_tokens: int
    seconds: float


def model_use(models: ModelShelf) -> tuple[ModelUse, ...]:
    """What was used, by slot and model; any process's."""
    return tuple(
        ModelUse(
            slot,
            model,
            used.calls,
            used.failures,
            used.input_tokens,
            used.output_tokens,
            round(used.seconds, 3),
        )
        for (slot, model), used in models.usage().items()
    )


def model_facts(setup: Setup) -> tuple[str, ...]:
    """Say which slots are configured and where their keys come from."""
    configured = setup.settings.models.configured()
    if not configured:
        return ("no chat model is configured, and none is needed",)
    return tuple(_fact(setup, name, slot) for name, slot in configured.items())


def _fact(setup: Setup, name: str, slot: ModelSlot) -> str:
    variable = slot.key_variable
    if variable is None:
        key = "no key"
    else:
        key = f"key in ${variable}" if model_key(variable) else f"${variable} is not set"
    off = ""
    if name == "filter" and not setup.settings.recall.filter:
        off = "; switched off by recall.filter"
    where = slot.base_url or "its provider's address"
    return f"{name}: {slot.provider}:{slot.model} at {where}; {key}{off}"
