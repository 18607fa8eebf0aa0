"""How a year grows, as a picture: small charts below one another, no library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.year.nights import NightFigures

__all__ = ["drawn"]

_WIDTH, _HEIGHT, _LEFT, _TOP, _GAP = 380, 150, 64, 40, 66
_MB = 1 << 20
_SMOOTH = 7


@dataclass(frozen=True, slots=True)
class _Chart:
    title: str
    unit: str
    of: Callable[[NightFigures], float]
    is_smooth: bool = False


_CHARTS = (
    _Chart("a night: processor time", "s", lambda one: one.engine_cpu_s, is_smooth=True),
    _Chart(
        "the same for a turn",
        "ms",
        lambda one: 1000 * one.engine_cpu_s / max(1, one.turns),
        is_smooth=True,
    ),
    _Chart("the notes", "MB", lambda one: one.tree / _MB),
    _Chart("the index", "MB", lambda one: one.index / _MB),
    _Chart("the history", "MB", lambda one: one.history / _MB),
    _Chart("a prompt, the middle of 20", "characters", lambda one: float(one.prompt)),
)


def drawn(nights: Sequence[NightFigures], title: str) -> str:
    """The picture as SVG."""
    rows = (len(_CHARTS) + 1) // 2
    width = 2 * (_WIDTH + _LEFT) + 40
    height = _TOP + rows * (_HEIGHT + _GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#ffffff"/>',
    ]
    for number, chart in enumerate(_CHARTS):
        left = _LEFT + (number % 2) * (_WIDTH + _LEFT + 10)
        top = _TOP + (number // 2) * (_HEIGHT + _GAP)
        parts += _chart(chart, nights, left, top)
    return "\n".join((*parts, "</svg>", ""))


def _chart(chart: _Chart, nights: Sequence[NightFigures], left: int, top: int) -> Iterator[str]:
    values = [chart.of(one) for one in nights]
    if chart.is_smooth:
        values = list(_smooth(values))
    most = _round_up(max(values, default=0) or 1)
    bottom = top + _HEIGHT
    yield f'<text x="{left}" y="{top - 10}" fill="#24292f">{chart.title}, {chart.unit}</text>'
    for share in (0, 0.5, 1):
        y = bottom - share * _HEIGHT
        yield (
            f'<line x1="{left}" y1="{y:.1f}" x2="{left + _WIDTH}" y2="{y:.1f}" stroke="#d0d7de"/>'
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#57606a">'
            f"{share * most:g}</text>"
        )
    last = max(1, len(values) - 1)
    points = " ".join(
        f"{left + _WIDTH * at / last:.1f},{bottom - _HEIGHT * value / most:.1f}"
        for at, value in enumerate(values)
    )
    yield f'<polyline points="{points}" fill="none" stroke="#0969da" stroke-width="1.5"/>'
    for at, label in ((0, "night 1"), (last, f"{len(values)}")):
        x = left + _WIDTH * at / last
        anchor = "start" if at == 0 else "end"
        yield (
            f'<text x="{x:.0f}" y="{bottom + 18}" text-anchor="{anchor}" fill="#57606a">'
            f"{label}</text>"
        )


def _smooth(values: Sequence[float]) -> Iterator[float]:
    """The mean of the nights around each: one of a busy machine says little."""
    for at in range(len(values)):
        near = values[max(0, at - _SMOOTH) : at + _SMOOTH + 1]
        yield sum(near) / len(near)


def _round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20 and so on."""
    step = 1.0
    while step * 10 <= value:
        step *= 10
    while step > value:
        step /= 10
    return next(step * many for many in (1, 2, 5, 10) if step * many >= value)
