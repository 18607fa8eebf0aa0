"""A turn as a linked gist: `[[2026-02-17-evening#^m3071|Bex: moved to the 21st]]`.

The link leads to the turn's line in its session note; what it shows is who spoke, and the gist
of what they said, no more than fits on a line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.writers.text.material import shown_name
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import salient_words
from familiar_memory.writers.text.worth import telling_of

__all__ = ["gist_of", "is_linked_gist", "linked_gist", "shows", "stem_of"]

_MOST_CHARS = 90
"""Of the gist, without who spoke."""
_LEAST_CHARS = 25
"""Of a sentence that is cut short: less of it says nothing."""
_ELLIPSIS = "…"
_CAPTION = regex.compile(r"\s*\[[^\]]*\]\s*$")
"""What a picture shows, behind the words that came with it."""
_BLOCK_ID = regex.compile(r"[A-Za-z0-9-]+")
_LINKED = regex.compile(r"\[\[[^\[\]|#]+(?:#\^[A-Za-z0-9-]+)?\|(?P<shown>[^\[\]|]+)\]\]")
_NO_LABEL = str.maketrans({"[": "(", "]": ")", "|": "/", "\n": " ", "^": "'"})


def linked_gist(
    one: Utterance, links: Mapping[str, str], is_about: Callable[[str], bool]
) -> Record:
    """The record of a turn that has a line in its session note; `links` name the files."""
    block = f"#^{one.ref}" if _BLOCK_ID.fullmatch(one.ref) else ""
    return Record(f"[[{stem_of(one.slot.path, links)}{block}|{_shown(one, is_about)}]]", one.fields)


def is_linked_gist(record: Record) -> bool:
    """Whether a line has the form of one, whoever wrote it."""
    return _LINKED.fullmatch(record.text) is not None


def shows(record: Record, one: Utterance, is_about: Callable[[str], bool]) -> bool:
    """Whether a line shows what a writer makes of this turn, wherever its link leads now."""
    match = _LINKED.fullmatch(record.text)
    return match is not None and match["shown"] == _shown(one, is_about)


def stem_of(path: str, links: Mapping[str, str]) -> str:
    """What a wiki link calls the file of a note."""
    return links.get(path, PurePosixPath(path).stem)


def gist_of(words: str, is_about: Callable[[str], bool]) -> str:
    """The sentence of a text that says most about something, and what follows as far as it fits."""
    told = _CAPTION.sub("", telling_of(words).text or words)
    sentences = split_sentences(told)
    about = [number for number, one in enumerate(sentences) if is_about(one)]
    # Of those that say as much, the first.
    first = max(about, key=lambda n: (len(salient_words(sentences[n])), -n), default=0)
    gist = sentences[first] if sentences else " ".join(words.split())
    if len(gist) > _MOST_CHARS:
        return _cut(gist, is_about)
    for following in sentences[first + 1 :]:
        if following == _ELLIPSIS:
            break
        if len(gist) + 1 + len(following) > _MOST_CHARS:
            room = _MOST_CHARS - len(gist) - 1
            return f"{gist} {_head(following, room)}" if room >= _LEAST_CHARS else gist
        gist = f"{gist} {following}"
    return gist


def _cut(sentence: str, is_about: Callable[[str], bool]) -> str:
    """So much of a long sentence that it is still about the matter: its beginning, or its end."""
    if is_about(head := _head(sentence)):
        return head
    words = sentence.split(" ")
    tail = ""
    while words and len(words[-1]) + len(tail) + 2 <= _MOST_CHARS:
        tail = f"{words.pop()} {tail}".rstrip()
    if tail and is_about(tail):
        return f"{_ELLIPSIS}{tail}"
    at = next((n for n, word in enumerate(sentence.split(" ")) if is_about(word)), 0)
    middle = " ".join(sentence.split(" ")[max(0, at - 5) :])
    return f"{_ELLIPSIS if at > 5 else ''}{_head(middle)}"


def _head(text: str, most: int = _MOST_CHARS) -> str:
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    whole = cut.rpartition(" ")[0] if " " in cut[most // 2 :] else cut
    return f"{whole.rstrip(' ,;:–—-')}{_ELLIPSIS}"


def _shown(one: Utterance, is_about: Callable[[str], bool]) -> str:
    shown = f"{shown_name(one.author.label)}: {gist_of(one.words, is_about)}"
    return " ".join(shown.translate(_NO_LABEL).split())
