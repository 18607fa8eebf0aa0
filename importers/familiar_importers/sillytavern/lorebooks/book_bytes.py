"""The JSON of a lorebook file: the file itself, or the text in a picture of NovelAI's."""

from __future__ import annotations

from typing import Any

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, look_of
from familiar_importers.sillytavern.containers.png import read_png
from familiar_importers.sillytavern.containers.png_text import inflated, text_chunks
from familiar_importers.sillytavern.reading.payload import decode_base64, is_plain
from familiar_importers.sillytavern.reading.png_card import LOREBOOK_KEY
from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.strict_json import parse_json

__all__ = ["MAX_BOOK_BYTES", "book_json"]

MAX_BOOK_BYTES = 64 * 1024 * 1024
"""A book is in memory whole (docs/sillytavern.md)."""

# More than 20,000 entries of any program have; a file beyond would fill the memory.
_MAX_OBJECTS = 500_000
_MAX_VALUES = 1_500_000
"""By the commas between them."""


def book_json(data: bytes, label: str) -> tuple[Any, tuple[str, ...]]:
    """The JSON in these bytes, and what is wrong with a picture around it.

    Raises:
        InputError: there is none, it is malformed, or it holds more than a lorebook can.
    """
    content, flaws = _of_picture(data, label) if data.startswith(PNG_SIGNATURE) else (data, ())
    objects = content.count(b"{") + content.count(b"[")
    if objects > _MAX_OBJECTS or content.count(b",") > _MAX_VALUES:
        raise InputError(
            f"{label}: it holds more values than a lorebook can",
            f"at most {_MAX_OBJECTS:,} objects and lists, and {_MAX_VALUES:,} values",
        )
    if b"\0" in content[:16] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{label}: it is {look_of(content)}", "a lorebook: a JSON file")
    return parse_json(content, label, max_bytes=MAX_BOOK_BYTES), flaws


def _of_picture(data: bytes, label: str) -> tuple[bytes, tuple[str, ...]]:
    png = read_png(data, label)
    text = next((text for text in text_chunks(png) if text.key == LOREBOOK_KEY), None)
    if text is None:
        raise InputError(
            f"{label}: no lorebook in this PNG",
            f"a PNG with a text chunk {LOREBOOK_KEY}; of a character: --as card",
        )
    content = inflated(text, label)
    if is_plain(content):
        return content, png.flaws
    return decode_base64(content, f"{label}: the chunk {LOREBOOK_KEY}"), png.flaws
