"""Cut what somebody typed into sentences, and put aside what is not their own statement."""

from __future__ import annotations

from functools import lru_cache

import regex

from familiar_memory.domain.text.abbreviations import ABBREVIATED
from familiar_memory.knowledge.speech.voices import without_other_voices

__all__ = [
    "MASK",
    "MAX_SENTENCE_CHARS",
    "mask_quotations",
    "mask_voices",
    "plain_prose",
    "split_sentences",
]

MAX_SENTENCE_CHARS = 400
"""Longer sentences are cut here, which bounds the work of every pattern."""

MASK = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for words that are not the speaker's own; no pattern matches across it."""

_FENCE = regex.compile(r"^(```|~~~).*?(?:^\1[^\n]*$|\Z)", regex.MULTILINE | regex.DOTALL)
_QUOTED_LINE = regex.compile(r"^[^\S\n]*+>.*$", regex.MULTILINE)
_ABBREVIATIONS = rf"\b(?:{ABBREVIATED}|Jr|Sr|dept|No(?=\.\s+\d))\."
_BORDER = regex.compile(
    rf"(?<!{_ABBREVIATIONS})(?<=[.!?…][\"'”’)\]]?)\s+|(?<=[。！？][」』）]?)(?![。！？」』）])\s*|\n+",
)
_QUOTES = regex.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
    r"|`[^`\n]{1,300}`|(?<![\w*])\*(?!\*)(?=[^*\n]*?\s)[^*\n]{1,600}\*(?!\w)"
    r"|(?<!\w)_(?=[^_\n]*?\s)[^_\n]{1,600}_(?!\w)"
    r"|♪[^\n]*",
)
_BLANKS = regex.compile(r"\s{2,}+")
_EMPHASIS = regex.compile(r"(?<!\w)(\*{1,3}|_{1,3})(\S(?:[^*_\n]*\S)?)\1(?!\w)")


def plain_prose(text: str) -> str:
    """Drop fenced code and quoted lines, which somebody else or a machine wrote."""
    return _QUOTED_LINE.sub("", _FENCE.sub("\n", text)).strip()


def split_sentences(text: str) -> tuple[str, ...]:
    """Split at final marks (Latin and Japanese) and line ends; marks stay with their sentence.

    "No. 1", "Mr. Ashdown" and "3.4" are not borders. A sentence longer than
    `MAX_SENTENCE_CHARS` is cut short.
    """
    parts = (" ".join(part.split()) for part in _BORDER.split(text) if part)
    return tuple(part[:MAX_SENTENCE_CHARS] for part in parts if part)


def mask_voices(text: str) -> str:
    """Replace what is said in another voice than the author's by `MASK`."""
    return without_other_voices(text, lambda _: MASK)


@lru_cache(maxsize=1_024)  # a message is read for facts, for slips, for names, for what it asks
def mask_quotations(text: str) -> str:
    """Replace quotations, code, songs and acted-out asides by `MASK`; drop emphasis marks.

    So with pasted lines, role-play and texts to be worked on (`knowledge.speech.voices`).
    Apostrophes become straight ones, so that patterns need one spelling only, and runs of blanks
    one, so that none of them reads a run again from each of its places.
    """
    spaced = _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", mask_voices(text))
    masked = _QUOTES.sub(MASK, spaced.replace("’", "'"))
    return _EMPHASIS.sub(r"\2", masked)
