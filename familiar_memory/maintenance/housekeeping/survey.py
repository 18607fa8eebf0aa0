"""One look at a whole tree: every note read once, its lines, and which note links which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from familiar_memory.domain.tree import LORE, SELF, is_below, is_indexed
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import EVERYONE, narrowest
from familiar_memory.knowledge.tree_rules import is_sectioned_by_place
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.links import find_links, links_in
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.register.lost_links import LostLink, Vault
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import FileState, NoteReader

__all__ = ["Survey", "SurveyedNote", "is_canon", "survey"]


@dataclass(frozen=True)
class SurveyedNote:
    """A note as it stands at a path, known by a key, when it was last `saved`.

    `linked` are the paths that it links.
    """

    path: str
    key: str
    note: Note
    lines: tuple[StandingLine, ...]
    linked: frozenset[str]
    lost: tuple[LostLink, ...]
    saved: datetime
    default_audience: str

    @property
    def text(self) -> str:
        """What it says, line ends and all."""
        return self.note.text

    @cached_property
    def audiences(self) -> Mapping[int, str]:
        """For whom each of its lines is, by the number of the line, from 1; blank ones are left."""
        said = NoteAudiences(self.key, self.note, self.default_audience)
        found: dict[int, str] = {}
        for section in self.note.sections:
            for block in section.blocks:
                audience = said.read(section, block).audience
                found |= dict.fromkeys(range(block.line, block.line_end + 1), audience)
        return found

    @property
    def audience(self) -> str:
        """For those alone who may know all of it."""
        return narrowest((self.of_note, *self.audiences.values()))

    @property
    def name_audience(self) -> str:
        """For whom what the note is called is: whoever may know a line of it knows its name."""
        audiences = set(self.audiences.values()) or {self.of_note}
        return EVERYONE if EVERYONE in audiences else narrowest(audiences)

    @cached_property
    def of_note(self) -> str:
        """For whom a line of it is that says nothing."""
        return NoteAudiences(self.key, self.note, self.default_audience).of_note

    def audience_at(self, line: int) -> str:
        """For whom a line is; of one that is in no block (a property, say) as for the note."""
        return self.audiences.get(line, self.audience)


@dataclass(frozen=True)
class Survey:
    """The notes of a tree by path, and how its links find them.

    `is_listed`: every folder could be, so that a note that is not there is gone. `is_whole`: all
    notes could be read as well, so that what none of them says is said nowhere.
    """

    notes: Mapping[str, SurveyedNote]
    vault: Vault
    is_listed: bool = True
    is_whole: bool = True

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """What the notes say, by path."""
        return {path: one.text for path, one in self.notes.items()}

    @cached_property
    def by_key(self) -> Mapping[str, SurveyedNote]:
        """The notes by what they are known by."""
        return {one.key: one for one in self.notes.values()}

    @cached_property
    def linked(self) -> frozenset[str]:
        """The paths of notes that another one links."""
        found = (path for one in self.notes.values() for path in one.linked if path != one.path)
        return frozenset(found)

    def are_linked(self, one: SurveyedNote, other: SurveyedNote) -> bool:
        """Whether one of two notes links the other."""
        return other.path in one.linked or one.path in other.linked

    def beliefs(self) -> Iterator[tuple[SurveyedNote, StandingLine]]:
        """Every record that may be ended: not what was said, the card, rules or canon."""
        for note in self.notes.values():
            if not (is_sectioned_by_place(note.key) or is_canon(note.key)):
                yield from ((note, line) for line in note.lines)


def is_canon(key: str) -> bool:
    """Whether a note is of the card or of a lorebook: these are written by hand alone."""
    return is_below(key, SELF) or is_below(key, LORE)


def survey(store: NoteReader, register: TreeRegister, rules: NoteRules) -> Survey:
    """Read every note; one that cannot be read is left out.

    Raises:
        StoreError: the tree cannot be read.
    """
    scan, keys = register.take(store.scan_files)
    states = {one.path: one for one in scan.files if is_indexed(one.path)}
    vault = Vault(states, store.read_file)
    notes: dict[str, SurveyedNote] = {}
    for path, state in states.items():
        try:
            text = store.read_file(path)
        except FamiliarError:
            # Doctor reports what cannot be read.
            continue
        notes[path] = _read(state, keys.get(path, path), text, vault, rules)
    is_listed = not scan.unreadable
    return Survey(notes, vault, is_listed, is_listed and len(notes) == len(states))


def _read(state: FileState, key: str, text: str, vault: Vault, rules: NoteRules) -> SurveyedNote:
    path, saved = state.path, datetime.fromtimestamp(state.mtime_ns / 1e9, UTC)
    with kept_readings():
        note = parse_note(text, rules.vocabulary, key)
        lines = tuple(standing_lines(key, note, rules.default_audience))
        links = (*links_in(note.frontmatter.source), *find_links(text)) if "[" in text else ()
    linked = frozenset(to for link in links if (to := vault.leads(link, path)) is not None)
    lost = tuple(one for link in links if (one := vault.lost(link, path)) is not None)
    return SurveyedNote(path, key, note, lines, linked, lost, saved, rules.default_audience)
