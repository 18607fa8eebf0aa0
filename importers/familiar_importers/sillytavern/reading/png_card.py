"""Which chunks of a PNG hold its card, and which of them is to be believed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from familiar_importers.sillytavern.containers.json_kind import kind_of
from familiar_importers.sillytavern.containers.png import Png
from familiar_importers.sillytavern.containers.png_text import TextChunk, inflated, text_chunks
from familiar_importers.sillytavern.reading.payload import decode_payload, is_plain
from familiar_importers.sillytavern.reading.shape import shape_of
from familiar_memory.errors import InputError

__all__ = ["CARD_KEYS", "LOREBOOK_KEY", "CardChunk", "CardChunks", "card_chunks", "legacy_assets"]

CARD_KEYS = ("ccv3", "chara")
"""Keywords of card chunks; the first that can be read is the card."""
LOREBOOK_KEY = "naidata"
_GENERATION = frozenset({"spec", "spec_version"})
_ASSET_PREFIX = "chara-ext-asset_"


@dataclass(frozen=True, slots=True)
class CardChunk:
    """A chunk that holds a card, and the card. `plain` when its text is no base64."""

    text: TextChunk
    value: Any
    plain: bool


@dataclass(frozen=True, slots=True)
class CardChunks:
    """The card's chunk, the others that hold one too, those that can't be read, and why."""

    card: CardChunk
    others: tuple[CardChunk, ...]
    broken: tuple[TextChunk, ...]
    remarks: tuple[str, ...]


def card_chunks(png: Png, label: str) -> CardChunks:
    """The card of a picture: `ccv3` before `chara`, of two alike the first.

    When `ccv3` is broken and `chara` is whole, the card is that of `chara`, and a remark
    says so: whoever has only this file has still a character.

    Raises:
        InputError: there is no card, or none that can be read.
    """
    texts = text_chunks(png)
    read: list[CardChunk] = []
    broken: list[TextChunk] = []
    problems: list[InputError] = []
    remarks: list[str] = []
    for key in CARD_KEYS:
        alike = [text for text in texts if text.key == key]
        if len(alike) > 1:
            remarks.append(f"{len(alike)} chunks are called {key}: the first is read")
        for text in alike[:1]:
            try:
                read.append(_card_chunk(text, label))
            except InputError as problem:
                broken.append(text)
                problems.append(problem)
    if not read:
        raise problems[0] if problems else _no_card(png, texts, label)
    remarks += (
        f"{problem.problem}; the card is read from {read[0].text.key}" for problem in problems
    )
    if any(_told_by(other) != _told_by(read[0]) for other in read[1:]):
        used, other = read[0].text.key, read[1].text.key
        remarks.append(f"{used} and {other} differ: {used} is the card, {other} stays in the file")
    return CardChunks(read[0], tuple(read[1:]), tuple(broken), (*remarks, *png.flaws))


def legacy_assets(png: Png) -> Iterator[tuple[str, TextChunk]]:
    """Chunks that carry an asset of the card, with the asset's path."""
    for text in text_chunks(png):
        if text.key.startswith(_ASSET_PREFIX):
            yield text.keyword[len(_ASSET_PREFIX) :].removeprefix(":"), text


def _told_by(chunk: CardChunk) -> Any:  # noqa: ANN401 - JSON
    """The card without its generation: SillyTavern writes one card as V2 and as V3."""
    return {key: value for key, value in chunk.value.items() if key not in _GENERATION}


def _card_chunk(text: TextChunk, label: str) -> CardChunk:
    where = f"{label}: the chunk {text.keyword}"
    content = inflated(text, label)
    value = decode_payload(content, where)
    if not isinstance(value, dict):
        raise InputError(f"{where}: its JSON is {kind_of(value)}", "a card: a JSON object")
    shape_of(value, where)
    return CardChunk(text, value, is_plain(content))


def _no_card(png: Png, texts: tuple[TextChunk, ...], label: str) -> InputError:
    if any(text.key == LOREBOOK_KEY for text in texts):
        return InputError(f"{label}: this picture holds a lorebook, no character", "--as lorebook")
    flaws = f" ({'; '.join(png.flaws)})" if png.flaws else ""
    return InputError(
        f"{label}: no character data in this PNG{flaws}",
        "a card: a PNG whose text chunk ccv3 or chara holds a character; a picture that was"
        " edited, converted or sent through a chat often has lost it",
    )
