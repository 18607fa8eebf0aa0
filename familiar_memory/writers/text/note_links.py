"""Links of a note to people, topics and places, which show what these are called in the talk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.text.slugs import without_digests
from familiar_memory.domain.tree import note_of_person, note_of_place
from familiar_memory.markdown.audience.lines import speaks_of_audience
from familiar_memory.markdown.text.wiki_text import label_text, wiki_link
from familiar_memory.writers.text.material import shown_name

__all__ = ["NoteLinks", "person_label"]


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The names of files, by the path that proposals name a note by; else its own stem.

    `labels` are the short names of places, by slug.
    """

    stems: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)

    def stem(self, path: str) -> str:
        """What a link to a note is written with."""
        return self.stems.get(path) or PurePosixPath(path).stem

    def person(self, author: Author) -> str:
        """A link to somebody's note, under the name that they have there."""
        return self.note(note_of_person(author.slug), person_label(author))

    def note(self, path: str, label: str) -> str:
        """A link to a note, which shows the label."""
        return wiki_link(self.stem(path), label)

    def place(self, place: Place) -> str:
        """A link to what the people of a place share; by its path, for its file's name is an id."""
        return wiki_link(note_of_place(place.slug).removesuffix(".md"), self.place_label(place))

    def place_label(self, place: Place) -> str:
        """What a place is called where its id would tell nobody anything: `#tavern`, `@rowan`."""
        given = self.labels.get(place.slug)
        return given or f"{'@' if place.is_dm else '#'}{label_text(shown_name(place.channel))}"


def person_label(author: Author) -> str:
    """What somebody is called in a link: a name that says nothing of who may know a line."""
    name = label_text(shown_name(author.label))
    return without_digests(author.slug) if speaks_of_audience(name) else name
