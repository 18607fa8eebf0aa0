"""What of a long text is shown for a question: its beginning, and where its words stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from math import log1p

from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.text.windows import cut_windows
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.recall.excerpts.enclosures import Enclosure
from familiar_memory.recall.excerpts.pieces import Piece, pieces_of

__all__ = ["Excerpts", "excerpt"]

_GAP = "…"
_MOST_READ = 40_000
"""Characters of a text among which the best windows are looked for, to be done in time."""
_MARGIN = 3
"""Characters that a piece may cost beside its own: a space, and a gap with its space."""
_MARKS = 8
"""Characters that each enclosure may cost that is shown in part, at both ends together."""
_BEGINNING = 0.5
"""The share of an excerpt that the first window may take from better ones."""


def excerpt(text: str, terms: Collection[str], max_chars: int) -> str:
    """At most so many characters of a text; see `Excerpts.within`."""
    return Excerpts(text, terms).within(max_chars)


class Excerpts:
    """Excerpts of one text for the terms of one question, on one line."""

    def __init__(self, text: str, terms: Collection[str]) -> None:
        self._flat = one_line(text)
        self._text = text[:_MOST_READ]
        self._is_read = len(text) <= _MOST_READ
        self._terms = terms
        self._counts: dict[int, int] = {}

    @property
    def whole(self) -> str:
        """The text, white space as one space."""
        return self._flat

    def within(self, max_chars: int) -> str:
        """The text if it fits, else sentences from its beginning and its best windows; maybe none.

        A sentence is shown whole, or not at all; one that is longer than
        `LONGEST_SENTENCE` is cut where its clauses end. Gaps are marked, and so is what is
        quoted, bracketed or code, where only a part of it is shown.
        """
        if len(self._flat) <= max_chars:
            return self._flat
        return self._shown(sorted(self._chosen(max_chars)))

    @cached_property
    def _pieces(self) -> list[Piece]:
        return pieces_of(self._text, goes_on=not self._is_read)

    @cached_property
    def _windows(self) -> list[tuple[float, range]]:
        """What each window is worth for the question, and the numbers of its pieces; in order."""
        spans = cut_windows(self._text)
        held = [content_terms(self._text[b:e]).keys() & self._terms for b, e in spans]
        common = Counter(term for one in held for term in one)
        begins = [piece.begin for piece in self._pieces]
        ends = [piece.end for piece in self._pieces]
        worths = [sum(log1p(len(spans) / common[term]) for term in one) for one in held]
        return [
            (worth, range(bisect_right(ends, begin), bisect_left(begins, end)))
            for worth, (begin, end) in zip(worths, spans, strict=True)
        ]

    def _chosen(self, max_chars: int) -> set[int]:
        """The numbers of pieces: of the first window, of the best, and of what follows these."""
        (_, first), *_ = self._windows
        best = [self._asked_first(pieces) for pieces in self._best]
        chosen: set[int] = set()
        room = max_chars - 1
        if best:
            room -= self._take(best[0][:1], chosen, room)
        # Without its first words nobody knows what the rest is about.
        room -= self._take(first[:1], chosen, room)
        room -= self._take(first, chosen, min(room, int(max_chars * _BEGINNING)) if best else room)
        for pieces in (*best, first):
            room -= self._take(pieces, chosen, room)
        room -= self._take(self._following(chosen), chosen, room)
        self._take(range(len(self._pieces)), chosen, room if not chosen else 0)
        return chosen

    @cached_property
    def _best(self) -> list[range]:
        """The pieces of the windows that hold terms, the best first."""
        ordered = sorted(self._windows, key=lambda window: -window[0])
        return [pieces for worth, pieces in ordered if worth]

    def _asked_first(self, pieces: Sequence[int]) -> list[int]:
        """Pieces of a window that hold terms, those with most of them first."""
        return sorted(filter(self._held, pieces), key=lambda number: -self._held(number))

    def _held(self, number: int) -> int:
        """How many of the terms a piece holds."""
        if number not in self._counts:
            piece = self._pieces[number]
            held = content_terms(self._text[piece.begin : piece.end])
            self._counts[number] = len(held.keys() & self._terms)
        return self._counts[number]

    def _take(self, numbers: Sequence[int] | Iterator[int], chosen: set[int], room: int) -> int:
        """Add those of the pieces that fit, with what they need; what they cost."""
        spent = 0
        for number in numbers:
            new = self._with_needs(number) - chosen
            cost = sum(map(self._cost, new))
            if new and spent + cost <= room:
                chosen |= new
                spent += cost
        return spent

    def _following(self, chosen: set[int]) -> Iterator[int]:
        """Pieces right behind one that is chosen, as long as each is."""
        for number in range(1, len(self._pieces)):
            if number - 1 in chosen and number not in chosen:
                yield number

    def _with_needs(self, number: int) -> set[int]:
        """A piece, what it needs, and what that needs."""
        found: set[int] = set()
        new = [number]
        while new:
            one = new.pop()
            if one not in found:
                found.add(one)
                new += self._pieces[one].needs
        return found

    def _cost(self, number: int) -> int:
        """Characters that a piece takes at most."""
        piece = self._pieces[number]
        return piece.end - piece.begin + _MARGIN + _MARKS * len(piece.inside)

    def _shown(self, numbers: Sequence[int]) -> str:
        """The pieces with marks where something is missing; nothing for none."""
        shown: list[str] = []
        last = -1
        for number in numbers:
            piece = self._pieces[number]
            if number != last + 1:
                shown += [_GAP, *self._between(last, number)]
            shown.append(one_line(self._text[piece.begin : piece.end]))
            last = number
        is_all = last + 1 == len(self._pieces) and self._is_read
        if numbers and not is_all:
            shown += [_GAP, *self._between(last, len(self._pieces))]
        return " ".join(shown)

    def _between(self, last: int, number: int) -> list[str]:
        """What closes what is open behind one piece, and opens what another is in the middle of."""
        behind = [e for e in self._inside(last) if e.end > self._pieces[last].end]
        before = [e for e in self._inside(number) if e.begin < self._pieces[number].begin]
        closed = [e.closes for e in reversed(behind) if e not in before and e.closes]
        return closed + [e.opens for e in before if e not in behind and not self._has(number, e)]

    def _inside(self, number: int) -> tuple[Enclosure, ...]:
        return self._pieces[number].inside if 0 <= number < len(self._pieces) else ()

    def _has(self, number: int, enclosure: Enclosure) -> bool:
        """Whether a piece begins with the mark, as each quoted line does."""
        return not enclosure.closes and self._text.startswith(
            enclosure.opens, self._pieces[number].begin
        )
