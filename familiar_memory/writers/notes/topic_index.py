"""Which topic notes collect mentions, and for whose talk: those that have a section for them.

A note belongs to the talk of which it holds lines, or, where a person wrote it, to all.
That another guild speaks of something is not to be seen from where a line is filed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.tree import TOPICS, is_below
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.records.machine_lines import day_of
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.sizes import audience_sizes, size_for
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.register.claims import is_at_home
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import FileState, NoteReader
from familiar_memory.writers.batch import NotedTopic
from familiar_memory.writers.notes.topic_counts import is_count
from familiar_memory.writers.notes.topic_lead import is_origin
from familiar_memory.writers.notes.topic_notes import page_path, topic_of
from familiar_memory.writers.notes.topic_page import MENTIONS
from familiar_memory.writers.text.gists import is_linked_gist

__all__ = ["TopicIndex"]

_log = logging.getLogger(__name__)
_FOLDER, _END = TOPICS, ".md"
_H2 = 2
_FULL = 0.5
"""The share of a file's cap at which mentions go on in another file."""


@dataclass(frozen=True, slots=True)
class _Mention:
    place: str
    refs: tuple[str, ...]
    day: date | None


@dataclass(frozen=True, slots=True)
class _Page:
    """One file: what it mentions, and whether anything in it is for everyone.

    `sizes` are the bytes of its lines by audience; `lead` and `listed` are the lines that are kept
    up to date: linked gists, counts and where it first came up.
    """

    title: str
    sizes: Mapping[str, int]
    is_open: bool
    mentions: tuple[_Mention, ...]
    lead: tuple[Record, ...] = ()
    listed: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a note is called, the places of its lines, and whether anything is for everyone."""

    title: str
    places: frozenset[str]
    is_open: bool


class TopicIndex:
    """The topic notes of a tree, each parsed once as long as its file stays as it is."""

    def __init__(self, store: NoteReader, default_audience: str, register: TreeRegister) -> None:
        """Nothing is read before `refresh`; the audience is that of a line without one.

        The `register` says which topic's note a file is.
        """
        self._store = store
        self._register = register
        self._default = default_audience
        self._states: dict[str, FileState] = {}
        self._pages: dict[str, _Page] = {}
        self._subjects: dict[str, _Subject] = {}

    def refresh(self) -> None:
        """Look at every topic note; one that cannot be read is left out for now."""
        scan = self._store.scan_files(_FOLDER)
        for item in scan.unreadable:
            _log.warning("%s is left out: %s", item.path, item.reason)
        states = {state.path: state for state in scan.files if is_at_home(state.path)}
        for path in (self._pages.keys() | self._subjects.keys()) - states.keys():
            self._forget(path)
        for path, state in states.items():
            if self._states.get(path) != state:
                self.read(path, state)

    def read_changed(self, paths: Iterable[str]) -> None:
        """Read the topic notes among these anew."""
        for path in paths:
            if is_below(path, TOPICS) and is_at_home(path):
                self.read(path)

    def read(self, path: str, state: FileState | None = None) -> None:
        """Read one note anew."""
        self._forget(path)
        try:
            text = self._store.read_file(path)
        except StoreError as error:
            _log.warning("%s is left out: %s", path, error.problem)
            return
        key = self._register.key_of(path)
        note = parse_note(text, path=key)
        if (subject := self._subject(key, note)) is not None:
            self._subjects[path] = subject
        if (page := self._page(key, note)) is not None:
            self._pages[path] = page
        if state is not None:
            self._states[path] = state

    def known_to(self, is_theirs: Callable[[str], bool]) -> Mapping[str, NotedTopic]:
        """Every topic by slug, as a talk knows it; `is_theirs` says which places belong to it."""
        found: dict[str, list[tuple[int, _Page]]] = {}
        keys = self._register.keys()
        for path, page in self._pages.items():
            key = keys.get(path, path)
            if not _is_topic(key):
                continue
            slug, number = topic_of(key)
            found.setdefault(slug, []).append((number, page))
        return {slug: self._noted(slug, found[slug], is_theirs) for slug in sorted(found)}

    def subjects(self, is_theirs: Callable[[str], bool]) -> Mapping[str, str]:
        """The topics that a talk knows to have a note, by key.

        Each with its title, "" where a title that others gave it is not for this talk.
        """
        keys = self._register.keys()
        known = {
            keys.get(path, path): one.title if one.is_open else ""
            for path, one in self._subjects.items()
            if one.is_open or any(map(is_theirs, one.places))
        }
        return {key: known[key] for key in sorted(known)}

    def _noted(
        self, slug: str, numbered: Sequence[tuple[int, _Page]], is_theirs: Callable[[str], bool]
    ) -> NotedTopic:
        pages = dict(sorted(numbered))
        own = [one for page in pages.values() for one in page.mentions if is_theirs(one.place)]
        number = self._number(pages, is_theirs)
        page = pages.get(number)
        return NotedTopic(
            title=next(iter(pages.values())).title,
            path=page_path(slug, number),
            is_known=bool(own) or any(page.is_open for page in pages.values()),
            newest=max((one.day for one in own if one.day is not None), default=None),
            cited=frozenset((one.place, ref) for one in own for ref in one.refs),
            lead=_of_talk(page.lead if page else (), is_theirs),
            listed=_of_talk(page.listed if page else (), is_theirs),
        )

    def _number(self, pages: Mapping[int, _Page], is_theirs: Callable[[str], bool]) -> int:
        """The file that keeps this talk's lines up to date; none yet: one that has room."""
        kept = (n for n, page in pages.items() if _of_talk((*page.lead, *page.listed), is_theirs))
        if (number := max(kept, default=None)) is not None:
            return number
        # What others say has no part in it: each talk fills its own files, from the first on.
        sizes = {n: size_for(page.sizes, is_theirs) for n, page in pages.items()}
        last = max((n for n, size in sizes.items() if size), default=1)
        is_full = sizes.get(last, 0) > self._store.limits.max_file_bytes * _FULL
        return last + 1 if is_full else last

    def _forget(self, path: str) -> None:
        self._pages.pop(path, None)
        self._subjects.pop(path, None)
        self._states.pop(path, None)

    def _subject(self, key: str, note: Note) -> _Subject | None:
        """None for a note that is no topic's first file, or has no title."""
        if not _is_topic(key) or topic_of(key)[1] > 1 or not note.title:
            return None
        lines = standing_lines(key, note, self._default)
        return _Subject(
            note.title,
            frozenset(one.audience for one in lines if one.record.state is RecordState.LIVE),
            _tells_everyone(key, note, self._default),
        )

    def _page(self, path: str, note: Note) -> _Page | None:
        """None for a note that collects no mentions: a person's own, until its subject recurs."""
        section = note.section(MENTIONS)
        if not note.title or section is None:
            return None
        above = [
            block.record
            for part in note.sections
            if part.level < _H2
            for block in part.blocks
            if block.record is not None and block.parent is None
        ]
        within = [block.record for block in section.blocks if block.record is not None]
        mentions = tuple(
            _Mention(one.fields.place, one.fields.refs, day_of(one.fields.learned))
            for one in (*above, *within)
            if one.fields.place is not None
        )
        return _Page(
            note.title,
            audience_sizes(path, note, self._default),
            _tells_everyone(path, note, self._default),
            mentions,
            tuple(one for one in above if is_linked_gist(one) or is_origin(one)),
            tuple(one for one in within if is_linked_gist(one) or is_count(one)),
        )


def _of_talk(records: Iterable[Record], is_theirs: Callable[[str], bool]) -> tuple[Record, ...]:
    places = ((one, one.fields.place) for one in records)
    return tuple(one for one, place in places if place is not None and is_theirs(place))


def _tells_everyone(path: str, note: Note, default: str) -> bool:
    """Whether a line of it is for everyone: then that there is such a note is known to all.

    A title alone, with no line below it that is for fewer, is such a line.
    """
    audiences = NoteAudiences(path, note, default)
    if not note.blocks:
        return audiences.of_note == EVERYONE
    return any(
        audiences.read(section, block).audience == EVERYONE
        and (block.record is None or block.record.state is RecordState.LIVE)
        for section in note.sections
        for block in section.blocks
        if block.kind not in ("heading", "html")
    )


def _is_topic(path: str) -> bool:
    return path.startswith(f"{_FOLDER}/") and path.endswith(_END) and path.count("/") == 1
