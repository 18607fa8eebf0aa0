"""What is known of a person as a Markdown file, to hand over to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, tzinfo
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.markdown.heading import heading_source, heading_text

if TYPE_CHECKING:
    from familiar_memory.inspection.dossier import Dossier, HeldFact, KnownLine, SaidTurn

__all__ = ["dossier_markdown"]

_Item = TypeVar("_Item")


def dossier_markdown(known: Dossier, familiar: str, day: date, zone: tzinfo) -> str:
    """The whole file."""
    return "".join(f"{line}\n" for line in _lines(known, familiar, day, zone))


def _lines(known: Dossier, familiar: str, day: date, zone: tzinfo) -> Iterator[str]:
    called = [name for one in known.names for name in one.names]
    title = heading_source(heading_text(called[0] if called else known.slug))
    yield f"# What {heading_text(familiar)} knows of {title}"
    yield ""
    yield (
        f"Taken out on {day.isoformat()}: what this person said, and what was said or noted of them"
        " in rooms that they share."
    )
    if known.left_out:
        yield ""
        yield (
            f"Not in it: {known.left_out:,} lines and messages of others, from rooms in which they"
            " have not spoken."
        )
    yield from ("", "## Who they are", "")
    yield f"- id: {', '.join(known.ids) or 'unknown'}, kept as {known.slug}"
    for one in known.names:
        first, last = one.first.astimezone(zone).date(), one.last.astimezone(zone).date()
        yield f"- called {', '.join(one.names) or 'nothing'}, {first} to {last}"
    yield f"- heard in: {', '.join(known.rooms) or 'no room'}"
    yield from _facts(known.facts)
    yield from _grouped("Their note", known.lines, lambda one: one.path, _note_lines)
    yield from _grouped("In other notes", known.elsewhere, lambda one: one.path, _note_lines)
    for title, turns in (
        ("What they said", known.turns),
        ("Messages of others with their id", known.mentions),
    ):
        yield from _grouped(title, turns, lambda one: one.place, lambda one: _turn_lines(one, zone))
    if known.recalls:
        yield from ("", "## Recalled for replies to them", "")
        for recall in known.recalls:
            question = "" if recall.question is None else f": {_quoted(recall.question)}"
            at = f"{recall.at.astimezone(zone):%Y-%m-%d %H:%M}"
            where = recall.place or "no room"
            yield f"- {at}, in {where}, {recall.surfaced} passages{question}"


def _facts(facts: Sequence[HeldFact]) -> Iterator[str]:
    if not facts:
        return
    yield from ("", "## Facts", "")
    for one in facts:
        times = [
            f"since {one.since}" if one.since else "",
            f"until {one.until}" if one.until else "",
        ]
        said = [one.learned or "", one.place or "", *one.refs]
        told = ", ".join(filter(None, (one.state, *times, *said)))
        yield f"- {one.predicate}: {_quoted(one.object)} ({told})"


def _grouped(
    title: str,
    items: Sequence[_Item],
    group: Callable[[_Item], str],
    shown: Callable[[_Item], Iterable[str]],
) -> Iterator[str]:
    """A section of what was found, with a heading for each note or place; nothing of nothing."""
    if not items:
        return
    yield from ("", f"## {title}")
    for name, some in groupby(items, group):
        yield from ("", f"### {name}", "")
        for one in some:
            yield from shown(one)


def _note_lines(line: KnownLine) -> Iterator[str]:
    return (f"    {part}" for part in line.text.splitlines())


def _turn_lines(turn: SaidTurn, zone: tzinfo) -> Iterator[str]:
    at = f"{turn.at.astimezone(zone):%Y-%m-%d %H:%M}"
    first, *rest = turn.text.splitlines() or [""]
    yield f"    {at} {turn.author} ({turn.ref}): {first}"
    yield from (f"        {line}" for line in rest)


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")
