"""A note as it was at a moment, from the journal's versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.errors import NotFoundError, NotTextError
from familiar_memory.inspection.changes.change import short, who
from familiar_memory.inspection.note_places import place_of, was_ever
from familiar_memory.store.journal.entry import BASELINE_SOURCE, ChangeState

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["PastNote", "past_note"]


@dataclass(frozen=True, slots=True)
class PastNote:
    """The text that stood at `path` at the moment `as_of`, and did from `since` on.

    Both moments are in the familiar's zone; `size` is in bytes. What was asked for is
    `named` by now.
    """

    path: str
    named: str
    as_of: datetime
    since: datetime
    revision: str
    size: int
    text: str


def past_note(parts: Parts, given: str, moment: datetime) -> PastNote:
    """The text of a note at a moment.

    Raises:
        NotFoundError: there was no such note then; the message says what is known of it.
        NotTextError: what stood there was no text.
    """
    zone = parts.setup.settings.zone
    named = place_of(given, was_ever(parts.store, parts.files.journal))
    path = parts.files.journal.name_at(named, moment)
    past = parts.files.journal.past(path, moment)
    if past is None or past.revision is None:
        raise NotFoundError(*_why_not(parts, named, moment))
    since = past.since.astimezone(zone)
    try:
        data = parts.files.journal.version(past.revision)
    except NotFoundError:
        raise NotFoundError(
            f"{path} of {since:%Y-%m-%d %H:%M} is no longer kept",
            "journal.keep_days and journal.keep_mb in character.toml say how much is",
        ) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotTextError(
            f"{path} of {since:%Y-%m-%d %H:%M} is not UTF-8 text at byte {problem.start}",
            "`familiar undo` can bring such a version back",
        ) from None
    return PastNote(path, named, moment.astimezone(zone), since, past.revision, len(data), text)


def _why_not(parts: Parts, path: str, moment: datetime) -> tuple[str, str]:
    """What is known of a note that was not there at that moment, and what would be accepted."""
    zone = parts.setup.settings.zone
    then = f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
    done = [e for e in parts.files.journal.entries(path) if e.state is ChangeState.DONE]
    exact = [entry for entry in done if path in entry.paths]
    if not exact:
        if done or (parts.store.exists(path) and parts.store.stat(path).is_dir):
            return f"{path or 'the whole memory'} is a folder", "name one note of it"
        return f"there is no note {path!r}, and never was", "`familiar log` lists what there was"
    missing = parts.files.journal.missing().get(path)
    if missing is not None and missing <= moment:
        return (
            f"{path} was not there on {then}: it was found missing"
            f" {missing.astimezone(zone):%Y-%m-%d %H:%M}, with most other notes",
            "restore it, or run `familiar index update --accept-removals` if it was deleted",
        )
    before = [entry for entry in exact if entry.time <= moment]
    if before:
        last = before[-1]
        gone = f"moved to {last.moved_to}" if last.moved_to else "deleted"
        return f"{path} was not there on {then}: {gone} {_when(last, parts.setup)}", _earlier(last)
    first = exact[0]
    if first.source == BASELINE_SOURCE:
        return (
            f"what {path} was on {then} is not known",
            f"it was seen for the first time on {_when(first, parts.setup)}",
        )
    return f"{path} was not there on {then}", f"it was made on {_when(first, parts.setup)}"


def _when(entry: JournalEntry, setup: Setup) -> str:
    time = entry.time.astimezone(setup.settings.zone)
    return f"{time:%Y-%m-%d %H:%M} by {who(entry)}"


def _earlier(entry: JournalEntry) -> str:
    return f"`familiar log {entry.moved_to or entry.path}` says more; its id is {short(entry.id)}"
