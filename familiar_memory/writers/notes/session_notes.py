"""Proposals for `sessions/<date>-<slot>.md`: what was worth noting, a section a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.operations.proposal import AddRecord, EnsureNote, Proposal
from familiar_memory.writers.notes.salience import choose_salient
from familiar_memory.writers.text.slots import Slot
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity

__all__ = ["in_order", "salient_lines", "session_operations"]


def salient_lines(said: Iterable[Utterance], rarity: Rarity) -> tuple[Utterance, ...]:
    """The lines worth noting of each stretch of talk: one place, session and slot."""
    stretches: dict[tuple[Slot, str, str], list[Utterance]] = {}
    for one in said:
        stretches.setdefault((one.slot, one.place.slug, one.session), []).append(one)
    return tuple(
        line for key in sorted(stretches) for line in choose_salient(stretches[key], rarity)
    )


def in_order(said: Iterable[Utterance]) -> tuple[Utterance, ...]:
    """By day and part of the day, then by place and session, then as they were said."""
    return tuple(
        sorted(
            said, key=lambda one: (one.slot, one.place.slug, one.session, one.said_us, one.order)
        )
    )


def session_operations(salient: Iterable[Utterance]) -> Iterator[Proposal]:
    """Propose one line for each, under the place in which it was said."""
    for one in salient:
        yield EnsureNote(one.slot.path, one.slot.title)
        yield AddRecord(one.slot.path, one.slot.title, one.place.slug, one.attributed())


def _rank(one: Utterance) -> tuple[Slot, str, str, int, int]:
    return one.slot, one.place.slug, one.session, one.said_us, one.order
