"""The context as text for a system prompt: marked, labelled, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from familiar_memory.domain.question.context import Contribution, Injection, Layer, Trace
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.recall.page.block import blocks_of, render_block

__all__ = ["Context"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a bot should know before it replies, and why it was chosen."""

    contributions: tuple[Contribution, ...] = ()
    trace: Trace = field(default_factory=Trace)

    @property
    def layers(self) -> dict[Layer, tuple[Contribution, ...]]:
        """The contributions by layer, in the order of rendering; empty layers are left out."""
        found: dict[Layer, list[Contribution]] = {}
        for _, group in blocks_of(self.contributions):
            found.setdefault(group[0].layer, []).extend(group)
        return {layer: tuple(ones) for layer, ones in found.items()}

    @property
    def injections(self) -> tuple[Injection, ...]:
        """What belongs between the messages of the conversation, the deepest first.

        For a caller that sends messages: `render(injected=False)` leaves it out of the prompt.
        """
        found: dict[tuple[int, str], list[Contribution]] = {}
        for one in self.contributions:
            if one.depth is not None:
                found.setdefault((one.depth, one.role), []).append(one)
        return tuple(
            Injection(depth, role, _text_of(found[depth, role]))
            for depth, role in sorted(found, key=lambda place: -place[0])
        )

    def also_degraded(self, reasons: Iterable[str]) -> Context:
        """The same context, with more reasons why it may be incomplete."""
        told = map(names_only, reasons)
        degraded = tuple(dict.fromkeys((*told, *self.trace.degraded)))
        return replace(self, trace=replace(self.trace, degraded=degraded))

    def render(self, *, injected: bool = True) -> str:
        """The prompt block; empty when there is nothing to say.

        What belongs between messages stands near its end, or with `injected=False` nowhere.

        What the familiar's author wrote is unmarked. Everything learned, said or imported is
        enclosed in marks that name its class, so that a model can tell instructions from memories,
        and no writer learns it again. The order is
        `recall.layout.RENDER_ORDER`: what stays the same from turn to turn comes first.
        """
        return _text_of(c for c in self.contributions if injected or c.depth is None)


def _text_of(contributions: Iterable[Contribution]) -> str:
    return "\n\n".join(
        render_block(block, (one.text for one in group))
        for block, group in blocks_of(contributions)
    )
