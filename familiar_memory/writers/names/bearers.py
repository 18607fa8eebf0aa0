"""Who is called what, as the talk of one reach may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["StatedNames"]

_SIGNS = regex.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class StatedNames:
    """Reads the names that the notes of people state, for a talk that is the `viewer`.

    Those that they have and those that they give themselves, as long as these stand.
    """

    store: NoteReader
    register: TreeRegister
    rules: NoteRules
    viewer: Viewer

    def of(self, people: Iterable[str], name: str) -> Iterator[tuple[str, str]]:
        """Each name of those whose notes say this one; a note that cannot be read states none.

        Only they are parsed: of thousands of people few notes have the word at all.
        """
        rules = self.rules
        wanted = _letters(name)
        parser = NoteParser(rules.default_audience, rules.vocabulary, policy=rules.readers)
        for slug in sorted(people):
            key = note_of_person(slug)
            path = self.register.path_of(key)
            if path is None:
                continue
            try:
                text = self.store.read_file(path)
            except StoreError:
                continue
            if wanted not in _letters(text):
                continue
            note = parser.read(key, text, "")
            for alias in note.aliases:
                if permits(self.viewer, alias.audience):
                    yield alias.name, slug
            for fact in note.facts:
                line = note.passages[fact.passage]
                is_live = fact.predicate == CALLED and not line.retired
                if is_live and permits(self.viewer, line.audience):
                    yield fact.object, slug


def _letters(text: str) -> str:
    """Letters and digits alone, so that no mark-up hides a name."""
    return _SIGNS.sub("", folded_name(text))
