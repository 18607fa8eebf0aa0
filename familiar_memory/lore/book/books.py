"""All lorebooks of a tree, as they stand now: originals, edits, new notes, lore of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from familiar_memory.domain.lore import LoreBook, LoreEntry
from familiar_memory.lore.book.sidecar import Sidecar

__all__ = ["BookFolder", "book_folders", "entry_of_note", "pair_notes", "read_books"]

# Signatures, published early for the activation engine and for cards; bodies follow.


class BookFolder:
    """name, folder (`lore` or `lore/imported/x`), notes: tuple[str, ...] (paths), sidecar path."""


def read_books(paths: Iterable[str], read_bytes: Callable[[str], bytes]) -> tuple[LoreBook, ...]:
    """Every book below `lore/`: disabled entries too, edits included.

    `paths` are the notes of the tree (others are passed over); hidden sidecars are asked of
    `read_bytes`, which raises NotFoundError where there is none. Damage of one note or
    sidecar is logged and costs only itself.
    """
    raise NotImplementedError


def book_folders(paths: Iterable[str]) -> tuple[BookFolder, ...]:
    """Which notes make which book; by path alone."""
    raise NotImplementedError


def pair_notes(
    sidecar: Sidecar, notes: Mapping[str, str | Callable[[], str]]
) -> tuple[tuple[int | None, str | None], ...]:
    """(entry number, note) in the book's order: a new note has no number."""
    raise NotImplementedError


def entry_of_note(path: str, text: str, sidecar: Sidecar | None, number: int | None) -> LoreEntry:
    """The entry of one note; pure, so that it can be kept by (digest of text, of sidecar)."""
    raise NotImplementedError
