"""Whether a file is a character card: a look at a bounded part of it."""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path
from typing import BinaryIO

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, looks_zipped
from familiar_importers.sillytavern.reading.outline import Outline, json_outline
from familiar_importers.sillytavern.reading.png_card import CARD_KEYS, LOREBOOK_KEY
from familiar_importers.sillytavern.reading.shape import TEXT_FIELDS
from familiar_importers.sillytavern.reading.yaml_card import looks_like_yaml_card

__all__ = ["is_card_file", "png_keywords"]

_HEAD_BYTES = 1024 * 1024
"""Where the JSON of a card says what it is."""
_TAIL_BYTES = 1024 * 1024
"""Where a ZIP has its directory."""
_MAX_CHUNKS = 20_000
"""Of a PNG that are passed over in search of text."""
_KEYWORD = re.compile(rb"([^\0]{1,79})\0")
# The list of members of a zip file names card.json: nine letters.
_CARD_MEMBER = re.compile(rb"PK\x01\x02.{24}\x09\x00.{16}card\.json", re.DOTALL)
_PICTURES = frozenset({".png", ".apng"})
_LORE_KEYS = frozenset({"entries", "lorebookVersion"})
_OTHER_KEYS = frozenset(
    {"name", "avatar", "chat", "create_date", "creatorcomment", "talkativeness", "fav"}
    | {"creator", "tags", "creator_notes", "spec", "spec_version", "data", "nickname"}
    | {"character_version", "alternate_greetings", "character_book", "extensions"}
)
# Keys of `data` that nobody else uses: one is enough, however the file is sorted or cut.
_OWN_KEYS = frozenset(
    {"first_mes", "mes_example", "alternate_greetings", "character_book", "character_version"}
    | {"post_history_instructions", "creator_notes"}
)
_EVIDENCE = _OWN_KEYS | {"creatorcomment", "talkativeness", "fav"}
"""What only a card has beside its name, when it has no text."""
_FOREIGN = frozenset({"char_name", "char_persona", "char_greeting", "world_scenario"})


def is_card_file(path: Path) -> bool:
    """Whether it is a card, or a picture or `.charx` that was meant as one.

    At most about two megabytes is read; False for what cannot be.
    """
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return _is_card(file, path.suffix.lower())
    except (OSError, ValueError):
        return False


def _is_card(file: BinaryIO, suffix: str) -> bool:
    head = file.read(_HEAD_BYTES)
    if head.startswith(PNG_SIGNATURE):
        keywords = png_keywords(file)
        return LOREBOOK_KEY not in keywords or not keywords.isdisjoint(CARD_KEYS)
    if suffix in _PICTURES or suffix == ".charx":
        return True
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL_BYTES))
    tail = file.read(_TAIL_BYTES)
    if looks_zipped(head[:16] + tail):
        return _CARD_MEMBER.search(tail) is not None
    if looks_like_yaml_card(head, f"x{suffix}"):
        return True
    outline = json_outline(head)
    return outline is not None and _is_card_outline(outline)


def png_keywords(file: BinaryIO) -> frozenset[str]:
    """The keywords of the text chunks; only their heads are read."""
    found: set[str] = set()
    at = len(PNG_SIGNATURE)
    for _ in range(_MAX_CHUNKS):
        file.seek(at)
        # The length and the kind (4 bytes each), and a keyword of at most 79 with its NUL.
        head = file.read(96)
        if len(head) < 8:
            break
        length, kind = struct.unpack_from(">I4s", head)
        keyword = _KEYWORD.match(head, 8)
        if kind in (b"tEXt", b"zTXt", b"iTXt") and keyword is not None:
            found.add(keyword[1].decode("latin-1").strip().lower())
        at += length + 12  # length, kind and checksum
    return frozenset(found)


def _is_card_outline(outline: Outline) -> bool:
    if outline.spec is not None and outline.spec.startswith("chara_card"):
        return True
    if outline.spec == "lorebook_v3" or "lorebookVersion" in outline.keys:
        return False
    if outline.data_keys & _OWN_KEYS or len(outline.data_keys.intersection(TEXT_FIELDS)) > 1:
        return True
    if len(outline.keys & _FOREIGN) > 1:
        return True
    fields = outline.keys.intersection(TEXT_FIELDS)
    if outline.keys & _LORE_KEYS:
        return len(fields) > 2
    if "name" not in outline.keys:
        return len(fields) > 2
    # A name alone is what any file of settings has.
    is_more = bool(fields) or not outline.keys.isdisjoint(_EVIDENCE)
    return len(fields) > 1 or (is_more and outline.keys <= _OTHER_KEYS.union(TEXT_FIELDS))
