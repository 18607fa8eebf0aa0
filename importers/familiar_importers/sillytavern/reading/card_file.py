"""A file that holds a card, whatever its form: which form it is, and the card in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from familiar_importers.sillytavern.containers.charx import CARD_MEMBER, CharxArchive
from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, look_of, looks_zipped
from familiar_importers.sillytavern.containers.png import Png, read_png
from familiar_importers.sillytavern.reading.png_card import CardChunks, card_chunks
from familiar_importers.sillytavern.reading.shape import CardShape, Json, shape_of
from familiar_importers.sillytavern.reading.yaml_card import (
    looks_like_yaml_card,
    parse_yaml_card,
)
from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.strict_json import parse_json

__all__ = ["CardFile", "open_card"]

_PICTURES = frozenset({".png", ".apng", ".jpg", ".jpeg", ".webp", ".gif"})


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card as it was read: `form` is png, json, yaml or charx; `data` are all its bytes.

    `chunks` belong to a PNG, `archive` to a `.charx`. `remarks` are what a person should
    know of the file.
    """

    form: str
    data: bytes
    card: Json
    shape: CardShape
    remarks: tuple[str, ...] = ()
    png: Png | None = None
    chunks: CardChunks | None = None
    archive: CharxArchive | None = None


def open_card(data: bytes, label: str) -> CardFile:
    """Read the card in these bytes; the form is recognised by its content.

    `label` names the file in messages. What is called a picture or a `.charx` and is
    something else is refused.

    Raises:
        InputError: there is no card in it, or it is damaged.
    """
    if data.startswith(PNG_SIGNATURE):
        return _from_png(data, label)
    if looks_zipped(data):
        return _from_charx(data, label)
    suffix = PurePath(label).suffix.lower()
    if suffix in _PICTURES or suffix == ".charx" or not data:
        raise InputError(
            f"{label}: it is {look_of(data)}", "a card: a PNG, a .charx or a JSON file"
        )
    if looks_like_yaml_card(data, label):
        card = parse_yaml_card(data, label)
        return CardFile("yaml", data, card, shape_of(card, label))
    look = look_of(data)
    if look not in ("JSON", "text", "text in UTF-16"):
        raise InputError(f"{label}: it is {look}", "a card: a PNG, a .charx or a JSON file")
    value = parse_json(data, label)
    shape = shape_of(value, label)
    return CardFile("json", data, value, shape, shape.remarks)


def _from_png(data: bytes, label: str) -> CardFile:
    png = read_png(data, label)
    chunks = card_chunks(png, label)
    card = chunks.card.value
    shape = shape_of(card, f"{label}: the chunk {chunks.card.text.keyword}")
    return CardFile(
        "png", data, card, shape, (*shape.remarks, *chunks.remarks), png=png, chunks=chunks
    )


def _from_charx(data: bytes, label: str) -> CardFile:
    archive = CharxArchive(data, label)
    where = f"{label}: {CARD_MEMBER}"
    card = parse_json(archive.card(), where)
    shape = shape_of(card, where)
    return CardFile("charx", data, card, shape, shape.remarks, archive=archive)
