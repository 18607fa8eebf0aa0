"""Look for private words in a public context, mechanically."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.recall.page.render import Context

__all__ = ["private_traces"]

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*")
_TELLING = 20
"""Shorter stretches (`Yes.`, `Thank you.`) are said everywhere and give nothing away."""


def private_traces(
    context: Context, private: Iterable[StoredTurn], said_openly: Sequence[StoredTurn]
) -> tuple[str, ...]:
    """Refs of private turns of which a sentence, or the ref itself, is in the context.

    What was also said in the open is no secret.
    """
    prompt = _folded(context.render())
    subjects = {word for one in context.trace.decisions for word in one.subject.split()}
    open_text = _folded(" ".join(stored.turn.text for stored in said_openly))
    found = []
    for stored in private:
        sentences = (_folded(part) for part in _SENTENCE.split(stored.turn.text))
        telling = (one for one in sentences if len(one) >= _TELLING and one not in open_text)
        if stored.turn.ref in subjects or any(one in prompt for one in telling):
            found.append(stored.turn.ref)
    return tuple(found)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
