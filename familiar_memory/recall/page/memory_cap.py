"""`max_memory_chars`: how much memory a prompt may hold, and what goes when it is more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from familiar_memory.domain.question.context import Contribution, Decision, Disposition
from familiar_memory.recall.layout import DAYS, DROP_ORDER, MEMORY
from familiar_memory.recall.page.block import blocks_of, render_block
from familiar_memory.recall.page.picking import picked_lines

__all__ = ["cap_memory", "memory_chars"]

_STEP = "cap"


def memory_chars(contributions: Sequence[Contribution]) -> int:
    """The characters of all memory blocks as they are rendered, marks included."""
    blocks = blocks_of(c for c in contributions if c.source in MEMORY)
    return len("\n\n".join(render_block(block, (c.text for c in group)) for block, group in blocks))


def cap_memory(
    contributions: Sequence[Contribution], max_chars: int
) -> tuple[tuple[Contribution, ...], tuple[Decision, ...], str | None]:
    """Take out whole lines, in the drop order, until the cap holds; 0 = there is none.

    What was retrieved loses those first that are worth least for their length.

    People and the channel's notes stay whatever they weigh; where they alone are too
    much, the third value says so.
    """
    kept = list(contributions)
    decisions: list[Decision] = []
    for source in DROP_ORDER if max_chars else ():
        while (over := memory_chars(kept) - max_chars) > 0:
            at = _least(kept, source)
            if at is None:
                break
            shorter = _shortened(kept[at], over)
            subject = kept[at].label or source
            verdict = Disposition.CUT if shorter.text else Disposition.DROPPED
            decisions.append(Decision(_STEP, subject, verdict, "more than max_memory_chars"))
            kept[at : at + 1] = [shorter] if shorter.text else []
    left = memory_chars(kept)
    if not max_chars or left <= max_chars:
        return tuple(kept), tuple(decisions), None
    warning = (
        f"people and channel notes alone are {left} characters: max_memory_chars = {max_chars}"
    )
    return tuple(kept), tuple(decisions), warning


def _least(contributions: Sequence[Contribution], source: str) -> int | None:
    """Which one of a source goes first: the last, but of days the oldest."""
    found = [at for at, one in enumerate(contributions) if one.source == source]
    if not found:
        return None
    return found[0] if source == DAYS else found[-1]


def _shortened(contribution: Contribution, over: int) -> Contribution:
    """A contribution shorter by at least so much; maybe without any text."""
    text = contribution.text
    if not contribution.is_picked:
        return contribution.cut(len(_without(text, over)))
    room = len(text) - over
    lines = picked_lines(contribution.lines, lambda picked: len(picked) <= room)
    return replace(contribution, lines=lines)


def _without(text: str, characters: int) -> str:
    """A text shorter by at least so much, by whole lines from its end; maybe nothing.

    A title line alone would say nothing, so a text never shrinks to one line of several.
    """
    piece = text[: max(len(text) - characters, 0)]
    lines = piece.rpartition("\n")[0] if len(piece) < len(text) else piece
    return lines if "\n" in lines or lines.startswith("- ") else ""
