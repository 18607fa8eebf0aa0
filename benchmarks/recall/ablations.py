"""The shipped weights with one mechanism after the other switched off."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

from familiar_memory.domain.text import windows
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["ABLATIONS", "SHIPPED", "WHOLE_TEXTS", "whole_texts"]

SHIPPED = RankingWeights()
_WORDS = SHIPPED.lexical
_ENDLESS = 1 << 40

WHOLE_TEXTS = "without windows: every text is one row"
"""The one that needs an index of its own: see `whole_texts`."""

ABLATIONS: Mapping[str, RankingWeights] = {
    "without neighbours": replace(SHIPPED, lexical=replace(_WORDS, before=0.0, after=0.0)),
    "neighbours reach half as far": replace(
        SHIPPED, lexical=replace(_WORDS, reach=_WORDS.reach / 2)
    ),
    "neighbours reach twice as far": replace(
        SHIPPED, lexical=replace(_WORDS, reach=_WORDS.reach * 2)
    ),
    "without near words": replace(SHIPPED, lexical=replace(_WORDS, near=0.0)),
    "without vectors": replace(SHIPPED, vector=0.0),
    "vectors half as much": replace(SHIPPED, vector=SHIPPED.vector / 2),
    "without the first person": replace(SHIPPED, myself=0.0),
    "without bare questions": replace(SHIPPED, question=0.0),
    "without chance": replace(SHIPPED, chance=0.0),
    "without the date": replace(SHIPPED, date=0.0),
    "without the speaker": replace(SHIPPED, speaker=0.0),
    "without a floor of the cosine": replace(SHIPPED, floor=0.0),
    "textbook k1 1.2, b 0.75": replace(SHIPPED, lexical=replace(_WORDS, k1=1.2, b=0.75)),
}
"""By what is off. All of them rank the same index through the same search."""


@contextlib.contextmanager
def whole_texts() -> Iterator[None]:
    """What is indexed within is not cut: neither the terms nor the vectors of a long text."""
    most = windows.MOST_WHOLE
    windows.MOST_WHOLE = _ENDLESS
    try:
        yield
    finally:
        windows.MOST_WHOLE = most
