"""Entities and what relates them, as notes: people where they are people, else subjects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from familiar_importers.memories.making.record_notes import IMPORTED, RecordNotes, folded
from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.talk.identity import Author
from familiar_memory.transfer.portable_names import name_key

__all__ = ["EntityGraph"]

_PEOPLE = frozenset({"person", "people", "user", "human", "individual"})
_OBSERVATIONS = "Observations"
_RELATIONS = "Relations"


@dataclass(slots=True)
class EntityGraph:
    """Finds the note of each name; the first kind that is told of it decides which it is.

    Tell all entities before anything is related to them.
    """

    notes: RecordNotes
    fields: RecordFields
    platform: str = IMPORTED
    _found: dict[str, tuple[str, str]] = field(default_factory=dict)

    def entity(self, name: str, kind: str, observations: Iterable[str] = ()) -> None:
        """Have a note of this name, with what it is and what was observed of it."""
        path, _ = self.find(name, kind)
        if kind.strip():
            self.notes.add_text(path, _OBSERVATIONS, f"Kind: {kind}", self.fields)
        for text in observations:
            self.notes.add_text(path, _OBSERVATIONS, text, self.fields)

    def relate(self, source: str, words: str, target: str) -> None:
        """Add a relation to the note of its source."""
        path, _ = self.find(source)
        self.notes.add_relation(path, _RELATIONS, words, self.find(target), self.fields)

    def find(self, name: str, kind: str = "") -> tuple[str, str]:
        """The path of a name's note, and the name as it was first spelt."""
        shown = folded(name)
        key = name_key(shown)
        if key not in self._found:
            self._found[key] = (self._path(shown, kind), shown)
        return self._found[key]

    def knows(self, name: str) -> bool:
        """Whether this name has come before."""
        return name_key(folded(name)) in self._found

    def _path(self, name: str, kind: str) -> str:
        if kind.strip().casefold() in _PEOPLE:
            return self.notes.person(Author(self.platform, name))
        return self.notes.topic(name)
