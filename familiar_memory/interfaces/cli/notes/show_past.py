"""A note as it was at a moment, from the journal's versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.errors import NotFoundError, NotTextError
from familiar_memory.interfaces.cli.frame.moments import read_moment
from familiar_memory.interfaces.cli.frame.note_places import place_of, was_ever
from familiar_memory.interfaces.cli.frame.output import Output, visible
from familiar_memory.interfaces.cli.notes.change_view import short, who

if TYPE_CHECKING:
    from datetime import datetime

    from familiar_memory.familiar import Familiar
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["show_past"]


def show_past(familiar: Familiar, given: str, as_of: str, out: Output, *, raw: bool) -> None:
    """Print the text of a note at a moment.

    Raises:
        NotFoundError: there was no such note then; the message says what is known of it.
        NotTextError: what stood there was no text.
        UsageError: the moment cannot be read.
    """
    zone = familiar.parts.settings.zone
    moment = read_moment(as_of, zone, familiar.now(), at_end=True)
    named = place_of(given, was_ever(familiar))
    path = familiar.journal.name_at(named, moment)
    past = familiar.journal.past(path, moment)
    if past is None or past.revision is None:
        raise NotFoundError(*_why_not(familiar, named, moment))
    since = past.since.astimezone(zone)
    try:
        data = familiar.journal.version(past.revision)
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
    if out.is_json:
        out.json(
            {
                "path": path,
                "as_of": moment.astimezone(zone).isoformat(),
                "since": since.isoformat(),
                "revision": past.revision,
                "size": len(data),
                "text": text,
            }
        )
    elif raw or not out.is_rich:
        out.raw(text)
    else:
        from rich.markdown import Markdown

        other = "" if path == named else f" ({named} by now)"
        out.notice(f"{path}{other} as it was from {since:%Y-%m-%d %H:%M} on", "dim")
        out.print(Markdown(visible(text), hyperlinks=False))


def _why_not(familiar: Familiar, path: str, moment: datetime) -> tuple[str, str]:
    """What is known of a note that was not there at that moment, and what would be accepted."""
    from familiar_memory.store.journal.entry import BASELINE_SOURCE, ChangeState

    zone = familiar.parts.settings.zone
    then = f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
    done = [e for e in familiar.journal.entries(path) if e.state is ChangeState.DONE]
    exact = [entry for entry in done if path in entry.paths]
    if not exact:
        if done or (familiar.store.exists(path) and familiar.store.stat(path).is_dir):
            return f"{path or 'the whole memory'} is a folder", "name one note of it"
        return f"there is no note {path!r}, and never was", "`familiar log` tells what there was"
    missing = familiar.journal.missing().get(path)
    if missing is not None and missing <= moment:
        return (
            f"{path} was not there on {then}: it was found missing"
            f" {missing.astimezone(zone):%Y-%m-%d %H:%M}, with most other notes",
            "bring it back, or `familiar index update --accept-removals` if it was deleted",
        )
    before = [entry for entry in exact if entry.time <= moment]
    if before:
        last = before[-1]
        gone = f"moved to {last.moved_to}" if last.moved_to else "deleted"
        return f"{path} was not there on {then}: {gone} {_when(last, familiar)}", _earlier(last)
    first = exact[0]
    if first.source == BASELINE_SOURCE:
        return (
            f"what {path} was on {then} is not known",
            f"it was seen for the first time on {_when(first, familiar)}",
        )
    return f"{path} was not there on {then}", f"it was made on {_when(first, familiar)}"


def _when(entry: JournalEntry, familiar: Familiar) -> str:
    time = entry.time.astimezone(familiar.parts.settings.zone)
    return f"{time:%Y-%m-%d %H:%M} by {who(entry)}"


def _earlier(entry: JournalEntry) -> str:
    return f"`familiar log {entry.moved_to or entry.path}` tells more; its id is {short(entry.id)}"
