"""What is known of a person as a Markdown file, to hand over to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import chain
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.interfaces.cli.frame.output import how_many
from familiar_memory.knowledge.fact_wording import SentenceSubject, worded
from familiar_memory.markdown.heading import heading_source, heading_text

if TYPE_CHECKING:
    from familiar_memory.inspection.held.dossier import (
        AskedRecall,
        Dossier,
        HeldFact,
        HeldReply,
        KnownLine,
        KnownNames,
        SaidTurn,
    )

__all__ = ["dossier_markdown"]

_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_ID = re.compile(r"[ \t]+\^[A-Za-z0-9-]+(?=\s*$)")
_LEGEND = (
    "In brackets behind a line stand the day on which it was noted, the place, and the message that"
    " it comes from. What is struck through (~~like this~~) no longer holds, or was wrong."
)


def dossier_markdown(
    known: Dossier, familiar: str, day: date, zone: tzinfo, rooms: Mapping[str, str]
) -> str:
    """The whole file; `rooms` says what places are called, by slug."""
    called = [name for one in known.names for name in one.names]
    page = _Page(_one_line(called[0] if called else known.slug), zone, rooms)
    return "".join(f"{line}\n" for line in page.lines(known, familiar, day))


@dataclass(frozen=True, slots=True)
class _Page:
    """The parts of the file: whom it is about, and how moments and places read in it."""

    name: str
    zone: tzinfo
    rooms: Mapping[str, str]

    def lines(self, known: Dossier, familiar: str, day: date) -> Iterator[str]:
        whom = heading_source(heading_text(self.name))
        yield from (f"# What {heading_text(familiar)} knows about {whom}", "")
        yield (
            f"Made on {day.isoformat()}. It holds what {whom} said, and what was said or noted"
            f" about {whom} in places where {whom} has spoken."
        )
        if left := known.left_out:
            lines = "1 line or message" if left == 1 else f"{left:,} lines and messages"
            yield ""
            yield f"Not included: {lines} of others, from places where {whom} has not spoken."
        if known.unread:
            yield from ("", f"Could not be read, and may hold more: {', '.join(known.unread)}")
        if known.lines or known.elsewhere:
            yield from ("", _LEGEND)
        yield from ("", "## Names and places", "")
        yield f"- Account: {', '.join(known.ids) or 'unknown'}; the notes call it {known.slug}"
        yield from map(self._names, known.names)
        yield f"- Spoke in: {', '.join(map(self._place, known.rooms)) or 'no place'}"
        if known.facts:
            yield from ("", "## Facts", "", *map(self._fact, known.facts))
        yield from self._notes(f"Notes about {whom}", known.lines)
        yield from self._notes(f"Where other notes speak of {whom}", known.elsewhere)
        yield from self._turns(f"What {whom} said", known.turns)
        yield from self._turns(
            f"Messages of others with the id of {whom}", known.mentions, named=True
        )
        if known.recalls:
            yield from ("", f"## Looked up for replies to {whom}", "")
            yield from map(self._recall, known.recalls)
        if known.replies:
            yield from ("", f"## What a model said of talk with {whom} that was not written up")
            yield from chain.from_iterable(map(self._reply, known.replies))

    def _names(self, one: KnownNames) -> str:
        first, last = (moment.astimezone(self.zone).date() for moment in (one.first, one.last))
        term = f"on {first}" if first == last else f"from {first} to {last}"
        return f"- Called: {', '.join(map(_one_line, one.names)) or 'nothing'}, {term}"

    def _fact(self, one: HeldFact) -> str:
        said = worded(
            one.predicate,
            one.object,
            SentenceSubject.named(self.name),
            is_past=one.state == RecordState.ENDED.value,
            since=one.since,
            until=one.until,
        )
        wrong = " This was wrong." if one.state == RecordState.WRONG.value else ""
        when = f" on {one.learned[:10]}" if one.learned else ""
        where = f" in {self._place(one.place)}" if one.place else ""
        refs = f" ({', '.join(one.refs)})" if one.refs else ""
        noted = f" Noted{when}{where}{refs}." if when or where or refs else ""
        return f"- {_one_line(said)}.{wrong}{noted}"

    def _notes(self, title: str, lines: Sequence[KnownLine]) -> Iterator[str]:
        if lines:
            yield from ("", f"## {title}")
        path = ""
        for one in lines:
            if one.path != path:
                path = one.path
                yield from ("", f"### {path}", "")
            yield from (f"    {_plain(part)}" for part in one.text.splitlines())

    def _turns(
        self, title: str, turns: Sequence[SaidTurn], *, named: bool = False
    ) -> Iterator[str]:
        if turns:
            yield from ("", f"## {title}")
        for place in dict.fromkeys(one.place for one in turns):
            yield from ("", f"### {self._place(place)}", "")
            for one in turns:
                if one.place == place:
                    yield from self._turn(one, named=named)

    def _turn(self, one: SaidTurn, *, named: bool) -> Iterator[str]:
        first, *rest = one.text.splitlines() or [""]
        by = f"{one.author}: " if named else ""
        yield f"    {self._moment(one.at)}  {by}{first}  ({one.ref})"
        yield from (f"        {line}" for line in rest)

    def _recall(self, one: AskedRecall) -> str:
        where = "" if one.place is None else f" in {self._place(one.place)}"
        question = "" if one.question is None else f', for "{_one_line(one.question)}"'
        return f"- {self._moment(one.at)}{where}: {how_many(one.surfaced, 'passage')}{question}"

    def _reply(self, one: HeldReply) -> Iterator[str]:
        yield from ("", f"### Batch {one.batch}, {self._moment(one.at)}", "")
        yield from (f"    {line}" for line in one.text.splitlines())

    def _place(self, slug: str) -> str:
        return self.rooms.get(slug, slug)

    def _moment(self, at: datetime) -> str:
        return f"{at.astimezone(self.zone):%Y-%m-%d %H:%M}"


def _plain(line: str) -> str:
    """A line of a note without what only the program needs: ids, and the ends of links."""
    return _LINK.sub(r"\1", _ID.sub("", line))


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")
