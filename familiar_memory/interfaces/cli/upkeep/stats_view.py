"""How the counts look: one table of everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from familiar_memory.inspection.counts import Counts
from familiar_memory.inspection.health.turns_left_out import SEARCH_MORE
from familiar_memory.inspection.models import ModelUse
from familiar_memory.inspection.sizes import size_text
from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_counts"]


def show_counts(counted: Counts, out: Output, rooms: Mapping[str, str]) -> None:
    """What, how many, and of which; places by what `rooms` has for their slugs."""
    turns, notes, surfaced = counted.turns, counted.notes, counted.surfaced
    rows: list[tuple[str, str, str]] = [("turns", str(turns.total), _told(turns.by_role))]
    rows += [("", str(number), rooms.get(place, place)) for place, number in turns.by_place.items()]
    rows += [
        ("deleted", str(turns.deleted), "withdrawn; their text is gone"),
        ("sessions", str(turns.sessions), "stretches of talk"),
        ("people", str(turns.people), ""),
        ("waiting", str(counted.waiting_for_writer), "turns not yet written up"),
    ]
    if counted.put_aside:
        rows.append(("put aside", str(counted.put_aside), "batches: `familiar write --status`"))
    if counted.not_searched:
        rows.append(("not searched", str(counted.not_searched), f"older turns: {SEARCH_MORE}"))
    rows.append(("notes", str(notes.total), ""))
    rows += [("", str(number), folder) for folder, number in notes.by_folder.items()]
    rows += [
        ("passages", str(sum(counted.passages.values())), _told(counted.passages)),
        ("facts", str(counted.facts), ""),
        ("links", str(counted.links), ""),
        ("aliases", str(counted.aliases), ""),
    ]
    rows += [_use(one, "" if at else "model calls") for at, one in enumerate(counted.models)]
    is_any = surfaced.notes or surfaced.turns
    most = "; surfaced most often:" if is_any else ""
    rows.append(("recalls", str(surfaced.recalls), f"in the recall log{most}"))
    rows += [("", str(one.times), one.path) for one in surfaced.notes]
    rows += [
        ("", str(one.times), f"{rooms.get(one.place, one.place)} {one.ref}")
        for one in surfaced.turns
    ]
    sizes = asdict(counted.bytes)
    rows += [("" if at else "on disk", size_text(sizes[k]), k) for at, k in enumerate(sizes)]
    out.table(("what", ">how many", "of which"), rows)


def _use(one: ModelUse, what: str) -> tuple[str, str, str]:
    return (
        what,
        str(one.calls),
        f"{one.slot}, {one.model}: {one.failures} failed, {one.input_tokens:,} tokens in,"
        f" {one.output_tokens:,} out, {one.seconds:.1f} s",
    )


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {word}" for word, number in counts.items())
