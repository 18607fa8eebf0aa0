"""The question that stands right before a message, whoever asked it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from familiar_memory.domain.talk.turn import StoredTurn, TurnKind
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.text.sentences import plain_prose, split_sentences

__all__ = ["asked_before"]

_SOON = timedelta(minutes=30)
"""Half an hour: what is said later seldom answers."""


def asked_before(turns: Iterable[StoredTurn]) -> Mapping[int, str]:
    """By the id of a turn the question with which the turn before it ends, in the same place.

    The familiar may have asked, or another person, but not whoever answers.
    """
    questions: dict[int, str] = {}
    last: dict[str, StoredTurn] = {}
    for stored in sorted(turns, key=lambda one: (one.turn.timestamp, one.id)):
        before = last.get(stored.turn.place.slug)
        if before is not None and (question := _question(before, stored)):
            questions[stored.id] = question
        if stored.turn.kind is TurnKind.INTERACTIVE:
            last[stored.turn.place.slug] = stored
    return questions


def _question(before: StoredTurn, stored: StoredTurn) -> str:
    gap = stored.turn.timestamp - before.turn.timestamp
    is_other = before.turn.author.slug != stored.turn.author.slug
    if before.turn.deleted or not is_other or gap > _SOON:
        return ""
    said = split_sentences(plain_prose(strip_recalled(before.turn.text)))
    return " ".join(one for one in said[-2:] if asks(one))
