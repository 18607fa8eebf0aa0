"""Proposals for `topics/<slug>.md`, each with the turns that it leads to.

What a recurring subject is, how things stand with it, and the mentions that say most of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from familiar_memory.domain.tree import TOPICS, below, note_of_topic
from familiar_memory.operations.proposal import EnsureNote, Proposal, RefreshRecords
from familiar_memory.writers.batch import Batch, NotedTopic
from familiar_memory.writers.notes.topic_page import TopicPage
from familiar_memory.writers.notes.topics import Topic, mentions
from familiar_memory.writers.text.note_links import person_label
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity

__all__ = ["TopicChange", "mark_of", "page_path", "topic_changes", "topic_of"]

_PAGE = regex.compile(rf"{TOPICS}/(?P<slug>.+?)(?:--(?P<number>[1-9]\d{{0,2}}))?\.md")
_PROPERTIES = (("tags", ("topic",)),)
_WORD = regex.compile(r"[\p{L}\p{N}]+")


@dataclass(frozen=True, slots=True)
class TopicChange:
    """What is proposed for one topic, and the turns of the batch that its lines lead to."""

    proposals: tuple[Proposal, ...]
    wanted: tuple[Utterance, ...]


def topic_changes(
    topics: Iterable[Topic],
    said: Sequence[Utterance],
    before: Sequence[Utterance],
    batch: Batch,
    sessions: frozenset[str],
    rarity: Rarity,
) -> Iterator[TopicChange]:
    """What becomes of each topic that `said` mentions; `sessions` are notes that the batch writes.

    A topic that this talk has no note of begins with what was said `before` as well, for it
    recurs only because it was spoken of then; but not with what was judged (by `mark_of`, up to
    which turn) when it had one: a person has deleted it. Lines older than the newest of a note
    were judged when it was written.
    """
    spoken = _Spoken.of(said)
    first = _first_said((*before, *said))
    for topic in topics:
        note = batch.topics.get(topic.slug, NotedTopic(topic.title, topic.path, is_known=False))
        newest = note.newest
        now = [one for one in spoken.of_topic(topic) if newest is None or one.slot.day >= newest]
        new = [
            one
            for one in now
            if (one.place.slug, one.ref) not in note.cited and first[_line_of(one)] == one.order
        ]
        if not new:
            continue
        past = [] if note.is_known else _not_judged(before, topic, batch.judged)
        past = [one for one in past if first[_line_of(one)] == one.order]
        is_first = batch.background_is_all and not (note.is_known or _had_note(topic, batch))
        page = TopicPage(topic.title, note, batch, rarity)
        change = page.change(new, past, sessions, is_first=is_first)
        if change is None:
            continue
        name = topic.title if topic_of(note.path)[1] == 1 else ""
        gone, fresh = change.gone, change.fresh
        yield TopicChange(
            (
                EnsureNote(note.path, topic.title, name, _PROPERTIES),
                RefreshRecords(note.path, topic.title, gone, fresh),
            ),
            tuple(one for one in new if one.order in change.shown),
        )


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


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What was said, and the words in it: most topics are named in no line of a batch."""

    said: tuple[Utterance, ...]
    words: frozenset[str]

    @classmethod
    def of(cls, said: Iterable[Utterance]) -> _Spoken:
        # What is said in private makes no topic, and adds to none.
        public = tuple(one for one in said if not one.place.is_private)
        words = (word for one in public for word in _WORD.findall(one.words.casefold()))
        return cls(public, frozenset(words))

    def of_topic(self, topic: Topic) -> list[Utterance]:
        words = _WORD.findall(topic.title.casefold())
        if topic.title.isascii() and words and words[0] not in self.words:
            return []
        return _mentioning(self.said, topic)


_SaidLine = tuple[str, str, str, str]


def _first_said(said: Iterable[Utterance]) -> dict[_SaidLine, int]:
    """Which turn said a line of a session first: that has it, and not who says the same again."""
    first: dict[_SaidLine, int] = {}
    for one in said:
        first.setdefault(_line_of(one), one.order)
    return first


def _line_of(one: Utterance) -> _SaidLine:
    """What two turns of one note have in common of which it has one line."""
    words = " ".join(one.words.casefold().split())
    return one.slot.note_of(one.place), one.place.slug, person_label(one.author), words


def _mentioning(said: Iterable[Utterance], topic: Topic) -> list[Utterance]:
    return [one for one in said if mentions(one.words, topic.title)]


def _had_note(topic: Topic, batch: Batch) -> bool:
    """Whether mentions of this talk were judged before: a person has deleted their lines."""
    places = {one.turn.place.slug for one in (*batch.background, *batch.turns)}
    return any(mark_of(topic.slug, place) in batch.judged for place in places)


def _not_judged(
    said: Iterable[Utterance], topic: Topic, judged: Mapping[str, int]
) -> list[Utterance]:
    found = _mentioning(said, topic)
    return [one for one in found if one.order > judged.get(mark_of(topic.slug, one.place.slug), 0)]
