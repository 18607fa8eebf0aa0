"""How the index looks: what is in it, what an update did, whether it is as it should be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from familiar_memory.inspection.health.turns_left_out import SEARCH_MORE
from familiar_memory.inspection.index_state import IndexState, Lag
from familiar_memory.inspection.sizes import size_text
from familiar_memory.interfaces.cli.frame.opening import tell_sync
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.reports import Updated
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.verify import VerifyReport

__all__ = ["Updated", "show_report", "show_state", "show_update", "show_verdict"]


def show_state(state: IndexState, out: Output) -> None:
    """A line for each thing there is to know; what is wrong on stderr."""
    sizes = state.sizes
    rows = [
        ("file", f"{state.file}  ({size_text(sizes.bytes)})"),
        ("embedder", state.embedder),
        ("documents", _by_source(sizes.documents)),
        ("passages", _by_source(sizes.passages)),
        ("vectors", f"{sizes.vectors} of {sizes.chunks} chunks"),
        ("facts, links, aliases", f"{sizes.facts}, {sizes.links}, {sizes.aliases}"),
        ("lag", _lag_text(state.lag)),
    ]
    if state.not_searched:
        rows.append(("not searched", f"{state.not_searched} older turns: {SEARCH_MORE}"))
    out.pairs(rows)
    for name, problem in (
        ("embedder problem", state.embedder_problem),
        ("replaced because", state.replaced_because),
    ):
        if problem:
            out.notice(f"{name}: {problem}", "yellow")


def show_update(done: Updated, out: Output) -> None:
    """What was named and has changed, then the counts."""
    for change in done.documents or ():
        out.print(f"{change.what.value:<7}  {change.key}")
    show_report(done.report, out)


def show_report(report: SyncReport, out: Output) -> None:
    """The counts of a sync on one line; what could not be indexed on stderr."""
    out.print(
        f"{report.added} added, {report.changed} changed, {report.removed} removed,"
        f" {report.unchanged + report.touched} unchanged, {len(report.failed)} failed"
    )
    tell_sync(report, out)


def show_verdict(report: VerifyReport, out: Output) -> None:
    """A row a table, and what it comes to."""
    rows = [
        (one.table, str(one.live_rows), str(one.fresh_rows), "same" if one.same else "DIFFERS")
        for one in report.tables
    ]
    differing = f"{report.differing} DIFFER" if report.differing else "same"
    rows.append(("vectors (embedded again)", "", str(report.vectors), differing))
    out.table(("table", ">live", ">fresh", "verdict"), rows)
    if report.unchecked is not None:
        out.notice(f"not compared: {report.unchecked}", "yellow")
    if report.same:
        out.print("✓ a rebuild would answer the same")
    elif report.held:
        out.print(
            f"✗ the index still has {len(report.held)} notes that vanished at once: restore"
            " them, or run `familiar index update --accept-removals`"
        )
    else:
        out.print("✗ the index does not match its sources: run `familiar index rebuild`")


def _lag_text(lag: Mapping[str, Lag]) -> str:
    parts = [
        f"{number} {word} in {source}"
        for source, counts in lag.items()
        for word, number in asdict(counts).items()
        if number
    ]
    return ", ".join(parts) or "none: it reflects every note and every turn"


def _by_source(counts: Mapping[str, int]) -> str:
    told = ", ".join(f"{number} {source}" for source, number in sorted(counts.items()))
    return told or "none"
