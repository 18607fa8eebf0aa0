"""One block of a prompt: what the author wrote stands bare, all else between marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from familiar_memory.domain.question.context import Contribution, Layer
from familiar_memory.domain.text.markers import MEMORY_BEGIN, MEMORY_END
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.layout import HEADINGS, RENDER_ORDER, THEIR_OWN

__all__ = ["BlockKey", "blocks_of", "marks_tokens", "render_block"]

_AUTHORED = "authored"
_POSITIONS = {place: position for position, place in enumerate(RENDER_ORDER)}
# Recalled text must not be able to end its own block, or to look like one.
_MARK = re.compile(r"<(?=\s*/?\s*memory\b)", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w .:/-]")

BlockKey = tuple[Layer, str, str]
"""(layer, source, trust): what stands between one pair of marks"""


def blocks_of(contributions: Iterable[Contribution]) -> list[tuple[BlockKey, list[Contribution]]]:
    """Contributions in the order of rendering, gathered into blocks; within one as given."""
    ordered = sorted(contributions, key=_position)
    return [(block, list(group)) for block, group in groupby(ordered, key=_block)]


def render_block(block: BlockKey, texts: Iterable[str]) -> str:
    """The text of one block, with its marks and the class of what is in it."""
    _, source, trust = block
    # Notes keep the line ends that they came with; a prompt has one kind.
    text = "\n\n".join(texts).replace("\r\n", "\n")
    if trust == _AUTHORED:
        return text
    return f"{_opening(source, trust)}\n{_MARK.sub('‹', text)}\n{MEMORY_END}"


def marks_tokens(block: BlockKey) -> int:
    """What a block costs beside its texts."""
    _, source, trust = block
    if trust == _AUTHORED:
        return 1
    return estimate_tokens(f"{_opening(source, trust)}\n\n{MEMORY_END}\n\n")


def _opening(source: str, trust: str) -> str:
    heading = HEADINGS.get(source) or _UNSAFE.sub("", source)
    return f'{MEMORY_BEGIN} kind="{heading}" class="{_UNSAFE.sub("", trust) or "given"}">'


def _block(contribution: Contribution) -> BlockKey:
    return contribution.layer, contribution.source, contribution.trust


def _position(contribution: Contribution) -> tuple[int, str, str]:
    """Sources of the caller's own keep together, by name, and so do the classes of one source."""
    place = (contribution.layer, contribution.source)
    known = _POSITIONS.get(place)
    if contribution.layer is Layer.LORE and known is not None:
        # Its order is that of its entries, whoever wrote them.
        return known, "", ""
    if known is None:
        return _POSITIONS[contribution.layer, THEIR_OWN], contribution.source, contribution.trust
    return known, "", contribution.trust
