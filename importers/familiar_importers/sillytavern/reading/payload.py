"""The JSON of a card as text of a PNG chunk: base64, or plain as a few programs write it."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.strict_json import dump_json, parse_json

__all__ = ["decode_base64", "decode_payload", "encode_payload", "is_plain"]

_WHITESPACE = b" \t\r\n\v\f"
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_BOM = b"\xef\xbb\xbf"


def decode_payload(content: bytes, label: str) -> Any:  # noqa: ANN401 - JSON
    """The value that the text of a card's chunk stands for.

    Raises:
        InputError: it is empty, neither base64 nor JSON, or no JSON that can be kept.
    """
    if is_plain(content):
        return parse_json(content, label)
    decoded = decode_base64(content, label)
    if not decoded:
        raise InputError(f"{label}: it is empty", "a card in it")
    return parse_json(decoded, label)


def encode_payload(value: Any, *, plain: bool = False) -> bytes:  # noqa: ANN401 - JSON
    """The text that stands for the value: base64 of compact JSON, or the JSON itself."""
    content = dump_json(value, indent=None).rstrip(b"\n")
    return content if plain else base64.b64encode(content)


def is_plain(content: bytes) -> bool:
    """Whether the text is JSON as it is: no base64 begins with a brace."""
    return content[:64].removeprefix(_BOM).lstrip()[:1] == b"{"


def decode_base64(content: bytes, label: str) -> bytes:
    """The bytes; wrapped lines, missing padding and the alphabet for URLs are understood.

    Raises:
        InputError: it holds anything else, or is cut short.
    """
    letters = content.translate(_URL_SAFE, _WHITESPACE).rstrip(b"=")
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4), validate=True)
    except (binascii.Error, ValueError) as problem:
        raise InputError(f"{label}: not base64: {problem}", "a card as base64") from None
