"""`familiar watch`: keep the index in step with the tree, and tell what happens."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible

if TYPE_CHECKING:
    import asyncio

    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.upkeep.watch_story import Told
    from familiar_memory.store.journal.entry import JournalEntry
    from familiar_memory.sync.follow import DocumentChange
    from familiar_memory.sync.report import SyncReport

__all__ = ["follow", "register"]

_EXAMPLES = examples("familiar watch", "familiar watch --once", "familiar watch --json")
_PARTIAL = 3
_TIDY_EVERY_S = 86_400
_STYLES = {
    "added": "green",
    "changed": "yellow",
    "moved": "cyan",
    "removed": "red",
    "failed": "bold red",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch", cls=FamiliarCommand, epilog=_EXAMPLES)(_watch)


def _watch(
    ctx: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", help="Compare everything once, tell what changed, and end.")
    ] = False,
) -> None:
    """Follow the notes: index each change at once, and tell it; Ctrl-C ends.

    Safe beside a running bot, which does the same by itself.
    With --once, exit code 3 when a note cannot be indexed.
    """
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> SyncReport:
        stop = asyncio.Event()
        if once:
            return await follow(familiar, out, None)
        with _ended_by_signals(stop):
            return await follow(familiar, out, stop)

    report = with_familiar(call, out, work)
    if once and report.failed:
        raise typer.Exit(_PARTIAL)


async def follow(familiar: Familiar, out: Output, stop: asyncio.Event | None) -> SyncReport:
    """Follow until `stop` is set (None: one look), telling each change; what it began with."""
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import tell_held
    from familiar_memory.interfaces.cli.upkeep.watch_story import Story
    from familiar_memory.sync.follow import Follower

    counts: Counter[str] = Counter()
    parts = familiar.parts
    story = Story(familiar.journal, parts.notes.name)

    def told(changes: Sequence[DocumentChange]) -> None:
        for line in story.of(changes):
            counts[line.what] += 1
            _print(line, familiar, out)

    follower = Follower(
        parts.synchroniser,
        parts.index,
        familiar.store.root,
        (parts.notes.name, parts.conversation.name),
        told,
        lambda held: tell_held(held, out),
        reconcile_s=parts.settings.index.reconcile_s,
    )
    try:
        hears, report = await asyncio.to_thread(follower.start, listen=stop is not None)
        story.begin()
        if stop is not None:
            _tell_start(familiar, out, hears)
            await _until(stop, familiar)
    finally:
        await asyncio.to_thread(follower.close)
    _tell_end(counts, out)
    if stop is None and out.is_json and not counts:
        # One look is one document for a program, also when there is nothing to tell.
        out.json_line(_line(familiar, None))
    return report


async def _until(stop: asyncio.Event, familiar: Familiar) -> None:
    """Wait for the end; once a day the journal lets go of what its settings do not keep."""
    import asyncio

    while not stop.is_set():
        await asyncio.to_thread(familiar.journal.tidy, familiar.now())
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _TIDY_EVERY_S)


@contextmanager
def _ended_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Let Ctrl-C and a polite kill end the watch, and not the work that is under way."""
    import asyncio

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


def _print(told: Told, familiar: Familiar, out: Output) -> None:
    if out.is_json:
        out.json_line(_line(familiar, told))
        return
    now = familiar.now().astimezone(familiar.parts.settings.zone)
    from rich.text import Text

    line = Text.assemble(
        (f"{now:%H:%M:%S}", "dim"),
        "  ",
        (f"{told.what:<7}", _STYLES[told.what]),
        f"  {visible(told.key)}",
    )
    if told.reason:
        line.append(f"  {visible(told.reason.removeprefix(f'{told.key}: '))}", "red")
    elif told.entry is not None:
        line.append(f"  {_by(told.entry, familiar)}", "dim")
    out.print(line)
    out.flush()


def _line(familiar: Familiar, told: Told | None) -> dict[str, str | None]:
    """One line for a program; without anything to tell it says that there was nothing."""
    now = familiar.now().astimezone(familiar.parts.settings.zone)
    entry = None if told is None else told.entry
    is_move = entry is not None and entry.moved_to is not None
    return {
        "time": now.isoformat(),
        "source": None if told is None else told.source,
        "path": None if told is None else told.key,
        "what": "unchanged" if told is None else str(told.what),
        "moved_from": entry.path if entry is not None and is_move else None,
        "by": None if entry is None else entry.source,
        "change": None if entry is None else entry.id,
        "reason": None if told is None else told.reason or None,
    }


def _by(entry: JournalEntry, familiar: Familiar) -> str:
    from familiar_memory.interfaces.cli.notes.change_view import (
        lines_text,
        short,
        versions_of,
        who,
    )

    told = (
        who(entry),
        "" if entry.moved_to is None else f"was {entry.path}",
        lines_text(entry, versions_of(entry, familiar.journal)),
        short(entry.id),
    )
    return visible("  ".join(part for part in told if part))


def _tell_start(familiar: Familiar, out: Output, hears: bool) -> None:
    seconds = familiar.parts.settings.index.reconcile_s
    how = "saves are indexed at once" if hears else "this system does not tell of saves"
    out.notice(
        f"following {familiar.store.root}: {how}, everything is compared every {seconds:g} s;"
        " Ctrl-C ends",
        "dim",
    )


def _tell_end(counts: Counter[str], out: Output) -> None:
    told = ", ".join(f"{counts[word]} {word}" for word in _STYLES if counts[word])
    out.notice(told or "nothing changed")
