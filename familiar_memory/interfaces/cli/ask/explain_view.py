"""How an explanation looks: tables of what was weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.recall.explain.explanation import Explanation, Weighed

__all__ = ["show_explanation"]

_NARROW = 110
"""On a terminal with fewer columns each candidate is a small block instead of a row."""
_VERDICT_STYLES = {"kept": "green", "cut": "yellow", "forbidden": "red"}


def show_explanation(explained: Explanation, out: Output) -> None:
    """Notes and blocks, passages, the budget and the time, a table each."""
    if explained.decisions:
        _section("Notes and blocks, by step", out)
        rows = [(d.step, d.subject, d.verdict, d.reason) for d in explained.decisions]
        out.table(("step", "what", "verdict", "why"), rows)
    _section("Passages", out)
    hidden = f"; {explained.forbidden} may not be shown here" if explained.forbidden else ""
    out.print(f"{explained.visible} were ranked{hidden}")
    if explained.candidates:
        out.print()
        _show_candidates(explained.candidates, out)
    if explained.layers:
        _section("Budget", out)
        used = [(one.layer.value, str(one.used), str(one.cap)) for one in explained.layers]
        out.table(("layer", ">tokens", ">of"), used)
    out.print()
    out.print("time: " + ", ".join(f"{name} {ms:g} ms" for name, ms in explained.timings_ms))


def _section(title: str, out: Output) -> None:
    out.print()
    out.print(Text(title, "bold"))


def _show_candidates(candidates: Sequence[Weighed], out: Output) -> None:
    signals = list(dict.fromkeys(name for one in candidates for name, _ in one.hit.signals))
    if out.is_rich and out.console.width < _NARROW:
        _show_blocks(candidates, out)
        return
    headers = (
        ">#",
        "passage",
        ">score",
        *(f">{name}" for name in signals),
        "verdict",
        "step",
        "why",
    )
    rows: list[tuple[str | Text, ...]] = []
    for one in candidates:
        own = {} if one.rank is None and one.verdict == "cut" else dict(one.hit.signals)
        score = f"{one.hit.score:.3f}" if own else ""
        values = (f"{own[name]:.3f}" if name in own else "" for name in signals)
        number = "" if one.rank is None else str(one.rank)
        rows.append((number, one.subject, score, *values, _verdict(one), one.step, one.reason))
    out.table(headers, rows)


def _show_blocks(candidates: Sequence[Weighed], out: Output) -> None:
    for one in candidates:
        number = "" if one.rank is None else str(one.rank)
        head = Text.assemble((f"{number:>2}  ", "dim"), (one.subject, "cyan"), "  ")
        head.append_text(_verdict(one))
        out.print(head)
        if one.reason:
            out.print(Text(f"    {one.reason} ({one.step})"))
        if one.rank is not None or one.verdict == "forbidden":
            told = ", ".join(f"{name} {value:g}" for name, value in one.hit.signals)
            out.print(Text(f"    score {one.hit.score:.3f}: {told}", "dim"))


def _verdict(one: Weighed) -> Text:
    return Text(one.verdict, _VERDICT_STYLES.get(one.verdict, ""))
