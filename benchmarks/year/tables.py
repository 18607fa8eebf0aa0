"""What a year came to, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from benchmarks.report import Table, Target
from benchmarks.year.asking import Answer
from benchmarks.year.living import Lived
from benchmarks.year.nights import NightFigures
from benchmarks.year.words import GROUPS

__all__ = ["tables"]

_KINDS = ("old", "repeated", "corrected", "moved", "ended", "temporary")
_RIGHT = Target(0.95, 1, higher_is_better=True)
_MB = 1 << 20
_NIGHTS = 30


def tables(lived: Lived) -> list[Table]:
    """Nights, answers by kind and by subject, and what must not be."""
    return [
        _nights(lived.nights),
        _answers(lived.answers),
        _subjects(lived.answers),
        _must_not(lived),
    ]


def _nights(nights: Sequence[NightFigures]) -> Table:
    size = min(_NIGHTS, max(1, len(nights) // 4))
    middle = len(nights) // 2
    parts = {
        f"the first {size} nights": nights[:size],
        "in the middle": nights[middle : middle + size],
        f"the last {size} nights": nights[-size:],
    }
    return Table(
        "A night, in seconds of the processor, and what there is after it",
        (
            "",
            "turns",
            "write",
            "cycle",
            "index",
            "a turn",
            "x floor",
            "notes",
            "tree",
            "index MB",
            "history MB",
            "prompt",
        ),
        tuple(_part(name, part) for name, part in parts.items()),
        ("The floor: parse the day's turns as JSON, and put their bytes on disk once.",),
    )


def _part(name: str, part: Sequence[NightFigures]) -> tuple[str, ...]:
    def middle(values: Iterable[float]) -> float:
        return median(values)

    last = part[-1]
    return (
        name,
        f"{middle(one.turns for one in part):.0f}",
        f"{middle(one.write_cpu_s for one in part):.2f}",
        f"{middle(one.cycle_cpu_s for one in part):.2f}",
        f"{middle(one.settle_cpu_s for one in part):.2f}",
        f"{middle(one.turn_cpu_ms for one in part):.1f} ms",
        f"{middle(one.engine_cpu_s / one.floor_s for one in part):.0f}",
        f"{last.notes:,}",
        f"{last.tree / _MB:.1f} MB",
        f"{last.index / _MB:.0f}",
        f"{last.history / _MB:.0f}",
        f"{last.prompt:,}",
    )


def _answers(answers: Sequence[Answer]) -> Table:
    rows = []
    for kind in _KINDS:
        of_kind = [one for one in answers if one.fact.kind == kind]
        rows.append((kind, *_cells(of_kind)))
    rows.append(("all", *_cells(answers)))
    return Table(
        "Planted facts at the end of the year, answered right",
        (
            "planted",
            *(f"now, {group}" for group in GROUPS),
            *(f"as of, {group}" for group in GROUPS),
        ),
        tuple(rows),
        (f"Targets: {_RIGHT.bounds} of all, now and as of.",),
    )


def _cells(answers: Sequence[Answer]) -> list[str]:
    return [
        _share([one for one in answers if one.fact.group == group and (one.when is None) == is_now])
        for is_now in (True, False)
        for group in GROUPS
    ]


def _share(answers: Sequence[Answer]) -> str:
    if not answers:
        return "–"
    right = sum(one.is_right for one in answers)
    return f"{right} of {len(answers)} ({right / len(answers):.2f})"


def _subjects(answers: Sequence[Answer]) -> Table:
    topics = sorted({one.fact.topic for one in answers})
    rows = tuple(
        (topic, *_cells([one for one in answers if one.fact.topic == topic])) for topic in topics
    )
    columns = (
        "about",
        *(f"now, {group}" for group in GROUPS),
        *(f"as of, {group}" for group in GROUPS),
    )
    return Table("The same by subject", columns, rows)


def _must_not(lived: Lived) -> Table:
    now = [one for one in lived.answers if one.when is None]
    rows = []
    for group in GROUPS:
        part = [one for one in now if one.fact.group == group]
        rows.append(
            (
                group,
                str(sum(bool(one.wrong) for one in part)),
                str(sum(bool(one.shown_wrong) for one in part)),
                str(sum(bool(one.told) for one in part)),
            )
        )
    return Table(
        "What is over and is shown as if it were so",
        ("", "as a current fact", "in a prompt or first hit", "in a plain line of a prompt"),
        tuple(rows),
        (
            f"Confided and shown elsewhere: {len(lived.leaks)}.",
            "A plain line repeats what was said on its day, with the date; it states no fact.",
        ),
    )
