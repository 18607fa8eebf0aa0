"""Notes made of memories that strangers' programs kept: a title, sections, a bullet each.

Every text goes through the project's own writers, so it stays one bullet: it can begin no
heading, no frontmatter and no tail, and cannot say for whom it is.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

from familiar_importers.memories.making.note_file import whole_note
from familiar_importers.memories.making.owned_text import with_visibility
from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.slugs import digested, title_slug
from familiar_memory.domain.tree import TOPICS, note_of_person
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import is_predicate_name
from familiar_memory.markdown.change.edit import append_records, new_note
from familiar_memory.markdown.record.line import fact_text, render_record
from familiar_memory.transfer.importer import NoteFile, Remark
from familiar_memory.transfer.portable_names import name_key, portable_names

__all__ = ["IMPORTED", "RecordNotes", "folded", "link_between"]

IMPORTED = "import"
"""The platform of people of whom nobody says where they are from."""

_MERGES_PEOPLE = "same_as"
"""Who is whom is said by a person, never by a file."""


def folded(text: str) -> str:
    """A text on one line: every stretch of white space is one space."""
    return " ".join(text.split())


def link_between(path: str, target: str, label: str) -> str:
    """A Markdown link from one note to another."""
    relative = posixpath.relpath(target, posixpath.dirname(path))
    shown = "".join(" " if c in "[]\\`<>" else c for c in label)
    return f"[{folded(shown) or 'note'}]({quote(relative, safe='/._-')})"


@dataclass(slots=True)
class RecordNotes:
    """Notes that grow bullet by bullet; the same calls make the same bytes.

    `folder` is where subjects have their notes. Of two subjects whose file names would be
    one, the first keeps the plain name. `audience` is for whom the names of people are that
    only the import knows; their notes say so as a whole, since nobody else writes into them.
    """

    audience: str
    folder: str = TOPICS
    _notes: dict[str, tuple[str, dict[str, dict[str, None]]]] = field(default_factory=dict)
    _topics: dict[str, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    _ours: set[str] = field(default_factory=set)
    repeated: int = 0

    def topic(self, title: str) -> str:
        """The path of a subject's note; spelling apart, one subject has one note."""
        name = folded(title)
        key = name_key(name)
        if key not in self._topics:
            self._topics[key] = self._new_path(name)
            self.ensure(self._topics[key], name)
        return self._topics[key]

    def person(self, author: Author) -> str:
        """The path of a person's note, titled as they are called."""
        path = note_of_person(author.slug)
        if author.platform == IMPORTED:
            self._ours.add(path)
        self.ensure(path, folded(author.label) or author.slug)
        return path

    def ensure(self, path: str, title: str) -> None:
        """Have a note of that title, if there is none at this path yet."""
        self._notes.setdefault(path, (title, {}))

    def add(self, path: str, section: str, record: Record) -> None:
        """Add one bullet, unless the section has the same one."""
        lines = self._notes[path][1].setdefault(section, {})
        line = render_record(record)
        self.repeated += line in lines
        lines[line] = None

    def add_text(
        self,
        path: str,
        section: str,
        text: str,
        fields: RecordFields,
        *,
        state: RecordState = RecordState.LIVE,
        block_id: str | None = None,
    ) -> None:
        """Add a text as one bullet; one that is blank is none."""
        if line := folded(text):
            self.add(path, section, Record(line, fields, state, block_id))

    def add_relation(
        self, path: str, section: str, words: str, target: tuple[str, str], fields: RecordFields
    ) -> None:
        """Add what relates a note to another, (path, name), as a fact where the words allow it."""
        link = link_between(path, *target)
        predicate = folded(words).lower().replace(" ", "_").replace("-", "_")
        if is_predicate_name(predicate) and predicate != _MERGES_PEOPLE:
            try:
                text = fact_text(predicate, link)
                self.add(path, section, Record(text, fields, predicate=predicate, object=link))
            except InputError:
                pass
            else:
                return
        self.add_text(path, section, f"{words} {link}", fields)

    def files(self) -> Iterator[NoteFile | Remark]:
        """The notes by path, as they stand now."""
        for path in sorted(self._notes):
            title, sections = self._notes[path]
            text = new_note(title)
            for section, lines in sections.items():
                text = append_records(text, section, list(lines))
            if path in self._ours:
                text = with_visibility(text, self.audience, path)
            yield from whole_note(path, text)

    def _new_path(self, name: str) -> str:
        slug = title_slug(name)
        for stem in (slug, digested(name)):
            file = portable_names([f"{stem}.md"])[f"{stem}.md"]
            if name_key(file) not in self._taken:
                break
        self._taken.add(name_key(file))
        return f"{self.folder}/{file}"
