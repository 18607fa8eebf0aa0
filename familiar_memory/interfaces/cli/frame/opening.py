"""Open the chosen familiar for one command, bring its index up to date, close it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.report import SyncReport

__all__ = [
    "lacks_beside",
    "opened",
    "settle",
    "tell_held",
    "tell_limits",
    "tell_sync",
    "with_familiar",
]

_Result = TypeVar("_Result")
_NAMED = 5


def with_familiar(
    call: Invocation,
    out: Output,
    work: Callable[[Familiar], Awaitable[_Result]],
    *,
    settled: bool = False,
) -> _Result:
    """Run `work` with the chosen familiar open; `settled` = with its index up to date."""

    async def run() -> _Result:
        async with opened(call) as familiar:
            tell_limits(familiar, out)
            if settled:
                await settle(familiar, out)
            return await work(familiar)

    return asyncio.run(run())


@asynccontextmanager
async def opened(call: Invocation) -> AsyncIterator[Familiar]:
    """The chosen familiar, its files open, nothing indexed yet."""
    from familiar_memory.familiar import Familiar

    familiar = Familiar.open(call.familiar_id(), home=call.home_folder())
    await familiar.start(even_damaged=True)
    try:
        yield familiar
    finally:
        await familiar.close()


def tell_limits(familiar: Familiar, out: Output) -> None:
    """Say what this familiar cannot do here: be written, or tell what was said."""
    for reason in (familiar.parts.read_only, familiar.parts.unreadable):
        if reason is not None:
            out.notice(reason, "yellow")


def lacks_beside(familiar: Familiar, reasons: Iterable[str]) -> list[str]:
    """Why an answer may be incomplete, without what is no lack: that nothing can be written."""
    known = familiar.parts.read_only
    return [reason for reason in reasons if reason and reason != known]


async def settle(familiar: Familiar, out: Output) -> SyncReport:
    """Bring the index up to date with a progress bar, and tell what went wrong."""
    if reason := familiar.index.replaced_because:
        out.notice(f"the index is made anew: {reason}")
    await tell_switch(familiar, out)
    with out.progress("indexing") as progress:
        report = await familiar.settle(progress)
    tell_sync(report, out)
    return report


async def tell_switch(familiar: Familiar, out: Output) -> None:
    """Say that another embedder is about to take its place, where that is so."""
    from familiar_memory.embeddings.base import space_name
    from familiar_memory.errors import IndexUnavailableError

    try:
        standing = await asyncio.to_thread(familiar.index.spaces.standing)
    except IndexUnavailableError:
        # Opening it has seen worse already, and settling mends it.
        return
    if standing.is_changing:
        resumed = " (begun before)" if standing.is_begun and not standing.is_ready else ""
        out.notice(
            f"the embedder is being changed from {space_name(standing.last)} to"
            f" {space_name(standing.own)}{resumed}"
        )


def tell_sync(report: SyncReport, out: Output) -> None:
    """Tell which documents could not be indexed; the others were."""
    for key, reason in sorted(report.failed.items())[:_NAMED]:
        out.notice(f"not searchable: {key}: {reason}", "yellow")
    if len(report.failed) > _NAMED:
        out.notice(f"and {len(report.failed) - _NAMED} more: see `familiar doctor`", "yellow")
    tell_held(report.held, out)


def tell_held(held: Sequence[str], out: Output) -> None:
    """Tell that many documents vanished at once, if they did, and how to let them go."""
    if held:
        out.notice(
            f"{len(held)} notes vanished at once, and are not taken for deleted: bring them back,"
            " or `familiar index update --accept-removals`",
            "yellow",
        )
