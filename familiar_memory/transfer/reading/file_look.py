"""What the first bytes of a file look like, in a person's words."""

from __future__ import annotations

import codecs
import re

__all__ = ["PNG_SIGNATURE", "look_of"]

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_HTML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)


def look_of(data: bytes) -> str:
    """What the first bytes look like, for messages: `a JPEG picture`, `a web page`."""
    if not data:
        return "an empty file"
    for head, look in (
        (PNG_SIGNATURE, "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"PK\x03\x04", "a zip archive"),
        (b"PK\x05\x06", "an empty zip archive"),
        (b"\x1f\x8b", "a gzip file"),
        (b"%PDF", "a PDF document"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"Rar!", "a RAR archive"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (codecs.BOM_UTF32_LE, "text in UTF-32"),
        (codecs.BOM_UTF32_BE, "text in UTF-32"),
    ):
        if data.startswith(head):
            return look
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WEBP picture"
    if data[4:12] in (b"ftypavif", b"ftypheic"):
        return "an AVIF or HEIC picture"
    if data.startswith(PNG_SIGNATURE[:4]):
        return "a PNG picture that was damaged, perhaps sent as text"
    return _look_of_text(data)


def _look_of_text(data: bytes) -> str:
    if _HTML.match(data):
        return "a web page"
    if data[:64].lstrip().startswith(b"<svg"):
        return "an SVG picture"
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith((b"{", b"[")):
        return "JSON"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "text in UTF-16"
    try:
        data[:1024].decode("utf-8")
    except UnicodeDecodeError as problem:
        if problem.start < len(data[:1024]) - 4:
            return "binary data of another kind"
    return "binary data of another kind" if b"\x00" in data[:1024] else "text"
