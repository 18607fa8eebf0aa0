"""A turn as a linked gist: `[[2026-02-17-evening#^m3071|Bex: moved to the 21st]]`.

The link leads to the turn's line in its session note; what it shows is who spoke, and the gist
of what they said, no more than fits on a line. How much a text says of the matter is given as a
rating: 0 nothing, 1 that it speaks of it, more where it says what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.record.short_ref import block_id
from familiar_memory.writers.text.material import shown_name
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import salient_words
from familiar_memory.writers.text.worth import telling_of

__all__ = ["Rating", "gist_of", "is_linked_gist", "linked_gist", "shows", "stem_of"]

Rating = Callable[[str], int]

_MOST_CHARS = 90
"""Of the gist, without who spoke."""
_LEAST_CHARS = 25
"""Of a sentence that is cut short: less of it says nothing."""
_ELLIPSIS = "…"
_CAPTION = regex.compile(r"(?<!\s)\s*+\[[^\[\]]*+\]\s*$")
"""What a picture shows, behind the words that came with it."""
_LINKED = regex.compile(r"\[\[[^\[\]|#]+(?:#\^[A-Za-z0-9-]+)?\|(?P<shown>[^\[\]|]+)\]\]")
_NO_LABEL = str.maketrans({"[": "(", "]": ")", "|": "/", "\n": " ", "^": "'"})


def linked_gist(
    one: Utterance, links: Mapping[str, str], about: Rating, *, to_line: bool = True
) -> Record:
    """The record of a turn that has a line in its session note; `links` name the files.

    Not `to_line`: the link leads to the note, for its line has no block id of its own.
    """
    turn = block_id(one.ref) if to_line else None
    block = "" if turn is None else f"#^{turn}"
    return Record(f"[[{stem_of(one.slot.path, links)}{block}|{_shown(one, about)}]]", one.fields)


def is_linked_gist(record: Record) -> bool:
    """Whether a line has the form of one, whoever wrote it."""
    return _LINKED.fullmatch(record.text) is not None


def shows(record: Record, one: Utterance, about: Rating) -> bool:
    """Whether a line shows what a writer makes of this turn, wherever its link leads now."""
    match = _LINKED.fullmatch(record.text)
    return match is not None and match["shown"] == _shown(one, about)


def stem_of(path: str, links: Mapping[str, str]) -> str:
    """What a wiki link calls the file of a note."""
    return links.get(path, PurePosixPath(path).stem)


def gist_of(words: str, about: Rating) -> str:
    """The sentence of a text that says most about something, and what follows as far as it fits."""
    told = _CAPTION.sub("", telling_of(words).text or words)
    sentences = split_sentences(told)
    if not sentences:
        return " ".join(words.split())
    first = _best(sentences, about)
    gist = sentences[first]
    if len(gist) > _MOST_CHARS:
        return _cut(gist, about)
    for following in sentences[first + 1 :]:
        if following == _ELLIPSIS:
            break
        if len(gist) + 1 + len(following) > _MOST_CHARS:
            room = _MOST_CHARS - len(gist) - 1
            return f"{gist} {_head(following, room)}" if room >= _LEAST_CHARS else gist
        gist = f"{gist} {following}"
    return gist


def _best(sentences: Sequence[str], about: Rating) -> int:
    """Where the gist begins; of those that say as much of it, at the one that says most at all."""
    rated = [about(one) for one in sentences]
    for n, (one, following) in enumerate(pairwise(sentences)):
        # "My tortoise! Marjorie is 41": what it is may be said right before.
        both = about(f"{one} {following}") if len(one) <= _LEAST_CHARS else 0
        if both > max(1, *rated[n : n + 2]):
            rated[n] = both
    found = [n for n, rate in enumerate(rated) if rate]
    return max(found, key=lambda n: (rated[n], len(salient_words(sentences[n])), -n), default=0)


def _cut(sentence: str, about: Rating) -> str:
    """So much of a long sentence that it is still about the matter: its beginning, or its end."""
    if about(head := _head(sentence)) == about(sentence):
        return head
    words = sentence.split(" ")
    tail = ""
    while words and len(words[-1]) + len(tail) + 2 <= _MOST_CHARS:
        tail = f"{words.pop()} {tail}".rstrip()
    shown = (head, f"{_ELLIPSIS}{tail}")
    if best := max((about(one) for one in shown), default=0):
        return next(one for one in shown if about(one) == best)
    at = next((n for n, word in enumerate(sentence.split(" ")) if about(word)), 0)
    middle = " ".join(sentence.split(" ")[max(0, at - 5) :])
    return f"{_ELLIPSIS if at > 5 else ''}{_head(middle)}"


def _head(text: str, most: int = _MOST_CHARS) -> str:
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = cut.rpartition(" ")[0] if " " in cut[most // 2 :] else cut
    return f"{whole.rstrip(' ,;:–—-')}{_ELLIPSIS}"


def _shown(one: Utterance, about: Rating) -> str:
    shown = f"{shown_name(one.author.label)}: {gist_of(one.words, about)}"
    return " ".join(shown.translate(_NO_LABEL).split())
