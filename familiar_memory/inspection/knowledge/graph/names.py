"""What entities are called by what one viewer may know, and whom a name or a link means to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import (
    entity_of,
    note_of_person,
    note_of_topic,
)
from familiar_memory.knowledge.names import folded_name, spelled_name
from familiar_memory.recall.names.titles import shown_title

if TYPE_CHECKING:
    from familiar_memory.index.entity_values import EntityNote
    from familiar_memory.index.values import AliasRow

__all__ = ["EntityNames", "Led", "leads", "says_note"]

Led = Callable[[str], tuple[str, bool]]
"""Where a link leads by what files are called: a key; and whether it says so, or an alias does."""


@dataclass(frozen=True, slots=True)
class EntityNames:
    """Names and notes as one viewer knows them.

    `notes` are the notes of people and topics of which they know a line, `called` what they know
    people as, by slug. A note that they know no line of does not exist.
    """

    notes: Mapping[str, EntityNote]
    called: Mapping[str, str]
    led: Led
    _bearers: dict[str, dict[str, None]] = field(default_factory=dict)
    _own: dict[str, dict[str, str]] = field(default_factory=dict)
    _shown: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        notes: Mapping[str, EntityNote],
        people: Iterable[AliasRow],
        called: Mapping[str, str],
        led: Led,
    ) -> EntityNames:
        """`people` are the statements of names that this viewer may know."""
        made = cls(notes, called, led)
        for key, note in notes.items():
            made._shown[key] = made._called(key, note)
            made._bears(key, (made.shown(key), *note.names))
        for row in people:
            if (key := note_of_person(row.slug)) in notes:
                made._bears(key, (row.name,))
        for key in notes:
            made._is_filed(key)
        return made

    def with_notes(
        self, old: Mapping[str, EntityNote], new: Mapping[str, EntityNote]
    ) -> EntityNames | None:
        """With new notes in the place of old ones; None where anything is called otherwise."""
        if _called_in(old) != _called_in(new):
            return None
        return replace(self, notes={**self.notes, **new})

    def shown(self, key: str) -> str:
        """What a note is called."""
        return self._shown[key]

    def names_of(self, key: str) -> tuple[str, ...]:
        """Everything that a note is called, each name once; what is shown comes first."""
        return tuple(self._own.get(key, {}).values())

    def meant(self, name: str) -> tuple[str, ...]:
        """The notes that bear a name, sorted; by its spelling, else by its folded form."""
        found = self._bearers.get(spelled_name(name))
        if found is None and (folded := folded_name(name)):
            alike = (keys for one, keys in self._bearers.items() if folded_name(one) == folded)
            found = {key: None for keys in alike for key in keys}
        return tuple(sorted(found or ()))

    def bearer(self, name: str) -> str | None:
        """The one note that bears a name; None where none or several do."""
        found = self._bearers.get(spelled_name(name), {})
        return next(iter(found)) if len(found) == 1 else None

    def of_link(self, target: str) -> str | None:
        """The note of a person or a topic that a link leads to; None where it leads to no other.

        What a file is called is the link's own word; what a note is called besides is for those
        who may know the name.
        """
        key, is_plain = self.led(target)
        if is_plain and key in self.notes:
            return key
        return self.bearer(_stem(target))

    def of_subject(self, named: str) -> str | None:
        """The note of whom a line names as its subject."""
        if named.endswith(".md"):
            return self.of_link(named)
        for key in (note_of_person(named), note_of_topic(named)):
            if key in self.notes:
                return key
        return self.bearer(named)

    def _called(self, key: str, note: EntityNote) -> str:
        title = shown_title(key, note.title, self.called)
        return " ".join((title or next(iter(note.names), "") or entity_of(key)).split())

    def _bears(self, key: str, names: Iterable[str]) -> None:
        own = self._own.setdefault(key, {})
        for name in names:
            if spelled := spelled_name(name):
                own.setdefault(spelled, " ".join(name.split()))
                self._bearers.setdefault(spelled, {})[key] = None

    def _is_filed(self, key: str) -> None:
        """Let a note be found by its key too; `topics/lantern-night.md` is Lantern Night."""
        stem = entity_of(key)
        spaced = stem.replace("-", " ") if key == note_of_topic(stem) else stem
        for name in (stem, spaced):
            self._bearers.setdefault(spelled_name(name), {})[key] = None


def _called_in(notes: Mapping[str, EntityNote]) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {key: (note.title, note.names) for key, note in notes.items()}


def leads(resolve: Callable[[str], str], path_of: Callable[[str], str]) -> Led:
    """Ask a register where links lead; each once. `path_of` is where the note of a key stands."""
    known: dict[str, tuple[str, bool]] = {}

    def led(target: str) -> tuple[str, bool]:
        found = known.get(target)
        if found is None:
            key = resolve(target)
            found = known[target] = (key, says_note(target, key, path_of(key)))
        return found

    return led


def says_note(target: str, key: str, path: str) -> bool:
    """Whether a link says the key, or the name of the file, of what it leads to."""
    stem = spelling_key(_stem(target))
    return target == key or stem in (spelling_key(_stem(key)), spelling_key(_stem(path)))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")
