"""The context as text for a system prompt: marked, labelled, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from familiar_memory.domain.context import Contribution, Layer, Trace
from familiar_memory.domain.markers import MEMORY_BEGIN, MEMORY_END, defuse

__all__ = ["Context"]

_ORDER = tuple(Layer)
_AUTHORED = "authored"
_HEADINGS = {
    "content_search.people": "People here",
    "content_search.rag": "What was said before",
}


@dataclass(frozen=True, slots=True)
class Context:
    """What a bot should know before it replies, and why it was chosen."""

    contributions: tuple[Contribution, ...] = ()
    trace: Trace = field(default_factory=Trace)

    @property
    def layers(self) -> dict[Layer, tuple[Contribution, ...]]:
        """The contributions by layer, in the order of rendering; empty layers are left out."""
        ordered = sorted(self.contributions, key=lambda c: _ORDER.index(c.layer))
        return {layer: tuple(group) for layer, group in groupby(ordered, key=lambda c: c.layer)}

    def also_degraded(self, reasons: Iterable[str]) -> Context:
        """The same context, with more reasons why it may be incomplete."""
        degraded = tuple(dict.fromkeys((*reasons, *self.trace.degraded)))
        return replace(self, trace=replace(self.trace, degraded=degraded))

    def render(self) -> str:
        """The prompt block; empty when there is nothing to say.

        What the familiar's author wrote stands as it is. Everything learned, said or
        imported stands between marks that name its class, so that a model can tell
        instructions from memories, and so that no writer learns it again.
        """
        blocks = [
            _render_block(source, trust, list(group))
            for layer in self.layers.values()
            for (source, trust), group in groupby(layer, key=lambda c: (c.source, c.trust))
        ]
        return "\n\n".join(blocks)


def _render_block(source: str, trust: str, group: Iterable[Contribution]) -> str:
    text = "\n\n".join(contribution.text for contribution in group)
    if trust == _AUTHORED:
        return text
    heading = _HEADINGS.get(source, source)
    opening = f'{MEMORY_BEGIN} kind="{heading}" class="{trust or "given"}">'
    return f"{opening}\n{defuse(text)}\n{MEMORY_END}"
