"""What the messages of a room settle by their own words, without a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.maintenance.channels.shared_item import SharedItem
from familiar_memory.maintenance.channels.shared_words import settled_in
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["items_said"]


def items_said(said: Iterable[Utterance]) -> tuple[SharedItem, ...]:
    """What was settled, in the order in which it was said."""
    return tuple(_items(said))


def _items(said: Iterable[Utterance]) -> Iterator[SharedItem]:
    for one in said:
        for settled in settled_in(one.words):
            text = settled.words.replace("[[", "[ [")
            yield SharedItem(settled.kind, one, text, settled.matter, (one.ref,))
