"""The sidecar of an imported book: the value that was read, and which note is which entry."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

import simplejson

from familiar_memory.errors import InputError
from familiar_memory.lore.book.json.book_value import BookValue, read_book
from familiar_memory.lore.book.json.dialects import BookDialect

__all__ = ["SIDECAR_NAME", "Sidecar", "load_sidecar", "sidecar_value"]

SIDECAR_NAME: Final = ".book.json"

_VERSION = 1
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ACCEPTED = "the `.book.json` that an import wrote; import the book again with --force"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """`files` is aligned with the entries: a note's name in the folder, None without a note.

    `version` is the name that decides which of two versions is the older one.
    """

    name: str
    of_card: bool
    files: tuple[str | None, ...]
    book: BookValue
    version: str = ""


def sidecar_value(sidecar: Sidecar) -> dict[str, Any]:
    """The JSON of `.book.json`; the book in it is exactly what was read."""
    version = {"version": sidecar.version} if sidecar.version not in ("", sidecar.name) else {}
    return {
        "familiar_memory": _VERSION,
        "name": sidecar.name,
        **version,
        "dialect": sidecar.book.dialect.value,
        "card": sidecar.of_card,
        "files": list(sidecar.files),
        "book": sidecar.book.value,
    }


def load_sidecar(data: bytes, label: str) -> Sidecar:
    """Read `.book.json`.

    Raises:
        InputError: it is not what an import writes; `label` names it.
    """
    value = _parsed(data, label)
    if not isinstance(value, dict) or value.get("familiar_memory") != _VERSION:
        raise InputError(f"{label}: it is not a sidecar of this version", _ACCEPTED)
    if "book" not in value:
        raise InputError(f"{label}: `book` is missing", _ACCEPTED)
    book = read_book(value["book"], label, is_lenient=True)
    if value.get("dialect") in tuple(BookDialect):
        book = replace(book, dialect=BookDialect(value["dialect"]))
    files = value.get("files")
    if not isinstance(files, list) or len(files) != len(book.entries):
        raise InputError(f"{label}: `files` does not name one note an entry", _ACCEPTED)
    if not all(file is None or isinstance(file, str) for file in files):
        raise InputError(f"{label}: `files` holds something that is not a name", _ACCEPTED)
    name, version = (
        given if isinstance(given := value.get(key), str) else "" for key in ("name", "version")
    )
    return Sidecar(name, value.get("card") is True, tuple(files), book, version or name)


def _parsed(data: bytes, label: str) -> Any:  # noqa: ANN401 - JSON
    try:
        value = simplejson.loads(data.decode("utf-8-sig"), use_decimal=True)
        if _SURROGATE.search(data):
            # Somebody edited it: what holds half a character could not be written out again.
            simplejson.dumps(value, ensure_ascii=False, use_decimal=True).encode()
    except (ValueError, ArithmeticError, RecursionError) as problem:
        raise InputError(f"{label}: it cannot be read: {problem}", _ACCEPTED) from None
    return value
