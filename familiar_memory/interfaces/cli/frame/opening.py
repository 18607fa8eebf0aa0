"""Open the chosen familiar for one command, bring its index up to date, close it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.sync.report import SyncReport

__all__ = ["in_thread", "settle", "started", "tell_held", "tell_sync", "with_familiar"]

_Value = TypeVar("_Value")
_NAMED = 5


def with_familiar(
    call: Invocation,
    out: Output,
    work: Callable[[Opened], Awaitable[_Value]],
    *,
    settled: bool = False,
) -> _Value:
    """Run `work` with the chosen familiar open; `settled` = with its index up to date."""

    async def run() -> _Value:
        paths = FamiliarPaths(call.home_folder(), call.familiar_id())
        paths.require()
        async with started(Familiar(paths), even_damaged=True) as opened:
            _tell_limits(opened.parts.files, out)
            if settled:
                await settle(opened, out)
            return await work(opened)

    return asyncio.run(run())


def in_thread(question: Callable[[Parts], _Value]) -> Callable[[Opened], Awaitable[_Value]]:
    """A question about what a familiar is made of, as work that leaves the loop alone."""

    async def work(opened: Opened) -> _Value:
        return await asyncio.to_thread(question, opened.parts)

    return work


@asynccontextmanager
async def started(familiar: Familiar, *, even_damaged: bool = False) -> AsyncIterator[Opened]:
    """A familiar with its files open, nothing indexed yet."""
    await familiar.start(even_damaged=even_damaged)
    try:
        yield Opened(familiar, familiar.parts)
    finally:
        await familiar.close()


def _tell_limits(files: OpenFiles, out: Output) -> None:
    """Say what this familiar cannot do here: be written, or read what was said."""
    for reason in (files.read_only, files.unreadable):
        if reason is not None:
            out.notice(reason, "yellow")


async def settle(opened: Opened, out: Output) -> SyncReport:
    """Bring the index up to date with a progress bar, and report what went wrong."""
    if reason := opened.parts.files.index.replaced_because:
        out.notice(f"the index is being rebuilt: {reason}")
    await _tell_switch(opened.parts.files, out)
    with out.progress("indexing") as progress:
        report = await opened.familiar.settle(progress)
    report = report.named(opened.parts.files.register.last_path)
    tell_sync(report, out)
    return report


async def _tell_switch(files: OpenFiles, out: Output) -> None:
    """Say that another embedder is about to take its place, where that is so."""
    try:
        standing = await asyncio.to_thread(files.index.spaces.standing)
    except IndexUnavailableError:
        # Opening it has seen worse already, and settling mends it.
        return
    if standing.is_changing:
        from familiar_memory.embeddings.base import space_name

        resumed = " (begun before)" if standing.is_begun and not standing.is_ready else ""
        out.notice(
            f"the embedder is being changed from {space_name(standing.last)} to"
            f" {space_name(standing.own)}{resumed}"
        )


def tell_sync(report: SyncReport, out: Output) -> None:
    """Tell which documents could not be indexed; the others were."""
    for key, reason in sorted(report.failed.items())[:_NAMED]:
        out.notice(f"not searchable: {key}: {reason.removeprefix(f'{key}: ')}", "yellow")
    if len(report.failed) > _NAMED:
        out.notice(f"and {len(report.failed) - _NAMED} more: see `familiar doctor`", "yellow")
    tell_held(report.held, out)


def tell_held(held: Sequence[str], out: Output) -> None:
    """Tell that many documents vanished at once, if they did, and how to let them go."""
    if held:
        out.notice(
            f"{len(held)} notes vanished at once, and are not treated as deleted: restore them,"
            " or run `familiar index update --accept-removals`",
            "yellow",
        )
