"""What of a card and its lore finds no room in a prompt as the settings are; for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from familiar_memory.domain.memory.lore import LoreBook
from familiar_memory.domain.question.context import Layer, Mode
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import note_of_self
from familiar_memory.errors import FamiliarError
from familiar_memory.lore.book.books import AUTHORED_FOLDER, read_books
from familiar_memory.recall.layout import LORE, SIZES
from familiar_memory.recall.parts.character import CARD_PARTS
from familiar_memory.store.base import NoteReader

__all__ = ["Shortage", "shortages"]

_AROUND_A_BLOCK = 8
"""Tokens that a part of the card costs beside its text, at most."""


@dataclass(frozen=True, slots=True)
class Shortage:
    """What does not fit, its size and the limit; and which setting would let it in."""

    what: str
    mend: str


def shortages(
    store: NoteReader, caps: Mapping[Layer, int], budget_tokens: int
) -> Iterator[Shortage]:
    """Parts of the card beyond a cap of a person's, and always-on lore beyond its budget.

    `caps` are those of `[recall.caps]`, `budget_tokens` is that of `[lore]`, 0 = the modes'
    own. A request that brings a budget of its own may cut more: nobody knows it beforehand.
    """
    yield from _of_card(store, caps)
    if store.exists(AUTHORED_FOLDER):
        paths = [file.path for file in store.scan_files(AUTHORED_FOLDER).files]
        yield from _of_lore(read_books(paths, store.read_bytes), caps, budget_tokens)


def _of_card(store: NoteReader, caps: Mapping[Layer, int]) -> Iterator[Shortage]:
    left = dict(caps)
    for part, layer in CARD_PARTS:
        if layer not in caps:
            continue
        path = note_of_self(part)
        try:
            text = store.read_file(path).strip()
        except FamiliarError:
            # It is not there, or another check tells why it cannot be read.
            continue
        tokens = estimate_tokens(text)
        room = left[layer]
        left[layer] = max(0, room - tokens - _AROUND_A_BLOCK)
        if tokens > room:
            cap = f"[recall.caps] {layer.value} = {caps[layer]}"
            yield Shortage(
                f"{path} is cut in every prompt: {len(text):,} characters, about {tokens:,} tokens,"
                f" and {cap} leaves {room:,}",
                f"raise {layer.value} in character.toml, or take the line out: then it is whole",
            )


def _of_lore(
    books: Sequence[LoreBook], caps: Mapping[Layer, int], budget_tokens: int
) -> Iterator[Shortage]:
    always = [
        entry
        for book in books
        for entry in book.entries
        if entry.enabled and entry.constant and not entry.ignore_budget and entry.content.strip()
    ]
    needed = sum(estimate_tokens(entry.content) + 1 for entry in always)
    limits = {
        mode.value: min(budget_tokens or SIZES[mode][LORE], caps.get(Layer.LORE, needed))
        for mode in Mode
    }
    if short := {mode: limit for mode, limit in limits.items() if limit < needed}:
        told = ", ".join(f"{mode} {limit:,}" for mode, limit in short.items())
        yield Shortage(
            f"{len(always)} entries of lore are always on, about {needed:,} tokens together: not"
            f" all come into a prompt (tokens of lore in one: {told})",
            f"budget_tokens = {needed} under [lore] in character.toml lets all of them in",
        )
