"""The card that was imported: what it says that has no note of its own in `self/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from familiar_memory.domain.tree import CARD_SIDECAR
from familiar_memory.errors import FamiliarError
from familiar_memory.store.base import FileState, NoteReader

__all__ = ["ImportedCard"]


class ImportedCard:
    """Reads the sidecar of a card, anew when it has changed; safe between threads.

    Without a card, or with a damaged one, every answer is empty.
    """

    def __init__(self, store: NoteReader) -> None:
        """The card of this tree."""
        self._store = store
        self._read: tuple[FileState | None, Mapping[str, Any]] = (None, {})

    @property
    def name(self) -> str:
        """What `{{char}}` means: the nickname, else the name."""
        sidecar = self._sidecar()
        for key in ("nickname", "name"):
            if isinstance(sidecar.get(key), str) and sidecar[key].strip():
                return str(sidecar[key]).strip()
        return ""

    @property
    def file(self) -> str:
        """What the card's file was called, without its ending."""
        file = self._sidecar().get("file")
        return file if isinstance(file, str) else ""

    def value(self, *keys: str) -> object:
        """A value of the card's fields, by its keys; None where there is none."""
        found: object = self._sidecar().get("card")
        if isinstance(found, dict) and isinstance(found.get("data"), dict):
            found = found["data"]
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def _sidecar(self) -> Mapping[str, Any]:
        try:
            state = self._store.file_state(CARD_SIDECAR)
            if state is None:
                return {}
            seen, value = self._read
            if state != seen:
                value = _object(self._store.read_bytes(CARD_SIDECAR))
                self._read = (state, value)
        except FamiliarError:
            return {}
        return value


def _object(data: bytes) -> Mapping[str, Any]:
    try:
        value = orjson.loads(data)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
