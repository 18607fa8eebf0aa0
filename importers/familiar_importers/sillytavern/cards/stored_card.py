"""The card of a familiar as it stands in the tree: its sidecar, its original, its notes."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_importers.sillytavern.cards.notes.depth_prompt import DEPTH_PROMPT_PATH
from familiar_importers.sillytavern.cards.notes.greetings import GREETING_LISTS
from familiar_importers.sillytavern.cards.sidecar import (
    SIDECAR_PATH,
    CardSidecar,
    load_card_sidecar,
)
from familiar_importers.sillytavern.reading.card_file import CardFile, open_card
from familiar_importers.sillytavern.reading.shape import TEXT_FIELDS, CardShape, shape_of
from familiar_memory.domain.tree import SELF, below, note_of_self
from familiar_memory.errors import InputError
from familiar_memory.transfer.exporter import TreeReader

__all__ = ["StoredCard", "card_notes", "self_notes", "stored_card"]


@dataclass(frozen=True, slots=True)
class StoredCard:
    """An imported card; `original` is None when the copy of its file is gone or unreadable."""

    sidecar: CardSidecar
    shape: CardShape
    original: CardFile | None
    remarks: tuple[str, ...] = ()


def stored_card(tree: TreeReader) -> StoredCard | None:
    """The card that was imported into this tree; None for a familiar that never was one.

    Raises:
        InputError: its sidecar is damaged.
    """
    if not tree.has(SIDECAR_PATH):
        return None
    sidecar = load_card_sidecar(tree.read_bytes(SIDECAR_PATH), SIDECAR_PATH)
    shape = shape_of(sidecar.card, SIDECAR_PATH)
    path = f"{below(SELF)}{sidecar.original}"
    if not sidecar.original or not tree.has(path):
        return StoredCard(
            sidecar, shape, None, (f"{path} is gone: the file is created from scratch",)
        )
    try:
        original = open_card(tree.read_bytes(path), path)
    except InputError as problem:
        return StoredCard(
            sidecar, shape, None, (f"{problem.problem}: the file is created from scratch",)
        )
    return StoredCard(sidecar, shape, original)


def card_notes(tree: TreeReader) -> list[str]:
    """The notes of `self/` that a card is made of."""
    fields = {DEPTH_PROMPT_PATH, *map(note_of_self, TEXT_FIELDS)}
    folders = set(GREETING_LISTS.values())
    return [
        path
        for path in tree.paths(SELF)
        if path in fields or (path.endswith(".md") and path.rpartition("/")[0] in folders)
    ]


def self_notes(tree: TreeReader) -> dict[str, str]:
    """The text of each note below `self/`, by path.

    Raises:
        InputError: one is not UTF-8.
    """
    notes: dict[str, str] = {}
    for path in tree.paths(SELF):
        if path.endswith(".md"):
            try:
                notes[path] = tree.read_bytes(path).decode("utf-8")
            except UnicodeDecodeError as problem:
                raise InputError(
                    f"{path} is not UTF-8: byte {problem.start + 1}", "a note in UTF-8"
                ) from None
    return notes
