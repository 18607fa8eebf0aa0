"""A text in pieces that may stand alone: sentences with what belongs to them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.text.abbreviations import ABBREVIATED
from familiar_memory.recall.excerpts.enclosures import Enclosure, enclosures_in
from familiar_memory.recall.excerpts.negations import answers_no, clear_of_negations, negates

__all__ = ["LONGEST_SENTENCE", "Piece", "pieces_of"]

LONGEST_SENTENCE = 400
"""Characters of a sentence that is shown whole or not at all; a longer one is cut at clauses."""
_CLAUSE = 200
"""From so many characters on, the next end of a clause is a place to cut a long sentence."""
_LONGEST_CLAUSE = 300
_WITH_IT = 250
"""Characters of the clauses with a negation that come along with any other of their sentence."""
_AFTERWORD = 48
"""Characters of what is said behind a quote: `"…!" said Bob.`"""
_END = re.compile(
    r"(?P<stop>(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s))"
    r"|(?P<dense>[。！？]++[」』）”]*+)|(?P<line>\n\s*)"
)
_CLAUSE_END = re.compile(r"[,;:](?=\s)|[、，；：—–]|\s[-–]\s|\n")
_SPACE = re.compile(r"\s+")
_GOES_ON = re.compile(r"\s*(?:[a-zà-öø-ÿ]|[ぁ-ゖ])")
_LOWER = re.compile(r"\s*[a-zà-öø-ÿ]")
_NUMBER = re.compile(r"[\s#*-]{,9}\d{1,3}\.")
_ABBREVIATED = re.compile(rf"(?:^|[\s(])(?:[A-Z]|{ABBREVIATED}|etc|no|No)\.\Z")
_FINAL = tuple(".!?…:。！？")
_QUOTE_ENDS = ('"', "”", "’", "'", "»", "」", "』")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text. `needs` are the numbers of pieces without which it would mislead.

    `inside` are the enclosures of which it holds a part only.
    """

    begin: int
    end: int
    needs: tuple[int, ...] = ()
    inside: tuple[Enclosure, ...] = ()


def pieces_of(text: str, *, goes_on: bool = False) -> list[Piece]:
    """The pieces of a text in order, without the white space between them.

    Of a text that `goes_on` the last is left out: what is cut off may be what negates it.
    """
    enclosures = enclosures_in(text)
    sentences = _joined(text, list(_sentences(text, enclosures)))
    if goes_on and sentences:
        sentences = _without_the_last(text, sentences)
    pieces: list[Piece] = []
    for begin, end in sentences:
        if end - begin <= LONGEST_SENTENCE:
            pieces.append(Piece(begin, end))
        else:
            pieces += _clauses(text, begin, end, len(pieces))
    return _within(pieces, enclosures)


def _sentences(text: str, enclosures: Sequence[Enclosure]) -> Iterator[tuple[int, int]]:
    whole = _spans([e for e in enclosures if not e.is_code and _is_short(e) and e.closes])
    code = _spans([e for e in enclosures if e.is_code])
    last = 0
    for match in _END.finditer(text):
        at = match.end()
        if _is_in(match.start(), code):
            is_end = match["line"] is not None
        else:
            is_end = not _is_in(at - 1, whole, at) and _ends(text, match, last)
        if is_end and text[last:at].strip():
            yield _stripped(text, last, at)
            last = at
    if text[last:].strip():
        yield _stripped(text, last, len(text))


def _is_short(enclosure: Enclosure) -> bool:
    return enclosure.end - enclosure.begin <= LONGEST_SENTENCE


def _ends(text: str, match: re.Match[str], begin: int) -> bool:
    """Whether a sentence ends at a mark outside of code."""
    if match["stop"] is not None:
        if _LOWER.match(text, match.end()) or _NUMBER.fullmatch(text, begin, match.end()):
            return False
        return not _ABBREVIATED.search(text[max(begin, match.end() - 8) : match.end()])
    if match["line"] is None or match["line"].count("\n") > 1:
        return True
    # A line that only ran out of room goes on in the next.
    before = text[max(begin, match.start() - 8) : match.start()].rstrip()
    return before.endswith(_FINAL) or not _GOES_ON.match(text, match.end())


def _joined(text: str, sentences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences with those that say nothing, or something else, without them."""
    joined: list[tuple[int, int]] = []
    for begin, end in sentences:
        if joined and end - joined[-1][0] <= LONGEST_SENTENCE:
            before = text[joined[-1][0] : joined[-1][1]]
            is_said_of = before.endswith((":", "："))
            is_afterword = before.endswith(_QUOTE_ENDS) and end - begin <= _AFTERWORD
            if is_said_of or is_afterword or answers_no(text[begin:end]):
                joined[-1] = joined[-1][0], end
                continue
        joined.append((begin, end))
    return joined


def _without_the_last(text: str, sentences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences without the last one, of a long one without its last clause."""
    *before, (begin, end) = sentences
    if end - begin <= LONGEST_SENTENCE:
        return before or [(begin, end)]
    *_, (last, _) = _cut(text, begin, end)
    return [*before, (begin, last)]


def _clauses(text: str, begin: int, end: int, first: int) -> list[Piece]:
    """A long sentence in clauses; those that negate come along with each other one."""
    spans = [_stripped(text, *span) for span in _cut(text, begin, end)]
    spans = [span for span in spans if span[0] < span[1]]
    needed = [n for n, (b, e) in enumerate(spans, first) if negates(text[b:e])]
    if sum(spans[n - first][1] - spans[n - first][0] for n in needed) > _WITH_IT:
        needed = []
    return [
        Piece(b, e, tuple(one for one in needed if one != n))
        for n, (b, e) in enumerate(spans, first)
    ]


def _cut(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    while end - begin > _LONGEST_CLAUSE:
        low, high = begin + _CLAUSE, begin + _LONGEST_CLAUSE
        match = _CLAUSE_END.search(text, low, high) or _SPACE.search(text, low, high)
        at = high if match is None else match.end()
        at = min(clear_of_negations(text, at, begin), end)
        yield begin, at
        begin = at
    if begin < end:
        yield begin, end


def _within(pieces: list[Piece], enclosures: Sequence[Enclosure]) -> list[Piece]:
    """Pieces that know what they are a part of, and need its beginning: who is quoted there."""
    begins = [piece.begin for piece in pieces]
    for one in enclosures:
        first = max(bisect_right(begins, one.begin) - 1, 0)
        last = max(bisect_right(begins, one.end - 1) - 1, 0)
        if first == last:
            continue
        for number in range(first, last + 1):
            piece = pieces[number]
            needs = piece.needs
            if not one.is_code and number != first and first not in needs:
                needs = (*needs, first)
            pieces[number] = replace(piece, needs=needs, inside=(*piece.inside, one))
    return pieces


def _spans(enclosures: Sequence[Enclosure]) -> list[tuple[int, int]]:
    """The outermost stretches, in order, none within another."""
    spans: list[tuple[int, int]] = []
    for one in enclosures:
        if not spans or one.begin >= spans[-1][1]:
            spans.append((one.begin, one.end))
    return spans


def _is_in(at: int, spans: Sequence[tuple[int, int]], end: int | None = None) -> bool:
    """Whether a place is within one of the spans; with an `end`, and that is not its end."""
    number = bisect_right(spans, at, key=_begin) - 1
    if number < 0 or not spans[number][0] <= at < spans[number][1]:
        return False
    return end is None or end < spans[number][1]


def _begin(span: tuple[int, int]) -> int:
    return span[0]


def _stripped(text: str, begin: int, end: int) -> tuple[int, int]:
    piece = text[begin:end]
    return begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())
