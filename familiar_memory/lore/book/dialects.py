"""The kinds of lorebook files there are."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["BookDialect"]


class BookDialect(StrEnum):
    """Whose names a book's fields carry."""

    WORLD_INFO = "worldinfo"
    CHARACTER_BOOK = "character_book"
    LOREBOOK_V3 = "lorebook_v3"
    NOVELAI = "novelai"
    AGNAI = "agnai"
    RISU = "risu"
