"""How the answer to "why did that not come?" looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.recall.explain.absence import Absence, WhyNotReport

__all__ = ["show_why_not"]

_SHOWN = 160


def show_why_not(report: WhyNotReport, out: Output) -> None:
    """A block for each passage that was meant."""
    for answer in report.answers:
        head = Text.assemble((answer.subject, "cyan"), "  ", (answer.reason.value, "bold"))
        out.print(head)
        lines = [answer.because, *_figures(answer)]
        if answer.audience:
            places = ", ".join(answer.seen_in) or "no place"
            lines.append(f"for {answer.audience}; may be shown in: {places}")
        for line in lines:
            out.print(Text(f"    {line}"))
        if text := " ".join(answer.text.split()):
            cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            out.print(Text(f"    {cut}", "dim"))
    if report.more:
        out.notice(f"{report.more} more passages match; give a PATH:LINE or a REF to pick one")


def _figures(answer: Absence) -> list[str]:
    lines = []
    if answer.score is not None:
        lines.append(f"its score: {_score(answer.score, answer.signals)}")
    if answer.beside is not None:
        beside = answer.beside
        lines.append(f"compared with {beside.where}: {_score(beside.score, beside.signals)}")
    return lines


def _score(score: float, signals: tuple[tuple[str, float], ...]) -> str:
    told = ", ".join(f"{name} {value:.3f}" for name, value in signals)
    return f"{score:.3f} ({told})" if told else f"{score:.3f}"
