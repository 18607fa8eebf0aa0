"""One look at a whole tree: what is known of every note, and which note links which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import PurePosixPath

from familiar_memory.domain.tree import (
    CHANNELS,
    DAYS,
    LORE,
    PEOPLE,
    SELF,
    SESSIONS,
    is_below,
    is_indexed,
)
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.maintenance.housekeeping.kept_views import KeptViews
from familiar_memory.maintenance.housekeeping.view import NoteView, line_audiences
from familiar_memory.maintenance.sleep.failures import plain_reason
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.register.lost_links import LostLink, Vault
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader

__all__ = ["Survey", "SurveyedNote", "survey"]

_NO_TOPICS = (CHANNELS, DAYS, LORE, PEOPLE, SELF, SESSIONS)


@dataclass(frozen=True)
class SurveyedNote:
    """A note as it stands at a path, known by a key, when it was last `saved`.

    `linked` are the paths that it links. What its `view` does not say is read when it is asked for.
    """

    path: str
    key: str
    text: str
    view: NoteView
    linked: frozenset[str]
    lost: tuple[LostLink, ...]
    saved: datetime
    rules: NoteRules

    @property
    def is_topic(self) -> bool:
        """Whether it is about a thing: in `topics/`, or a plain one."""
        return not any(is_below(self.key, folder) for folder in _NO_TOPICS)

    @property
    def titles(self) -> tuple[str, ...]:
        """What it is called: its title, its aliases, the name of its file."""
        names = (self.view.title, *self.view.aliases, PurePosixPath(self.path).stem)
        return tuple(dict.fromkeys(filter(None, (" ".join(name.split()) for name in names))))

    @cached_property
    def note(self) -> Note:
        """The whole note, parsed."""
        return parse_note(self.text, self.rules.vocabulary, self.key)

    @cached_property
    def audience(self) -> str:
        """For those alone who may know all of it."""
        return narrowest((self.view.of_note, *self._audiences.values()))

    def audience_at(self, line: int) -> str:
        """For whom a line is; of one that is in no block (a property, say) as for the note."""
        return self._audiences.get(line, self.audience)

    @cached_property
    def _audiences(self) -> Mapping[int, str]:
        return line_audiences(self.key, self.note, self.rules.default_audience)


@dataclass(frozen=True)
class Survey:
    """The notes of a tree by path, and how its links find them.

    `unread` are the paths of what could not be read, and why. `is_listed`: every folder could be,
    so that a note that is not there is gone.
    """

    notes: Mapping[str, SurveyedNote]
    vault: Vault
    unread: Mapping[str, str] = field(default_factory=dict)
    is_listed: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether all notes could be read, so that what none of them says is said nowhere."""
        return not self.unread

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
        """Every record that may have to end: none of what was said, the card, rules or canon."""
        for note in self.notes.values():
            yield from ((note, line) for line in note.view.lines)


def survey(store: NoteReader, register: TreeRegister, rules: NoteRules, kept: KeptViews) -> Survey:
    """Read every note; one that cannot be read is left out.

    Raises:
        StoreError: the tree cannot be read.
    """
    scan, keys = register.take(store.scan_files)
    states = {one.path: one for one in scan.files if is_indexed(one.path)}
    unread = {one.path: one.reason for one in scan.unreadable}
    texts = dict(_texts(store, states, unread))
    vault = Vault(states, lambda path: texts.get(path, ""))
    notes = {}
    for path, text in texts.items():
        key, state = keys.get(path, path), states[path]
        view = kept.view(state, key, text)
        saved = datetime.fromtimestamp(state.mtime_ns / 1e9, UTC)
        notes[path] = SurveyedNote(path, key, text, view, *_led(view, path, vault), saved, rules)
    return Survey(notes, vault, unread, is_listed=not scan.unreadable)


def _texts(
    store: NoteReader, paths: Iterable[str], unread: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """What can be read; of the rest, why it cannot be, goes into `unread`."""
    for path in paths:
        try:
            yield path, store.read_file(path)
        except FamiliarError as problem:
            unread[path] = plain_reason(problem)


def _led(view: NoteView, path: str, vault: Vault) -> tuple[frozenset[str], tuple[LostLink, ...]]:
    """What a note links, and which of its links lead nowhere."""
    leads: dict[str, str | None] = {}
    lost: list[LostLink] = []
    for link in view.links:
        way = f"{link.kind}{link.target}"
        if way not in leads:
            leads[way] = vault.leads(link, path)
        if leads[way] is None or "#^" in link.target:
            found = vault.lost(link, path)
            lost += () if found is None else (found,)
    return frozenset(filter(None, leads.values())), tuple(lost)
