"""`familiar watch`: keep the index in step with the tree, and tell what happens."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.interfaces.cli.invocation import invocation
from familiar_memory.interfaces.cli.output import Output, visible
from familiar_memory.interfaces.cli.shared import FamiliarCommand, examples

if TYPE_CHECKING:
    import asyncio

    from familiar_memory.familiar import Familiar
    from familiar_memory.store.journal_entry import JournalEntry
    from familiar_memory.sync.follow import DocumentChange
    from familiar_memory.sync.report import SyncReport

__all__ = ["follow", "register"]

_EXAMPLES = examples("familiar watch", "familiar watch --once", "familiar watch --json")
_PARTIAL = 3
_LOOKED_AT = 50
_TIDY_EVERY_S = 86_400
_STYLES = {"added": "green", "changed": "yellow", "removed": "red", "failed": "bold red"}


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

    from familiar_memory.interfaces.cli.opening import with_familiar

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

    from familiar_memory.interfaces.cli.opening import tell_held
    from familiar_memory.sync.follow import Follower

    counts: Counter[str] = Counter()

    def told(changes: Sequence[DocumentChange]) -> None:
        for change in changes:
            counts[change.what.value] += 1
            _print(change, familiar, out)

    parts = familiar.parts
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
        if stop is not None:
            _tell_start(familiar, out, hears)
            await _until(stop, familiar)
    finally:
        await asyncio.to_thread(follower.close)
    _tell_end(counts, out)
    if stop is None and out.is_json and not counts:
        # One look is one document for a program, also when there is nothing to tell.
        out.json_line(_line(familiar, None, None))
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


def _print(change: DocumentChange, familiar: Familiar, out: Output) -> None:
    entry = _change_that_made(change, familiar)
    if out.is_json:
        out.json_line(_line(familiar, change, entry))
        return
    now = familiar.now().astimezone(familiar.parts.settings.zone)
    from rich.text import Text

    what = change.what.value
    line = Text.assemble(
        (f"{now:%H:%M:%S}", "dim"), "  ", (f"{what:<7}", _STYLES[what]), f"  {visible(change.key)}"
    )
    if change.reason:
        line.append(f"  {visible(change.reason.removeprefix(f'{change.key}: '))}", "red")
    elif entry is not None:
        line.append(f"  {_by(entry, familiar)}", "dim")
    out.print(line)
    out.flush()


def _line(
    familiar: Familiar, change: DocumentChange | None, entry: JournalEntry | None
) -> dict[str, str | None]:
    """One line for a program; without a change it says that there was none."""
    now = familiar.now().astimezone(familiar.parts.settings.zone)
    return {
        "time": now.isoformat(),
        "source": None if change is None else change.source,
        "path": None if change is None else change.key,
        "what": "unchanged" if change is None else change.what.value,
        "by": None if entry is None else entry.source,
        "change": None if entry is None else entry.id,
        "reason": None if change is None else change.reason or None,
    }


def _change_that_made(change: DocumentChange, familiar: Familiar) -> JournalEntry | None:
    """The newest change in the journal that made the note what was indexed, or took it away.

    None when the journal does not know it (yet), and of a conversation, which has none.
    """
    from familiar_memory.store.journal_entry import ChangeState

    if change.source != familiar.parts.notes.name:
        return None
    known = familiar.index.known_some(change.source, [change.key])
    revision = known[change.key].digest if change.key in known else None
    for entry in islice(familiar.journal.entries(change.key, newest_first=True), _LOOKED_AT):
        has_left = entry.path == change.key and entry.moved_to is not None
        became = None if has_left else entry.after
        if entry.state is ChangeState.DONE and became == revision:
            return entry
    return None


def _by(entry: JournalEntry, familiar: Familiar) -> str:
    from familiar_memory.interfaces.cli.change_view import (
        lines_text,
        short,
        versions_of,
        who,
    )

    told = (
        who(entry),
        "" if entry.moved_to is None else f"moved {entry.path} → {entry.moved_to}",
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
