"""The context as text for a system prompt: marked, labelled, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from familiar_memory.domain.context import Contribution, Layer, Trace
from familiar_memory.recall.block import blocks_of, render_block

__all__ = ["Context"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a bot should know before it replies, and why it was chosen."""

    contributions: tuple[Contribution, ...] = ()
    trace: Trace = field(default_factory=Trace)

    @property
    def layers(self) -> dict[Layer, tuple[Contribution, ...]]:
        """The contributions by layer, in the order of rendering; empty layers are left out."""
        ordered = [one for _, group in blocks_of(self.contributions) for one in group]
        return {layer: tuple(group) for layer, group in groupby(ordered, key=lambda c: c.layer)}

    def also_degraded(self, reasons: Iterable[str]) -> Context:
        """The same context, with more reasons why it may be incomplete."""
        degraded = tuple(dict.fromkeys((*reasons, *self.trace.degraded)))
        return replace(self, trace=replace(self.trace, degraded=degraded))

    def render(self) -> str:
        """The prompt block; empty when there is nothing to say.

        What the familiar's author wrote stands as it is. Everything learned, said or
        imported stands between marks that name its class, so that a model can tell
        instructions from memories, and so that no writer learns it again. The order is
        `recall.layout.RENDER_ORDER`: what stays the same from turn to turn comes first.
        """
        return "\n\n".join(
            render_block(block, (one.text for one in group))
            for block, group in blocks_of(self.contributions)
        )
