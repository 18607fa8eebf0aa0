"""The sidecar of an imported book: the value that was read, and which note is which entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from familiar_memory.lore.book.dialects import BookDialect

__all__ = ["SIDECAR_NAME", "Sidecar", "dump_sidecar", "load_sidecar"]

SIDECAR_NAME = ".book.json"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """`.book.json`. `files` is aligned with the entries: a note's name, or None without one.

    `value` is the JSON of the book exactly as it was read.
    """

    name: str
    dialect: BookDialect
    of_card: bool
    files: tuple[str | None, ...]
    value: Any


def dump_sidecar(sidecar: Sidecar) -> bytes:
    """The bytes of `.book.json`."""
    raise NotImplementedError


def load_sidecar(data: bytes, label: str) -> Sidecar:
    """Read `.book.json`.

    Raises:
        InputError: it is damaged; `label` names it.
    """
    raise NotImplementedError
