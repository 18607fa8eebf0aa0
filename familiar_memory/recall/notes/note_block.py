"""A person's notes as a block of a prompt: permitted lines only, the head and the newest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.document import FactRow, ParsedDocument, Passage
from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import person_of
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.fact_wording import UNSAID, SentenceSubject, worded
from familiar_memory.knowledge.validity import holds, is_expired, told_term
from familiar_memory.recall.names.titles import known_names, title_of
from familiar_memory.recall.notes.outlived import outlived
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.twins import is_wiring

__all__ = ["NoteBlock", "note_block"]

_HEAD_SHARE = 0.25
"""Of the room: what stands first in a note says who it is about; its newest lines need the rest."""
_TITLE_SHARE = 0.25
"""Of the room: a title that is as long as a note must leave place for the note."""
_SHORTEST = 24
"""Tokens below which a piece of a line would only puzzle the reader, where there is the room."""
_GAP = Line("[…]")
_ENOUGH = 60
"""Of a long line that the budget cuts, so many characters identify it."""


@dataclass(frozen=True, slots=True)
class NoteBlock:
    """A note for a prompt: its lines, the numbers of those that stand in it, and whether all do.

    `is_whole` speaks of what the viewer may see. `title` is what the note is called to them.
    """

    lines: tuple[Line, ...] = ()
    numbers: frozenset[int] = frozenset()
    is_whole: bool = True
    title: str = ""

    @property
    def text(self) -> str:
        """All of its lines."""
        return "\n".join([line.text for line in self.lines])

    def joined_to(self, other: str) -> NoteBlock:
        """The same block, headed as about the one person who is called so in another block."""
        heading, *body = self.lines
        same = f"the same person as {other}"
        if self.title == other:
            same = f"the same {other}, by another account"
        return replace(self, lines=(Line(f"{heading.text} ({same})"), *body))

    def called(self, name: str) -> NoteBlock:
        """The same block, headed as about somebody whom others call so."""
        heading, *body = self.lines
        told = f"{heading.text} (others call them {one_line(name)})"
        return replace(self, lines=(Line(told), *body))


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    number: int
    heading: str
    learned: str
    tokens: int
    is_cut: bool = False


def note_block(
    document: ParsedDocument,
    viewer: Viewer,
    max_tokens: int,
    now: datetime | None = None,
    without: str | None = None,
    subject: SentenceSubject = UNSAID,
) -> NoteBlock:
    """The lines of a note that this viewer may see, within a size; empty when there are none.

    What is retired is left out, and what does not hold at `now`: has ended, has not begun, has
    expired. A line in plain words whose fact is over says until when (`outlived`). A block without
    what has ended or not begun is not whole: that may be asked for. What joins a person's note to
    another counts as shown, and is not: the headings say it. A fact that stands there for several
    rooms is shown once, the newest line of those that may be seen. Nor are the lines under a
    heading `without`, which is as if something had been cut. `subject` is how facts speak of whom
    the note is about, whose name heads the block.

    Where they do not all fit, the beginning stays, and of the rest the newest; a gap
    is marked. Names, however long or many, leave the lines at least half of the size.
    """
    known = _known(document, viewer)
    over = outlived(known, now) if now is not None else {}
    permitted = [
        (passage, fact)
        for passage, fact in known
        if not passage.retired and not _gone(passage, now)
    ]
    held = [
        (passage, fact)
        for passage, fact in permitted
        if _holds(passage, now)
        and passage.heading != without
        and over.get(passage.line, "") is not None
    ]
    is_all = len(held) == len(permitted)
    is_person = person_of(document.key) is not None
    wires = {passage.line for passage, fact in held if is_person and is_wiring(passage, fact)}
    again = _said_again(held)
    hidden = wires | again.keys()
    lines = [
        _line(_ending(p, over.get(p.line)), fact, subject, now)
        for p, fact in held
        if p.line not in hidden
    ]
    called = title_of(document, viewer)
    names = known_names(document, viewer)
    title = _title(called, names, max_tokens)
    chosen = _choose(lines, max_tokens - estimate_tokens(title) - 1)
    if not chosen and not wires:
        # A name alone would only tell that there are notes which this viewer may not see.
        return NoteBlock()
    body = _with_gaps(lines, chosen, document.key)
    numbers = frozenset(line.number for line in chosen.values() if not line.is_cut)
    numbers |= {line for line, told in again.items() if told in numbers}
    is_cut = len(chosen) < len(lines) or any(line.is_cut for line in chosen.values())
    is_whole = is_all and not is_cut
    return NoteBlock((Line(title), *body), numbers | wires, is_whole, one_line(called))


def _known(document: ParsedDocument, viewer: Viewer) -> list[tuple[Passage, FactRow | None]]:
    """What a viewer may know of a note, names apart, with the facts; also what is over."""
    facts = {fact.passage: fact for fact in document.facts}
    return [
        (passage, facts.get(position))
        for position, passage in enumerate(document.passages)
        if permits(viewer, passage.audience) and not passage.is_name
    ]


def _ending(passage: Passage, until: str | None) -> Passage:
    """The line, said to have held until then."""
    return passage if until is None else replace(passage, valid_until=until)


def _said_again(held: Sequence[tuple[Passage, FactRow | None]]) -> dict[int, int]:
    """The lines of facts that a newer line says as well, each with that line."""
    same: dict[tuple[str | None, ...], list[Passage]] = {}
    for passage, fact in held:
        if fact is not None:
            term = (passage.valid_since, passage.valid_until, passage.expires)
            key = (passage.heading, fact.predicate, normalised(fact.object), *map(str, term))
            same.setdefault(key, []).append(passage)
    again: dict[int, int] = {}
    for passages in same.values():
        *older, newest = sorted(passages, key=lambda one: (_learned(one), one.line))
        again |= {one.line: newest.line for one in older}
    return again


def _learned(passage: Passage) -> str:
    return passage.learned.date().isoformat() if passage.learned else ""


def _gone(passage: Passage, now: datetime | None) -> bool:
    return now is not None and is_expired(passage.expires, now)


def _holds(passage: Passage, now: datetime | None) -> bool:
    return now is None or holds(passage.valid_since, passage.valid_until, passage.expires, now)


def _title(title: str, names: Sequence[str], max_tokens: int) -> str:
    """The title with as many of the other names as its share of a block has room for."""
    share = int(max_tokens * _TITLE_SHARE)
    # A small block is of facts as well: a name that was cut is still a name.
    title = cut_to_tokens(one_line(title), max(share, min(_SHORTEST, max_tokens // 2)), least=1)
    shown: list[str] = []
    for name in dict.fromkeys(one_line(name) for name in names):
        longer = f"{title} (also called {', '.join([*shown, name])})"
        if name != title and estimate_tokens(longer) <= share:
            shown.append(name)
    return f"{title} (also called {', '.join(shown)})" if shown else title


def _line(
    passage: Passage, fact: FactRow | None, subject: SentenceSubject, now: datetime | None
) -> _Line:
    text = passage.text if fact is None else worded(fact.predicate, fact.object, subject)
    learned = _learned(passage)
    term = told_term(passage.valid_since, passage.valid_until, now) if now is not None else ""
    dates = ", ".join(filter(None, (learned, term)))
    shown = f"- {text} ({dates})" if dates else f"- {text}"
    shown = one_line(shown)
    return _Line(shown, passage.line, passage.heading, learned, estimate_tokens(shown) + 1)


def _choose(lines: Sequence[_Line], room: int) -> dict[int, _Line]:
    """What fits, by position: the beginning, and the newest of the rest."""
    if sum(line.tokens for line in lines) <= room:
        return dict(enumerate(lines))
    # One endless line must not take the place of all others, nor be lost for its length.
    gap = estimate_tokens(_GAP.text) + 1
    left = room - gap
    lines = [_shortened(line, max(room // 2, min(_SHORTEST, left))) for line in lines]
    head_room = int(left * _HEAD_SHARE)
    chosen: set[int] = set()
    for position, line in enumerate(lines):
        if line.tokens > (left if not chosen else head_room):
            break
        chosen.add(position)
        head_room -= line.tokens
        left -= line.tokens
    newest_first = sorted(range(len(lines)), key=lambda i: (lines[i].learned, i), reverse=True)
    for position in newest_first:
        # A line out of the middle may bring a gap with it.
        cost = lines[position].tokens + gap
        if position not in chosen and cost <= left:
            chosen.add(position)
            left -= cost
    return {position: lines[position] for position in sorted(chosen)}


def _shortened(line: _Line, room: int) -> _Line:
    if line.tokens <= room:
        return line
    text = cut_to_tokens(line.text, room - 1, least=1)
    return replace(line, text=text, tokens=estimate_tokens(text) + 1, is_cut=True)


def _with_gaps(lines: Sequence[_Line], chosen: Mapping[int, _Line], path: str) -> list[Line]:
    shown: list[Line] = []
    before = -1
    for position, line in chosen.items():
        if position != before + 1:
            shown.append(_GAP)
        # A line that is cut is told by its beginning, as a passage is.
        enough = min(len(line.text), _ENOUGH)
        shown.append(Line(line.text, at=(path, line.number), enough=enough))
        before = position
    if before != len(lines) - 1:
        shown.append(_GAP)
    return shown
