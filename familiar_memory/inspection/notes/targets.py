"""What a person names for the index to look at: notes, folders, turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import NotFoundError, PathError, UsageError
from familiar_memory.inspection.named import named_place
from familiar_memory.inspection.note_places import place_of
from familiar_memory.sync.report import SyncReport

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.index.rows.documents import KnownDocument
    from familiar_memory.store.base import NoteStore
    from familiar_memory.sync.changes.document_change import DocumentChange

__all__ = ["Targets", "targets_of", "update_named"]

_LISTED = 8
_ACCEPTED = (
    "a note (topics/tea.md), a folder (people), or a turn: its ref, or PLACE/REF"
    " (discord-lantern.tavern/m1)"
)


@dataclass(frozen=True, slots=True)
class Targets:
    """Keys of documents, each once and in order: notes, and sessions of the conversation."""

    notes: dict[str, None] = field(default_factory=dict)
    sessions: dict[str, None] = field(default_factory=dict)


def targets_of(parts: Parts, given: Iterable[str]) -> Targets:
    """The documents that are meant; a turn means the stretch of talk it belongs to.

    Raises:
        NotFoundError: nothing of that name is there, or in the index.
        UsageError: several turns of other places have that ref; or the file is no memory.
    """
    targets = Targets()
    known = parts.files.index.known(parts.indexing.notes.name)
    for word in given:
        word = _path_of(parts, word)
        if notes := _notes(parts.store, word, known):
            # What is indexed are keys; a path that is gone is the key that it was.
            key_of = parts.files.register.key_of
            targets.notes.update(dict.fromkeys(map(key_of, notes)))
        else:
            targets.sessions[_session(parts.files, word)] = None
    return targets


def _notes(store: NoteStore, word: str, known: dict[str, KnownDocument]) -> list[str]:
    """The notes of a path that is there or is indexed; none when it may be a turn."""
    path = place_of(word, lambda one: one in known or _exists(store, one))
    if path in known or (path and _exists(store, path) and not store.stat(path).is_dir):
        if not is_indexed(path) and path not in known:
            raise UsageError(
                f"{path!r} is not indexed: memory is what stands in Markdown", _ACCEPTED
            )
        return [path]
    below = f"{path}/" if path else ""
    vanished = {key for key in known if key.startswith(below)}
    if path and not vanished and not _exists(store, path):
        return []
    there = (
        {state.path for state in store.scan_files(path).files} if _is_folder(store, path) else set()
    )
    found = sorted({key for key in there if is_indexed(key)} | vanished)
    if not found:
        raise NotFoundError(f"there is no note in {path or 'the memory'!r}", _ACCEPTED)
    return found


def _path_of(parts: Parts, word: str) -> str:
    """The path of a note that is named by its name or id, unless a turn is called so."""
    try:
        path = named_place(parts, word)
    except PathError:
        return word
    is_turn = bool(parts.files.history.turns_named(word))
    return word if is_turn or not _exists(parts.store, path) else path


def _exists(store: NoteStore, path: str) -> bool:
    try:
        return store.exists(path)
    except PathError:
        # A ref may hold what no path can.
        return False


def _is_folder(store: NoteStore, path: str) -> bool:
    return not path or (_exists(store, path) and store.stat(path).is_dir)


def _session(files: OpenFiles, word: str) -> str:
    history = files.history
    if history.session(word) is not None:
        return word
    place, separator, ref = word.partition("/")
    if separator and (stored := history.turn(place, ref)) is not None:
        return stored.session
    named = history.turns_named(word)
    places = sorted({stored.turn.place.slug for stored in named})
    if len(places) > 1:
        more = f", and {len(places) - _LISTED} more" if len(places) > _LISTED else ""
        raise UsageError(
            f"{len(places)} places have a turn {word!r}",
            f"say which: {', '.join(f'{slug}/{word}' for slug in places[:_LISTED])}{more}",
        )
    if not named:
        raise NotFoundError(f"{word!r} is not a note, a folder or a turn", _ACCEPTED)
    return named[0].session


def update_named(parts: Parts, given: Sequence[str]) -> tuple[SyncReport, Sequence[DocumentChange]]:
    """Update what is named; beside the counts, what has changed in the index by it."""
    targets = targets_of(parts, given)
    feed = parts.indexing.synchroniser.changes
    total = SyncReport()
    changes: list[DocumentChange] = []
    for source, wanted in (
        (parts.indexing.notes.name, targets.notes),
        (parts.indexing.conversation.name, targets.sessions),
    ):
        if not wanted:
            continue
        keys = list(wanted)
        start = feed.cursor()
        report = parts.indexing.synchroniser.update(source, keys)
        changes += feed.net_since(start, source, keys, report.failed)
        total += report
    return total, changes
