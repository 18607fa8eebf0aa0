"""The models of one familiar, by slot, with what they have used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.metering import MeteredModel, SlotUsage
from familiar_memory.llm.missing import MissingModel
from familiar_memory.llm.providers.anthropic_model import ANTHROPIC_URL
from familiar_memory.llm.providers.openai_compatible import OPENAI_URL
from familiar_memory.llm.resolve import model_of
from familiar_memory.llm.slot import ModelSlot
from familiar_memory.llm.usage_book import UsageBook
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["ModelShelf"]

_URLS = {"openai": OPENAI_URL, "anthropic": ANTHROPIC_URL}


class ModelShelf:
    """Every configured model, ready to be asked, each metered.

    `key_of` reads an environment variable. `given` models stand in the place of the
    slots' own, as fakes do. Nothing is loaded and nobody is asked until somebody asks.
    """

    def __init__(
        self,
        slots: Mapping[str, ModelSlot],
        usage_file: Path,
        key_of: Callable[[str], str | None],
        given: Mapping[str, ChatModel] | None = None,
        *,
        make: Callable[[ModelSlot], ChatModel] = model_of,
        off_loop: OffLoop | None = None,
    ) -> None:
        self._off_loop = off_loop or OffLoop()
        self._book = UsageBook(usage_file)
        models = {name: _model(name, slot, key_of, make) for name, slot in slots.items()}
        models.update(given or {})
        self._plain = models
        self._models = {
            name: MeteredModel(model, partial(self._note, name, model.name))
            for name, model in models.items()
        }

    def get(self, slot: str) -> ChatModel | None:
        """The model of a slot; None when nothing is configured there."""
        return self._models.get(slot)

    @property
    def names(self) -> tuple[str, ...]:
        """The slots that have a model, or should have one."""
        return tuple(self._models)

    def problem(self, slot: str) -> tuple[str, str] | None:
        """Why a slot's model cannot be asked, and what mends it; None when it can, or is none."""
        model = self._plain.get(slot)
        return (model.problem, model.accepted) if isinstance(model, MissingModel) else None

    def usage(self) -> Mapping[tuple[str, str], SlotUsage]:
        """What was used, by (slot, model), since the file of the counts was begun."""
        return self._book.read()

    async def close(self) -> None:
        """Close every model and write down what was used."""
        for model in self._models.values():
            await model.close()
        await self._off_loop.run(self._book.flush)

    def _note(self, slot: str, model: str, used: SlotUsage) -> None:
        self._book.add(slot, model, used)
        # A bot that is killed has its counts; nobody waits for the disk.
        self._off_loop.start(self._book.flush)


def _model(
    name: str,
    slot: ModelSlot,
    key_of: Callable[[str], str | None],
    make: Callable[[ModelSlot], ChatModel],
) -> ChatModel:
    variable = slot.key_variable
    key = key_of(variable) if variable is not None else None
    if variable is not None and key is None:
        return MissingModel(
            slot.name,
            f"the model of [models.{name}] has no key: ${variable} is not set",
            f"set {variable} to the key, or name another variable in api_key_env",
        )
    return make(replace(slot, base_url=slot.base_url or _URLS[slot.provider], key=key))
