"""From the reply of a model to the bullets of a day, as far as the turns bear them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from familiar_memory.domain.memory.record import TOPIC_NAMES
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.days.model.asking import DayPage
from familiar_memory.maintenance.days.model.reply import DayReply, MemoryItem
from familiar_memory.maintenance.days.topics import common_topic, topic_in
from familiar_memory.maintenance.of_talk.borne_out import is_what_was_said
from familiar_memory.maintenance.of_talk.day_notes import DayBullet
from familiar_memory.writers.model.made.values import sentence_in_words
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.taken_back import without_taken_back
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["DayWording", "Worded"]

_MOST_WORDED = 12
"""Of one place and day, at once."""
_SHOWN = 60


@dataclass(slots=True)
class Worded:
    """What came of a reply: bullets, and why others are none."""

    bullets: list[DayBullet] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DayWording:
    """Reads a reply by what was shown.

    `material` are the turns of people that may be learned from, by number, and `joked` those that
    their next message takes back; `names` is what people are called there, which bears nothing
    out; `known` is what needs not be said again.
    """

    page: DayPage
    material: Mapping[int, Utterance]
    names: Collection[str] = ()
    known: Collection[str] = ()
    joked: Collection[int] = ()

    def read(self, reply: DayReply) -> Worded:
        """The bullets of a reply, in its order; each that is none with its reason."""
        worded = Worded(refused=list(reply.refused))
        counted: Counter[tuple[date, str]] = Counter()
        for item in reply.memories:
            try:
                bullet = self._bullet(item, reply.topics)
                counted[bullet.day, bullet.place.slug] += 1
                if counted[bullet.day, bullet.place.slug] > _MOST_WORDED:
                    raise InputError(f"{_MOST_WORDED} of that place and day are enough", "fewer")
            except InputError as problem:
                worded.refused.append(f"{item.text[:_SHOWN]!r}: {problem.problem}")
            else:
                worded.bullets.append(bullet)
        return worded

    def _bullet(self, item: MemoryItem, topics: Mapping[str, str]) -> DayBullet:
        ids = [*dict.fromkeys(one.strip() for one in item.turns)]
        said = self._cited(ids)
        text = sentence_in_words(item.text, "the memory")
        if not is_what_was_said(text, "\n".join(map(_meant, said)), self.names):
            raise InputError("its turns do not say that", "what was said in them")
        if normalised(text) in map(normalised, self.known):
            raise InputError("it is known already", "what is new")
        authors = {one.author.slug for one in said}
        last = max(said, key=lambda one: (one.said_us, one.order))
        topic = common_topic(topics.get(one) for one in ids) or (item.topic or "").casefold()
        return DayBullet(
            last.slot.day,
            last.place,
            text,
            tuple(one.ref for one in said),
            last.author.slug if len(authors) == 1 else None,
            _checked(topic) or topic_in("\n".join(one.words for one in said)),
        )

    def _cited(self, ids: Iterable[str]) -> list[Utterance]:
        """The turns of people among those that it cites, all of one place.

        Raises:
            InputError: there is no such turn, no person's, one is a joke, or they are of two places
                or of two days, of which each has a note of its own.
        """
        cited = []
        for one in ids:
            if one not in self.page.turns:
                raise InputError(f"there is no turn {one[:20]!r}", "the id of a turn of the page")
            cited.append(self.page.turns[one].id)
        said = [self.material[number] for number in cited if number in self.material]
        if not said:
            raise InputError("it cites nothing that a person said", "the id of a person's turn")
        if any(one.order in self.joked for one in said):
            raise InputError("it cites what was taken back as a joke", "what was meant")
        if len({one.place.slug for one in said}) > 1:
            raise InputError("its turns are of two places", "turns of one place")
        if len({one.slot.day for one in said}) > 1:
            raise InputError("its turns are of two days", "turns of one day")
        return said


def _meant(one: Utterance) -> str:
    """Its words without what the same message takes back."""
    return "\n".join(without_taken_back(split_sentences(one.words)))


def _checked(topic: str) -> str | None:
    return topic if topic in TOPIC_NAMES else None
