"""What an erasure would take, line by line, before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.text.line_diff import changes
from familiar_memory.errors import NotAFileError, NotFoundError, PathError
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.belongings.wanted import FreedOriginal
from familiar_memory.maintenance.forget.line_writers import LineWriters, lines_in
from familiar_memory.maintenance.forget.redaction import NoteRedaction
from familiar_memory.store.editor_settings import editor_settings, settings_without
from familiar_memory.store.erasing import files_in
from familiar_memory.store.names import DERIVED_PATHS

__all__ = ["LostLine", "LostNote", "LostTurn", "ForgetList", "list_erasure"]


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line of a note that goes, or loses something: `becomes` is what is left of it.

    `line` counts from 1. `is_human`: no program wrote it, as far as the journal knows.
    """

    path: str
    line: int
    text: str
    becomes: str | None
    is_human: bool


@dataclass(frozen=True, slots=True)
class LostNote:
    """A file that goes as a whole; `human_lines` are those that no program wrote.

    `lines` is 0 where it is no text, such as a picture.
    """

    path: str
    lines: int
    human_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LostTurn:
    """A message that goes, or loses something: `becomes` is what is left of it."""

    place: str
    ref: str
    at: datetime
    author: str
    text: str
    becomes: str | None


@dataclass(frozen=True, slots=True)
class ForgetList:
    """All that would go. `versions` are former versions of notes that lose something.

    `freed` are lines that stay, and stand for themselves again: what they were merged into goes.
    `same_person` are slugs of the same person that stay with their notes: their `same_as` goes, and
    nothing says any more that they are one.
    """

    notes: tuple[LostNote, ...] = ()
    lines: tuple[LostLine, ...] = ()
    turns: tuple[LostTurn, ...] = ()
    versions: int = 0
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    recalls: int = 0
    freed: tuple[FreedOriginal, ...] = ()
    same_person: tuple[str, ...] = ()
    erasure: Erasure = field(default_factory=Erasure, repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing of it anywhere."""
        return not (self.notes or self.lines or self.turns or self.versions or self.names)

    @property
    def human_lines(self) -> int:
        """How many of the lines a person wrote."""
        whole = sum(len(note.human_lines) for note in self.notes)
        return whole + sum(line.is_human for line in self.lines)


def list_erasure(sources: MemorySources, what: Erasure) -> ForgetList:
    """Everything that erasing it would change; reads all notes, versions and turns.

    Raises:
        HistoryError: the conversation cannot be read.
        StoreError: the tree or its journal cannot be read.
    """
    redaction = NoteRedaction(what)
    notes: list[LostNote] = []
    lines: list[LostLine] = []
    for path in files_in(sources.store.root):
        if path in DERIVED_PATHS or (data := _bytes_of(sources, path)) is None:
            continue
        rest = None if path in what.paths else redaction(path, data)
        if rest == data:
            continue
        wrote = LineWriters(sources, path)
        old = lines_in(data)
        if rest is None:
            human = tuple(line for line in old if line.strip() and wrote.is_human(line))
            notes.append(LostNote(path, len(old), human))
        else:
            lines += _changed(path, old, lines_in(rest), wrote.is_human)
    lines += _of_settings(sources.store.root, redaction)
    return ForgetList(
        tuple(notes),
        tuple(lines),
        tuple(_turns(sources, what)),
        _versions(sources, what, redaction),
        tuple(sorted(_names(sources, what))),
        tuple(sorted(what.places)),
        erasure=what,
    )


def _bytes_of(sources: MemorySources, path: str) -> bytes | None:
    """What a file holds, hidden or not; None where it is none of those that the store changes."""
    try:
        return sources.store.read_bytes(path)
    except (NotFoundError, NotAFileError, PathError):
        return None


def _of_settings(root: Path, redaction: NoteRedaction) -> Iterator[LostLine]:
    """Of what Obsidian keeps beside the notes: no person has written it."""
    for path in editor_settings(root):
        data = (root / path).read_bytes()
        if (rest := settings_without(data, partial(redaction, path))) is not None:
            yield from _changed(path, lines_in(data), lines_in(rest), lambda _: False)


def _changed(
    path: str, old: list[str], new: list[str], is_human: Callable[[str], bool]
) -> Iterator[LostLine]:
    for start, end, new_start, new_end in changes(old, new):
        left = new[new_start:new_end]
        for number in range(start, end):
            text = old[number]
            becomes = left[number - start] if end - start == len(left) else None
            if text.strip():
                yield LostLine(path, number + 1, text, becomes, is_human(text))


def _turns(sources: MemorySources, what: Erasure) -> Iterator[LostTurn]:
    sought = Sought.of(what)
    people = {author.slug for author in what.authors}
    for stored in every_turn(sources.history):
        turn = stored.turn
        if turn.deleted:
            continue
        slug = turn.place.slug
        is_gone = (slug, turn.ref) in what.turns or slug in what.places
        becomes = None
        if not is_gone and not (turn.role is Role.USER and turn.author.slug in people):
            becomes = sought.taken_from(turn.text)
            if becomes == turn.text:
                continue
        yield LostTurn(slug, turn.ref, turn.timestamp, turn.author.label, turn.text, becomes)


def _versions(sources: MemorySources, what: Erasure, redaction: NoteRedaction) -> int:
    count = 0
    seen: set[tuple[str, str]] = set()
    for entry in sources.journal.entries():
        for revision in (entry.before, entry.after):
            if revision is None or (revision, entry.path) in seen:
                continue
            seen.add((revision, entry.path))
            data = sources.journal.kept(revision)
            if data is not None:
                count += entry.path in what.paths or redaction(entry.path, data) != data
    return count


def _names(sources: MemorySources, what: Erasure) -> Iterator[str]:
    for author in what.authors:
        for seen in sources.history.names_of(author):
            yield from seen.author.known_names
            yield seen.author.canonical_key
