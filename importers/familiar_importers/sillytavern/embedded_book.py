"""The lorebook inside a card: a folder of lore like any other, and back into the card."""

from __future__ import annotations

from typing import Any

from familiar_memory.transfer.exporter import TreeReader
from familiar_memory.transfer.importer import Item, Remark

__all__ = ["embedded_book", "exported_book"]


def embedded_book(
    value: Any,  # noqa: ANN401 - JSON
    name: str,
    label: str,
) -> tuple[str | None, list[Item]]:
    """The slug of the book's folder, and what is brought; (None, …) without a book."""
    if value is None:
        return None, []
    return None, [Remark(f"{label}: character_book", "not yet")]


def exported_book(tree: TreeReader, slug: str, original: Any, remarks: list[str]) -> Any:
    """X."""
    return original
