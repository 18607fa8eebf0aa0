"""`familiar index …`: look at the index, bring it up to date, make it anew, prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, SharedGroup, examples
from familiar_memory.interfaces.cli.frame.output import Output, size_text
from familiar_memory.interfaces.cli.upkeep.embedder_commands import register_embedder
from familiar_memory.interfaces.cli.upkeep.index_update import print_report, register_update
from familiar_memory.interfaces.cli.upkeep.turns_left_out import SEARCH_MORE

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.diff import Difference
    from familiar_memory.sync.report import SyncReport
    from familiar_memory.sync.verify import VerifyReport

__all__ = ["register"]

_FINDINGS = 1
_PARTIAL = 3


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(cls=SharedGroup, no_args_is_help=True, rich_markup_mode="rich")
    group.command("status", cls=FamiliarCommand, epilog=examples("familiar index status"))(_status)
    register_update(group)
    group.command("rebuild", cls=FamiliarCommand, epilog=examples("familiar index rebuild"))(
        _rebuild
    )
    group.command("verify", cls=FamiliarCommand, epilog=examples("familiar index verify"))(_verify)
    register_embedder(group)
    app.add_typer(
        group,
        name="index",
        help="The disposable index: status, update, rebuild, verify, embedder, fetch-model.",
    )


def _status(ctx: typer.Context) -> None:
    """Tell what is in the index, what it is built with, and what it lacks."""
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> dict[str, Any]:
        return await asyncio.to_thread(_state, familiar)

    state = with_familiar(call, out, work)
    if out.is_json:
        out.json(state)
        return
    sizes = state["sizes"]
    rows = [
        ("file", f"{state['file']}  ({size_text(sizes['bytes'])})"),
        ("embedder", state["embedder"]),
        ("documents", _by_source(sizes["documents"])),
        ("passages", _by_source(sizes["passages"])),
        ("vectors", f"{sizes['vectors']} of {sizes['chunks']} chunks"),
        ("facts, links, aliases", f"{sizes['facts']}, {sizes['links']}, {sizes['aliases']}"),
        ("lag", _lag_text(state["lag"])),
    ]
    if state["not_searched"]:
        rows.append(("not searched", f"{state['not_searched']} older turns: {SEARCH_MORE}"))
    width = max(len(key) for key, _ in rows)
    for key, value in rows:
        out.print(f"{key:<{width}}  {value}")
    for key in ("embedder_problem", "replaced_because"):
        if state[key]:
            out.notice(f"{key.replace('_', ' ')}: {state[key]}", "yellow")


def _rebuild(
    ctx: typer.Context,
    accept_removals: Annotated[
        bool,
        typer.Option("--accept-removals", help="Let go of documents that vanished all at once."),
    ] = False,
) -> None:
    """Throw the index away and build it again; nothing that is true is lost.

    Exit code 3 when a document cannot be indexed, or when most notes have vanished: then
    nothing is done.
    """
    from familiar_memory.interfaces.cli.frame.opening import tell_sync, with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> SyncReport:
        with out.progress("rebuilding") as progress:
            return await familiar.rebuild(progress, accept_removals=accept_removals)

    report = with_familiar(call, out, work)
    print_report(report, out)
    if not out.is_json:
        tell_sync(report, out)
    if report.failed or report.held:
        raise typer.Exit(_PARTIAL)


def _verify(ctx: typer.Context) -> None:
    """Build a second index beside the live one and compare.

    Exit code 1 when they differ.
    """
    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> VerifyReport:
        with out.progress("verifying") as progress:
            return await familiar.verify(progress)

    report = with_familiar(call, out, work, settled=True)
    if out.is_json:
        out.json(
            {
                "same": report.same,
                "tables": [
                    {
                        "table": one.table,
                        "live_rows": one.live_rows,
                        "fresh_rows": one.fresh_rows,
                        "same": one.same,
                    }
                    for one in report.tables
                ],
                "vectors": report.vectors,
                "differing_vectors": report.differing,
                "unchecked": report.unchecked,
            }
            | ({"held": list(report.held)} if report.held else {})
        )
    else:
        _show_verdict(report, out)
    if not report.same:
        raise typer.Exit(_FINDINGS)


def _show_verdict(report: VerifyReport, out: Output) -> None:
    rows = [
        (one.table, str(one.live_rows), str(one.fresh_rows), "same" if one.same else "DIFFERS")
        for one in report.tables
    ]
    differing = f"{report.differing} DIFFER" if report.differing else "same"
    rows.append(("vectors (embedded anew)", "", str(report.vectors), differing))
    out.table(("table", ">live", ">fresh", "verdict"), rows)
    if report.unchecked is not None:
        out.notice(f"not compared: {report.unchecked}", "yellow")
    if report.same:
        out.print("✓ a rebuild would answer the same")
    elif report.held:
        out.print(
            f"✗ the index still has {len(report.held)} notes that vanished at once: bring them"
            " back, or `familiar index update --accept-removals`"
        )
    else:
        out.print("✗ the index is not what its sources say: `familiar index rebuild`")


def _state(familiar: Familiar) -> dict[str, Any]:
    from familiar_memory.sync.diff import compare

    index = familiar.index
    stats = index.stats()
    lag: dict[str, Any] = {}
    for source in (familiar.parts.notes, familiar.parts.conversation):
        lag[source.name] = _lag(compare(source.scan(), index.known(source.name)))
    return {
        "file": str(index.path),
        "embedder": index.spaces.standing().told or "none",
        "embedder_problem": familiar.parts.embedder_problem,
        "replaced_because": index.replaced_because,
        "sizes": {
            "bytes": stats.size_bytes,
            "documents": stats.documents,
            "passages": stats.passages,
            "chunks": stats.chunks,
            "vectors": stats.vectors,
            "facts": stats.facts,
            "links": stats.links,
            "aliases": stats.aliases,
        },
        "lag": lag,
        "not_searched": familiar.parts.conversation.turns_left_out(),
        "problems": len(index.problems()),
    }


def _lag(difference: Difference) -> dict[str, int]:
    return {
        "added": len(difference.added),
        "changed": len(difference.changed),
        "removed": len(difference.removed),
    }


def _lag_text(lag: dict[str, dict[str, int]]) -> str:
    parts = [
        f"{number} {word} in {source}"
        for source, counts in lag.items()
        for word, number in counts.items()
        if number
    ]
    return ", ".join(parts) or "none: it reflects every note and every turn"


def _by_source(counts: dict[str, int]) -> str:
    told = ", ".join(f"{number} {source}" for source, number in sorted(counts.items()))
    return told or "none"
