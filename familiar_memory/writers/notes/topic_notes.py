"""Proposals for `topics/<slug>.md`: the best lines that speak of a recurring subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import regex

from familiar_memory.domain.tree import TOPICS, below, note_of_topic
from familiar_memory.operations.proposal import AddRecord, EnsureNote, Proposal
from familiar_memory.writers.batch import NotedTopic
from familiar_memory.writers.notes.salience import salience
from familiar_memory.writers.notes.topics import Topic, mentions
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity

__all__ = ["MENTIONS", "mark_of", "page_path", "topic_of", "topic_operations"]

MENTIONS = "Mentions"

_PAGE = regex.compile(rf"{TOPICS}/(?P<slug>.+?)(?:--(?P<number>[1-9]\d{{0,2}}))?\.md")
_MIN_SALIENCE = 1.0
"""Less than a session's line needs: that it names the topic speaks for it already."""
_LINES_A_SESSION = 2
"""A session that is all about one topic must not fill its note."""
_LINES_OF_THE_PAST = 8
"""What was said before anybody knew that it would be a topic."""


def topic_operations(
    topics: Iterable[Topic],
    said: Sequence[Utterance],
    before: Sequence[Utterance],
    noted: Mapping[str, NotedTopic],
    judged: Mapping[str, int],
    rarity: Rarity,
) -> Iterator[Proposal]:
    """Propose lines for each topic that `said` mentions.

    A topic that this talk has no note of is given the best lines of what was said `before`
    as well, for it recurs only because it was spoken of then; but not those that were `judged`
    (by `mark_of`, up to which turn) when it had one: a person has deleted it. A note grows at
    its end: lines older than its newest were judged when it was written.
    """
    for topic in topics:
        note = noted.get(topic.slug, NotedTopic(topic.title, topic.path, is_known=False))
        newest = note.newest
        now = [one for one in _mentioning(said, topic) if newest is None or one.slot.day >= newest]
        if not now:
            continue
        past = [] if note.is_known else _not_judged(_mentioning(before, topic), topic, judged)
        lines = [*_best(past, rarity, _LINES_OF_THE_PAST), *_best_by_session(now, rarity)]
        fresh = [one for one in lines if (one.place.slug, one.ref) not in note.cited]
        if not fresh:
            continue
        yield EnsureNote(note.path, topic.title)
        for one in sorted(fresh, key=lambda u: (u.said_us, u.order)):
            yield AddRecord(note.path, topic.title, MENTIONS, one.attributed())


def mark_of(slug: str, place: str) -> str:
    """The name of the watermark of a topic in a place; all such names begin as that of ""."""
    return f"topic {slug} {place}" if slug else "topic "


def page_path(slug: str, number: int) -> str:
    """Where the lines of a topic are; from the second file on, its number is in the name."""
    return note_of_topic(slug if number == 1 else f"{slug}--{number}")


def topic_of(path: str) -> tuple[str, int]:
    """The topic's slug and the number of the file, of the path of a topic note."""
    match = _PAGE.fullmatch(path)
    if match is None:
        return path.removeprefix(below(TOPICS)).removesuffix(".md"), 1
    return match["slug"], int(match["number"] or 1)


def _mentioning(said: Iterable[Utterance], topic: Topic) -> list[Utterance]:
    return [one for one in said if mentions(one.words, topic.title)]


def _not_judged(
    said: Iterable[Utterance], topic: Topic, judged: Mapping[str, int]
) -> list[Utterance]:
    return [one for one in said if one.order > judged.get(mark_of(topic.slug, one.place.slug), 0)]


def _best_by_session(said: Iterable[Utterance], rarity: Rarity) -> list[Utterance]:
    sessions: dict[str, list[Utterance]] = {}
    for one in said:
        sessions.setdefault(one.session, []).append(one)
    return [line for part in sessions.values() for line in _best(part, rarity, _LINES_A_SESSION)]


def _best(said: Iterable[Utterance], rarity: Rarity, limit: int) -> list[Utterance]:
    rated = [(round(salience(one, rarity), 5), one) for one in said]
    worth = [pair for pair in rated if pair[0] >= _MIN_SALIENCE]
    worth.sort(key=lambda pair: (-pair[0], pair[1].said_us, pair[1].order))
    return [one for _, one in worth[:limit]]
