"""Text that is made of one piece over and over, as people laugh, and as somebody would attack."""

from __future__ import annotations

import gc
import os
from datetime import UTC, datetime

import pytest
from every_pattern import every_pattern
from processor import work

from familiar_memory import Author, Place, Turn
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.knowledge.callings import callings_in
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.speech.bare_question import is_bare_question
from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.text.sentences import MAX_SENTENCE_CHARS

# fmt: off
PIECES = (
    "a-", "ha-ha-", "a'", "a’", "’’", "i'm ", "a ", "A b ", "1 ", "1-", "a, ", "- ", "..", "::",
    "((", "[", "*a ", "_a ", '"', "'a ", "<@", "i ", "my a ", "and ", "the ", "to ", "not ", "so ",
    "for ", "just ", "is ", "if i ", "no, ", "you ", "ー", "の", "は", "い", "、", "「",
    "月", "ますか",
)
# fmt: on
_BEGINNINGS = ("i ", "my ", "i am ", "i have ", "私は")
_BLANK_PIECES = ("  ", "\t", "\n", "\n> ", " [", "```", "。", "！", "-- ", "? ")
_AT = datetime(2026, 2, 2, tzinfo=UTC)
_PLACE = Place("discord", "harbour", "general")
_SLOW = 0.1
"""Seconds of the processor for one search in a sentence; the slowest takes a fifth of it."""
_HOPELESS = 3.0


def _text(piece: str, length: int) -> str:
    return (piece * length)[:length]


def _read(text: str) -> None:
    """Everything that reads what people say, on a message that is new."""
    rowan, mara = Author("discord", "1", "Rowan"), Author("discord", "2", "Mara")
    said = ((1, mara, f"where are you from? {text}"), (2, rowan, text), (3, mara, f"i {text}"))
    turns = (StoredTurn(n, Turn(str(n), _AT, _PLACE, who, what), "s") for n, who, what in said)
    ExtractiveWriter().read(None, Batch(tuple(turns), UTC, names=("Bex",)))
    for rule in (find_standing, is_bare_question, callings_in):
        rule(text)


def _slow_on(sentence: str) -> list[str]:
    """The patterns that keep the processor too long, however much else the machine has to do."""
    return [one.pattern for one in every_pattern() if _seconds_of(one, sentence) > _SLOW]


def _seconds_of(pattern: BoundedPattern, sentence: str) -> float:
    try:
        with work() as looking:
            list(pattern.compiled.finditer(sentence, timeout=_HOPELESS))
    except TimeoutError:
        return _HOPELESS
    return looking.seconds


@pytest.mark.long
def test_every_language_file_gives_patterns() -> None:
    """Of many rules, or the tests below would try none; also behind a command that froze them."""
    every_pattern()
    gc.freeze()
    every_pattern.cache_clear()
    written = {one.pattern for one in every_pattern()}
    assert len(written) > 450
    for part in ("the same)", "ますか", "call(?:s)? me"):
        assert any(part in one for one in written)


@pytest.mark.long
@pytest.mark.parametrize("piece", PIECES)
def test_no_pattern_takes_long_on_a_sentence_of_one_piece(piece: str) -> None:
    """Of the longest that a rule is given, for every pattern of every language."""
    assert _slow_on(_text(piece, MAX_SENTENCE_CHARS)) == []


@pytest.mark.long
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("turn", range(len(_BEGINNINGS) if os.environ.get("EVERY_STEP") else 2))
def test_nor_behind_the_words_that_begin_a_statement(piece: str, turn: int) -> None:
    """Many patterns look no further without them; each piece stands behind two of them here."""
    before = _BEGINNINGS[(PIECES.index(piece) + turn) % len(_BEGINNINGS)]
    assert _slow_on((before + _text(piece, MAX_SENTENCE_CHARS))[:MAX_SENTENCE_CHARS]) == []


@pytest.mark.long
@pytest.mark.parametrize("piece", ["a-", "ha-ha-", "i'm ", "a’", "((", " [", "  ", "の", "*a "])
def test_a_message_takes_as_long_as_it_is(piece: str) -> None:
    """Four times the length takes about four times the work; eight would be too much."""
    _assert_linear(piece, 1_500)


@pytest.mark.long
@pytest.mark.parametrize("piece", [*PIECES, *_BLANK_PIECES])
def test_a_long_message_takes_as_long_as_it_is(piece: str) -> None:
    """Somebody may paste what they like."""
    _assert_linear(piece, 4_000)


def _assert_linear(piece: str, length: int) -> None:
    _read("hello there")
    short = _seconds(_text(piece, length))
    assert _seconds(_text(piece, 4 * length)) < 8 * short + 0.1


def _seconds(text: str) -> float:
    with work() as reading:
        _read(text)
    return reading.seconds


def test_a_laugh_is_written_up_at_once() -> None:
    """A message of 140 characters once stopped the writer for minutes, again at each start."""
    assert _seconds("ha-" * 47) < 1
