"""What a model may put into a line: one plain sentence, or a name; anything else is refused.

Refused, and not mended: what would be a heading, a tail or a link in a note is none of the words
that somebody said, and nobody knows what was meant by it.
"""

from __future__ import annotations

import re
import unicodedata

from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.errors import InputError
from familiar_memory.markdown.audience.lines import speaks_of_audience
from familiar_memory.markdown.record.line import parse_record, stated_fact
from familiar_memory.writers.text.sentences import MAX_SENTENCE_CHARS, split_sentences

__all__ = [
    "NAME_CHARS",
    "SENTENCE_CHARS",
    "SUMMARY_CHARS",
    "THREAD_CHARS",
    "in_short",
    "name_in_words",
    "sentence_in_words",
]

SENTENCE_CHARS = 300
"""One or two sentences: a line of a note."""
SUMMARY_CHARS = 600
"""What was said in one place in one part of a day, for somebody who was not there: two to four
sentences."""
THREAD_CHARS = 200
"""What stayed open: one sentence."""
NAME_CHARS = 80
_BLOCK = re.compile(r"#{1,6}(?:\s|$)|[-*+>](?:\s|$)|\d{1,9}[.)](?:\s|$)|```|~~~|={3,}$|-{3,}$|<!--")
_LINK = re.compile(r"\[\[|\]\]|\]\(")
_FETCHED = re.compile(
    r"</?[a-z!?]|&(?:[a-z]+|#x?[\da-f]+);|[a-z][a-z\d+.-]*://|(?:javascript|data|vbscript|mailto):\S"
    r"|(?<!\w)www\.\w",
    re.IGNORECASE,
)
"""HTML, and addresses: a program that shows a note may load or run what they name."""
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS = frozenset({0x200C, 0x200D})
"""Invisible, and part of words in some scripts and of many emoji."""


def in_short(text: str) -> str:
    """The first sentences of a summary that is too long; one that cannot be cut stays as it is."""
    kept = ""
    for sentence in split_sentences(text) if len(text) > SUMMARY_CHARS else ():
        if len(sentence) == MAX_SENTENCE_CHARS or len(kept) + len(sentence) >= SUMMARY_CHARS:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or text


def sentence_in_words(text: str, what: str, most: int = SENTENCE_CHARS) -> str:
    """A text that can be a line of a note.

    Raises:
        InputError: it is too long, or is no plain sentence.
    """
    said = _plain(text, what, most)
    if stated_fact(said) is not None:
        raise InputError(f"{what} reads as a fact ({said[:60]!r})", "a plain sentence, or a fact")
    return said


def name_in_words(text: str, what: str) -> str:
    """A text that can be the object of a fact, a name, or a title.

    Raises:
        InputError: it is too long, or is none.
    """
    said = _plain(text, what, NAME_CHARS)
    if "::" in said or not any(map(str.isalnum, said)):
        raise InputError(f"{what} is no name ({said!r})", "a few words")
    return said


def _plain(text: str, what: str, most: int) -> str:
    said = text.strip()
    if any(_is_invisible(one) for one in said):
        raise InputError(f"{what} has a line break or a control character", "text on one line")
    said = " ".join(said.split())
    if not 0 < len(said) <= most:
        raise InputError(f"{what} has {len(said):,} characters", f"1 to {most:,}")
    if _BLOCK.match(said) or _LINK.search(said):
        raise InputError(f"{what} is Markdown ({said[:60]!r})", "plain words")
    if _FETCHED.search(said):
        raise InputError(f"{what} has HTML or an address ({said[:60]!r})", "plain words")
    if strip_recalled(said) != said:
        raise InputError(f"{what} repeats what memory has given", "what was said")
    if speaks_of_audience(said) or _has_tail(said):
        raise InputError(f"{what} ends as a record does ({said[-60:]!r})", "plain words")
    return said


def _has_tail(text: str) -> bool:
    record = parse_record(text)
    return not record.fields.is_empty or record.damaged or record.id is not None


def _is_invisible(one: str) -> bool:
    return unicodedata.category(one) in _INVISIBLE and ord(one) not in _JOINERS
