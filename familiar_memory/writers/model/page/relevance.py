"""What of the notes has to do with a batch: whom it names, which topics, which of their lines.

By words alone, so that the same batch gives the same page; what is nearest comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import regex

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.slugs import readable
from familiar_memory.domain.tree import entity_of
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.writers.notes.topics import mentions
from familiar_memory.writers.text.words import Rarity, salient_words

__all__ = ["NotedLine", "as_written", "nearest_lines", "people_named", "topics_named"]

_SHORTEST_NAME = 3
"""Shorter names are words of some language."""
_FACT = 2.0
"""What a fact is worth beside the words that a line shares with the talk: as two rare words. It is
what is said again most often."""


@dataclass(frozen=True, slots=True)
class NotedLine:
    """A line, with the key of its note."""

    key: str
    line: StandingLine


def people_named(
    said: Iterable[StoredTurn], text: str, besides: Iterable[str]
) -> tuple[Author, ...]:
    """Who is spoken of, among those who have ever spoken there, but for some (by slug)."""
    known: dict[str, Author] = {}
    for stored in said:
        if stored.turn.role is Role.USER:
            known[stored.turn.author.slug] = stored.turn.author
    for slug in besides:
        known.pop(slug, None)
    folded = text.casefold()
    return tuple(author for author in known.values() if _is_named(author, text, folded))


def topics_named(subjects: Mapping[str, str], text: str, most: int) -> tuple[str, ...]:
    """The keys of the topics that are spoken of, the most named first; at most so many.

    A topic is known by the name of its key: a title may be worded as others word it.
    """
    dashed = f"-{readable(text)}-"
    counts = {key: _count(entity_of(key), title, dashed, text) for key, title in subjects.items()}
    named = [key for key, count in counts.items() if count]
    return tuple(sorted(named, key=lambda key: (-counts[key], key))[:most])


def as_written(key: str, text: str) -> str:
    """A topic as this talk writes it; by its key where it does not."""
    words = entity_of(key).split("-")
    spelt = r"[\s_-]+".join(map(regex.escape, words))
    found = regex.search(
        rf"(?<![\p{{L}}\p{{N}}]){spelt}(?![\p{{L}}\p{{N}}])", text, regex.IGNORECASE
    )
    return " ".join(words) if found is None else " ".join(found[0].split())


def nearest_lines(
    notes: Sequence[tuple[str, tuple[StandingLine, ...]]],
    said: str,
    rarity: Rarity,
    room: int,
    size_of: Callable[[StandingLine], int],
) -> tuple[tuple[NotedLine, ...], int]:
    """The lines that share most with what is said, as they stand, and how many are left out.

    Of lines that share as much the newer comes first. All of them together have at most `room`.
    """
    words = frozenset(salient_words(said))
    lines = [NotedLine(key, line) for key, held in notes for line in held]
    worth = [_worth(one.line, words, rarity) for one in lines]
    order = sorted(range(len(lines)), key=lambda at: (-worth[at], _newest(lines[at].line), at))
    kept: set[int] = set()
    for at in order:
        size = size_of(lines[at].line)
        if size <= room:
            room -= size
            kept.add(at)
    return tuple(one for at, one in enumerate(lines) if at in kept), len(lines) - len(kept)


def _is_named(author: Author, text: str, folded: str) -> bool:
    names = (name for name in author.known_names if len(name) >= _SHORTEST_NAME)
    return any(name.casefold() in folded and mentions(text, name) for name in names)


def _count(slug: str, title: str, dashed: str, text: str) -> int:
    if slug.isascii() and "--" not in slug:
        return dashed.count(f"-{slug}-")
    return int(mentions(text, title or slug.replace("-", " ")))


def _worth(line: StandingLine, words: frozenset[str], rarity: Rarity) -> float:
    shared = sum(rarity.of(word) for word in salient_words(line.record.text) if word in words)
    return round(shared + (_FACT if line.record.predicate is not None else 0.0), 5)


def _newest(line: StandingLine) -> int:
    learned = line.record.fields.learned
    return -learned.toordinal() if learned is not None else 0
