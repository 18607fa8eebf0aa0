"""What tests of the night begin with: steps that do what they are told, and a familiar."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from familiars import started

from familiar_memory import Familiar
from familiar_memory.llm.base import ChatMessage, ChatRequest, Completion
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.testing import FixedClock

if TYPE_CHECKING:
    from familiar_memory.llm.base import ChatModel

__all__ = ["AT", "STEPS", "FakeStep", "QUESTION", "given", "slept"]

AT = datetime(2026, 2, 3, 9, 30, tzinfo=UTC)
QUESTION = ChatRequest((ChatMessage("user", "what is worth keeping?"),))
STEPS = ("days", "curate", "housekeep", "retain", "channels", "retain-channels", "consolidate")
_Found = TypeVar("_Found")


@dataclass
class FakeStep:
    """A step that notes its nights; it asks so many questions, and ends or fails as told."""

    name: str
    asks: int = 0
    ends: StepReport | BaseException = field(
        default_factory=lambda: StepReport(StepStatus.DONE, {"appended": 1}, ("days/a.md",))
    )
    nights: list[Night] = field(default_factory=list)
    heard: list[object] = field(default_factory=list)
    is_closed: bool = False

    def run(self, night: Night) -> StepRun:
        """Do as told."""
        self.nights.append(night)
        try:
            for _ in range(self.asks):
                try:
                    reply: Completion = yield QUESTION
                    self.heard.append(reply.text)
                except Exception as problem:
                    self.heard.append(type(problem).__name__)
                    raise
            if isinstance(self.ends, BaseException):
                raise self.ends
            return self.ends
        finally:
            self.is_closed = True


def given(familiar: Familiar, *steps: FakeStep) -> dict[str, FakeStep]:
    """Have a familiar do these steps at night; of those not given, some that do nothing."""
    known = {one.name: one for one in steps}
    nothing = StepReport(StepStatus.NOTHING)
    every = {name: known.get(name, FakeStep(name, ends=nothing)) for name in STEPS}
    familiar.parts.sleep_step = every.__getitem__  # type: ignore[method-assign]
    return every


def slept(
    home: Path,
    steps: Callable[[Familiar, FixedClock], Awaitable[_Found]],
    *,
    models: dict[str, ChatModel] | None = None,
    settings: str = "",
) -> _Found:
    """What came of it, with a familiar whose clock is moved by hand."""

    async def run() -> _Found:
        clock = FixedClock(AT)
        if not (home / "ember").exists():
            Familiar.create("ember", home=home)
        if settings:
            with (home / "ember" / "character.toml").open("a", encoding="utf-8") as file:
                file.write(settings)
        paths = Familiar.open("ember", home=home)._lifetime._paths
        async with started(Familiar(paths, clock=clock, models=models)) as familiar:
            return await asyncio.wait_for(steps(familiar, clock), 30)

    return asyncio.run(run())
