"""What is known of a person as a Markdown file, to hand over to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, tzinfo
from typing import TYPE_CHECKING

from familiar_memory.markdown.heading import heading_source, heading_text

if TYPE_CHECKING:
    from familiar_memory.inspection.dossier import Dossier, HeldFact, KnownLine, SaidTurn

__all__ = ["dossier_markdown"]


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
    yield from _notes("Their note", known.lines)
    yield from _notes("In other notes", known.elsewhere)
    yield from _turns("What they said", known.turns, zone)
    yield from _turns("Messages of others with their id", known.mentions, zone)
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


def _notes(title: str, lines: Sequence[KnownLine]) -> Iterator[str]:
    if not lines:
        return
    yield from ("", f"## {title}")
    path = ""
    for one in lines:
        if one.path != path:
            path = one.path
            yield from ("", f"### {path}", "")
        for part in one.text.splitlines():
            yield f"    {part}"


def _turns(title: str, turns: Sequence[SaidTurn], zone: tzinfo) -> Iterator[str]:
    if not turns:
        return
    yield from ("", f"## {title}")
    place = ""
    for one in turns:
        if one.place != place:
            place = one.place
            yield from ("", f"### {place}", "")
        at = f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}"
        first, *rest = one.text.splitlines() or [""]
        yield f"    {at} {one.author} ({one.ref}): {first}"
        yield from (f"        {line}" for line in rest)


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")
