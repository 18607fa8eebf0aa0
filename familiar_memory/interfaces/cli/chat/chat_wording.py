"""What a chat says of memory, in words: a line for what was recalled, learned, or kept where.

Pure functions; where it stands on the screen is decided by the view.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.interfaces.cli.frame.output import how_many
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.record.surroundings import Surroundings

if TYPE_CHECKING:
    from familiar_memory.chat.exchange import Exchange, LearnedLine
    from familiar_memory.interfaces.cli.chat.opening import ChatRoom
    from familiar_memory.markdown.record.legend import PlaceLegend

__all__ = [
    "line_told",
    "name_told",
    "lines_of_people_first",
    "recalled_in_short",
    "where_told",
    "why_told",
]

_LONGEST_NAME = 20
_MOST_NOTES = 3
"""Notes that are named below a reply; /recalled lists all."""
_FIGURE = re.compile(r"(\w+)=(\d+(?:\.\d+)?)")
_SIGNALS = (("fact", "fact"), ("lexical", "words"), ("cosine", "meaning"))


def recalled_in_short(exchange: Exchange, path_of: Callable[[str], str]) -> str:
    """How much was recalled, and from where."""
    if not exchange.recalled:
        return "recalled nothing"
    notes = dict.fromkeys(path_of(one.path) for one in exchange.recalled if one.path is not None)
    named = [*notes][:_MOST_NOTES]
    if len(notes) > len(named):
        named.append(f"{len(notes) - len(named)} more notes")
    said = sum(one.path is None for one in exchange.recalled)
    if not notes:
        return f"recalled {how_many(said, 'message')}"
    if said:
        named.append(how_many(said, "message"))
    return f"recalled {how_many(len(exchange.recalled), 'passage')} · {', '.join(named)}"


def lines_of_people_first(lines: Sequence[LearnedLine]) -> list[LearnedLine]:
    """The lines of people before those of other notes."""
    return sorted(lines, key=lambda one: not is_below(one.path, PEOPLE))


def line_told(line: LearnedLine, legend: PlaceLegend) -> str:
    """What a line says, without its bullet and its tail."""
    record = parse_record(line.text.lstrip("-*+ "), where=Surroundings(legend))
    return f"{record.text} (no longer)" if record.state is not RecordState.LIVE else record.text


def why_told(why: str) -> str:
    """Why a passage is in: in words where the trace has the figures of the ranking."""
    figures = dict(_FIGURE.findall(why))
    told = [f"{word} {float(figures[name]):.2f}" for name, word in _SIGNALS if name in figures]
    return " · ".join(told) or why


def where_told(room: ChatRoom) -> str:
    """Where a chat is, and who may know what is said there."""
    place = room.seat.place
    if place.is_dm:
        return "in private"
    private = "private" if place.private else "open"
    new = "new, " if room.seat.is_new_room else ""
    return f"in {place.label} ({new}{private})"


def name_told(name: str) -> str:
    """A name as it stands before what is said."""
    return one_line(name, _LONGEST_NAME)
