"""What the messages of a room settle by their own words, without a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from familiar_memory.maintenance.channels.settled.question_before import question_before
from familiar_memory.maintenance.channels.settled.shared_item import SharedItem
from familiar_memory.maintenance.channels.settled.shared_words import SettledWords, settled_in
from familiar_memory.maintenance.channels.settled.taken_back import as_meant, taken_back_in
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["items_said"]


def items_said(said: Iterable[Utterance]) -> tuple[SharedItem, ...]:
    """What was settled, in the order in which it was said."""
    return tuple(_items(tuple(said)))


def _items(said: Sequence[Utterance]) -> Iterator[SharedItem]:
    jokes = taken_back_in(said)
    for at, one in enumerate(said):
        for settled in settled_in(as_meant(one.words)) if one.order not in jokes else ():
            item = _answer(one, settled, said[:at]) if settled.is_bare else _item(one, settled)
            if item is not None:
                yield item


def _item(one: Utterance, settled: SettledWords) -> SharedItem:
    return SharedItem(settled.kind, one, _unlinked(settled.words), settled.matter, (one.ref,))


def _answer(
    one: Utterance, settled: SettledWords, before: Sequence[Utterance]
) -> SharedItem | None:
    """What only says which, with the question that says of what; None where nobody asked."""
    asked = question_before(one, settled.matter, before)
    if asked is None:
        return None
    text = _unlinked(f"“{asked.question}” {settled.words}")
    refs = tuple(dict.fromkeys((one.ref, asked.said.ref)))
    return SharedItem(settled.kind, one, text, text, refs, asked=asked.said)


def _unlinked(words: str) -> str:
    return words.replace("[[", "[ [")
