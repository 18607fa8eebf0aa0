"""Whether a file is a lorebook: a look at a bounded part of it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import ijson

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE
from familiar_importers.sillytavern.reading.detect import png_keywords
from familiar_importers.sillytavern.reading.png_card import CARD_KEYS, LOREBOOK_KEY

__all__ = ["is_book_file"]

_HEAD_BYTES = 512 * 1024
"""Bytes: the keys of a book stand around its first entry, which may be long."""
_BOM = b"\xef\xbb\xbf"
_OF_CARDS = frozenset(
    {"description", "personality", "scenario", "first_mes", "mes_example", "char_name"}
)
_KEYS = frozenset({"key", "keys", "keywords"})
_CONTENTS = frozenset({"content", "entry", "text"})


def is_book_file(path: Path) -> bool:
    """Whether it is a lorebook of one of the programs; False for what cannot be read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            if head.startswith(PNG_SIGNATURE):
                return _is_picture_of_lore(file)
            return path.suffix.lower() == ".lorebook" or _is_book(head.removeprefix(_BOM))
    except (OSError, ValueError):
        return False


def _is_picture_of_lore(file: BinaryIO) -> bool:
    keywords = png_keywords(file)
    return LOREBOOK_KEY in keywords and keywords.isdisjoint(CARD_KEYS)


def _is_book(head: bytes) -> bool:
    if head.lstrip()[:1] not in (b"{", b"["):
        return False
    keys: set[str] = set()
    said: dict[str, object] = {}
    first: set[str] = set()
    for path, value in _scalars(head):
        if len(path) == 1:
            keys.add(path[0])
            said[path[0]] = value
        elif path[:1] == ("[",):
            first.add(path[-1])
    if first:
        return not first.isdisjoint(_KEYS) and not first.isdisjoint(_CONTENTS)
    if str(said.get("spec")).startswith("chara_card") or len(keys & _OF_CARDS) > 2:
        return False
    if said.get("spec") == "lorebook_v3" or said.get("type") == "risu":
        return True
    return "entries" in keys or "lorebookVersion" in keys or said.get("kind") == "memory"


def _scalars(head: bytes) -> Iterator[tuple[tuple[str, ...], object]]:
    """Keys of the top object with their plain values, and keys of a top list's first object."""
    path: list[str] = []
    depth, is_list = 0, False
    key = ""
    try:
        for event, value in ijson.basic_parse(io.BytesIO(head), use_float=True):
            if event in ("start_map", "start_array"):
                is_list = is_list or (depth == 0 and event == "start_array")
                depth += 1
            elif event in ("end_map", "end_array"):
                depth -= 1
                if is_list and depth == 1:
                    return
            elif event == "map_key":
                key = value
                if depth == 1 and not is_list:
                    yield (key,), None
                elif depth == 2 and is_list:
                    yield ("[", key), None
            elif depth == 1 and not is_list:
                yield (*path, key), value
    except (ijson.JSONError, UnicodeDecodeError):
        # The head is cut somewhere, or it is no JSON: what was seen counts.
        return
