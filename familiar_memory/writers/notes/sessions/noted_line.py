"""What the line of a session shows of a turn: the sentences of it that tell most, in their order.

A long message is no line: notes say a thing once, and shortly. Each line takes room from others
when a familiar reads a page of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from familiar_memory.writers.notes.salience import worth_of
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.worth import telling_of

__all__ = ["noted_line"]

_MOST_CHARS = 100
"""A sentence or two. Measured against 280, 140, 120 and 80."""
_ELLIPSIS = "…"
_CAPTION = regex.compile(r"(?<!\s)\s*+\[[^\[\]]*+\]\s*\Z")
"""What a picture shows, behind the words that came with it."""


def noted_line(words: str, most: int = _MOST_CHARS) -> str:
    """What the words tell, on one line of at most so many characters; cut between two words.

    Greetings and questions are left out, and what a picture shows, unless there is nothing else.
    """
    told = telling_of(words).text or words
    told = _CAPTION.sub("", told) or told
    flat = " ".join(told.split())
    if len(flat) <= most:
        return flat
    sentences = [one for one in split_sentences(told) if one != _ELLIPSIS]
    line = _joined(sentences, _best(sentences, most))
    if len(line) <= most:
        return _without_open_quote(line)
    cut = line[: most - len(_ELLIPSIS)]
    whole = cut.rpartition(" ")[0] if " " in cut[most // 2 :] else cut
    return f"{whole.rstrip(' ,;:–—-')}{_ELLIPSIS}"


def _without_open_quote(line: str) -> str:
    """Without the mark at an end whose other one stands in what was left out."""
    if line.count('"') % 2:
        line = line.removeprefix('"') if line.startswith('"') else line.removesuffix('"')
    return line


def _best(sentences: Sequence[str], room: int) -> set[int]:
    """The sentences that fit, those that are worth most first."""
    worth = [round(worth_of(one), 5) for one in sentences]
    kept: set[int] = set()
    for at in sorted(range(len(sentences)), key=lambda at: (-worth[at], at)):
        if not kept or len(sentences[at]) <= room:
            kept.add(at)
            room -= len(sentences[at]) + len(f" {_ELLIPSIS} ")
    return kept


def _joined(sentences: Sequence[str], kept: Iterable[int]) -> str:
    """In the order in which they were said, with a mark where something is left out between."""
    text, last = "", None
    for at in sorted(kept):
        if last is not None:
            text += " " if at == last + 1 else f" {_ELLIPSIS} "
        text, last = text + sentences[at], at
    return text
