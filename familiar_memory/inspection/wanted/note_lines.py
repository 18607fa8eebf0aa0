"""The records of notes as they stand, by the key of the note, each read once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import StoreError
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["NoteLines"]


class NoteLines:
    """To be used for one question: what is written meanwhile is not seen."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._read: dict[str, tuple[str, str, tuple[StandingLine, ...]]] = {}

    def key_of(self, path: str) -> str:
        """The key of the note at a path."""
        return self._parts.files.register.key_of(path)

    def where(self, key: str) -> tuple[str, str]:
        """The path of a note, and its text; both are empty where none can be read."""
        return self._note(key)[:2]

    def lines(self, key: str) -> tuple[StandingLine, ...]:
        """Its records, in order."""
        return self._note(key)[2]

    def line(self, name: RecordName) -> StandingLine | None:
        """The record of that name."""
        return next((one for one in self.lines(name.note) if one.id == name.id), None)

    def _note(self, key: str) -> tuple[str, str, tuple[StandingLine, ...]]:
        if key not in self._read:
            self._read[key] = self._parsed(key)
        return self._read[key]

    def _parsed(self, key: str) -> tuple[str, str, tuple[StandingLine, ...]]:
        files, setup = self._parts.files, self._parts.setup
        try:
            path = files.register.path_of(key)
            text = "" if path is None else files.store.read_file(path)
        except StoreError:
            return "", "", ()
        note = parse_note(text, setup.vocabulary, key)
        lines = standing_lines(key, note, setup.settings.audience.default)
        return path or "", text, tuple(lines)
