"""Follow the notes for one command: index each change at once, and report it."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from rich.text import Text

from familiar_memory.assembly.parts import Parts
from familiar_memory.assembly.setup import Setup
from familiar_memory.inspection.changes.change import short, versions_of, who
from familiar_memory.inspection.changes.story import Story, StoryLine
from familiar_memory.interfaces.cli.frame.opening import tell_held
from familiar_memory.interfaces.cli.frame.output import Output, visible
from familiar_memory.interfaces.cli.notes.change_view import lines_text
from familiar_memory.interfaces.json_values.changes import news_json
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.sync.changes.document_change import DocumentChange
from familiar_memory.sync.changes.picture import Picture
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.upkeep.follow import Follower

__all__ = ["follow", "follow_until_told"]

_TIDY_EVERY_S = 86_400
"""A day; what tidying takes away is little, and a start tidies too."""
_STYLES = {
    "added": "green",
    "changed": "yellow",
    "moved": "cyan",
    "removed": "red",
    "failed": "bold red",
}


async def follow(parts: Parts, out: Output, stop: asyncio.Event | None) -> SyncReport:
    """Follow until `stop` is set (None: one look), telling each change; what it began with."""
    counts: Counter[str] = Counter()
    story = Story(parts.files.journal, parts.indexing.notes.name, parts.files.register.last_path)

    def told(changes: Sequence[DocumentChange]) -> None:
        for line in story.of(changes):
            counts[line.what] += 1
            _print(line, parts, out)

    follower = Follower(
        parts.indexing.worker,
        parts.indexing.watcher,
        Picture(parts.files.index, (parts.indexing.notes.name, parts.indexing.conversation.name)),
        told,
        lambda held: tell_held(held, out),
        key_of=parts.files.register.last_key,
        keys=parts.files.register.keys,
    )
    try:
        hears, report = await asyncio.to_thread(follower.start, listen=stop is not None)
        story.begin()
        if stop is not None:
            _tell_start(parts, out, hears)
            await _until(stop, parts)
    finally:
        await asyncio.to_thread(follower.close)
    _tell_end(counts, out)
    if stop is None and out.is_json and not counts:
        # One look is one document for a program, also when there is nothing to tell.
        out.json_line(news_json(None, _now(parts.setup)))
    return report


async def _until(stop: asyncio.Event, parts: Parts) -> None:
    """Wait for the end; once a day the journal lets go of what its settings do not keep."""
    while not stop.is_set():
        await asyncio.to_thread(parts.files.journal.tidy, parts.setup.clock.now())
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _TIDY_EVERY_S)


async def follow_until_told(parts: Parts, out: Output) -> SyncReport:
    """Follow until Ctrl-C or a polite kill."""
    stop = asyncio.Event()
    with _ended_by_signals(stop):
        return await follow(parts, out, stop)


@contextmanager
def _ended_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Let Ctrl-C and a polite kill end the watch, and not the work that is under way."""
    loop = asyncio.get_running_loop()

    def ended(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    before: list[tuple[signal.Signals, Any]] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        # Elsewhere than in the main thread signals are somebody else's business.
        with suppress(ValueError):
            before.append((number, signal.signal(number, ended)))
    try:
        yield
    finally:
        for ended_by, handler in before:
            signal.signal(ended_by, handler)


def _print(told: StoryLine, parts: Parts, out: Output) -> None:
    if out.is_json:
        out.json_line(news_json(told, _now(parts.setup)))
        return
    now = _now(parts.setup)
    line = Text.assemble(
        (f"{now:%H:%M:%S}", "dim"),
        "  ",
        (f"{told.what:<7}", _STYLES[told.what]),
        f"  {visible(told.key)}",
    )
    if told.reason:
        line.append(f"  {visible(told.reason.removeprefix(f'{told.key}: '))}", "red")
    elif told.entry is not None:
        line.append(f"  {_by(told.entry, parts)}", "dim")
    out.print(line)
    out.flush()


def _now(setup: Setup) -> datetime:
    return setup.clock.now().astimezone(setup.settings.zone)


def _by(entry: JournalEntry, parts: Parts) -> str:
    told = (
        who(entry),
        "" if entry.moved_to is None else f"was {entry.path}",
        lines_text(entry, versions_of(entry, parts.files.journal)),
        short(entry.id),
    )
    return visible("  ".join(part for part in told if part))


def _tell_start(parts: Parts, out: Output, hears: bool) -> None:
    seconds = parts.setup.settings.index.reconcile_s
    how = "saves are indexed at once" if hears else "this system does not report saves"
    out.notice(
        f"watching {parts.store.root}: {how}, and everything is compared every {seconds:g} s;"
        " Ctrl-C stops",
        "dim",
    )


def _tell_end(counts: Counter[str], out: Output) -> None:
    told = ", ".join(f"{counts[word]} {word}" for word in _STYLES if counts[word])
    out.notice(told or "nothing changed")
