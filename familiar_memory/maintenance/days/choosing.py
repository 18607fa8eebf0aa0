"""The bullets of a day without a model: the best of what the writer has noted of its sessions.

Of the sessions, and not of the talk itself: what stands there has passed the gate, and what a
person has struck, rewritten or deleted there does not come back by another door. What people are
like stands in their own notes, and in no day, and neither does what only the talk around it makes
understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from familiar_memory.maintenance.days.alone import explains_itself
from familiar_memory.maintenance.days.topics import topic_in
from familiar_memory.maintenance.of_talk.day_notes import DayBullet
from familiar_memory.maintenance.of_talk.session_lines import SessionLines
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.notes.salience import is_dated, salience
from familiar_memory.writers.text.sentences import plain_prose, split_sentences
from familiar_memory.writers.text.taken_back import is_taken_back, joked_messages
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity
from familiar_memory.writers.times.phrases import without_times

__all__ = ["chosen"]

_MOST_CHOSEN = 10
"""Of one place and day, at once: what somebody reads over a coffee."""

_OF_A_DAY = frozenset(
    ("completed", "decided", "goal", "moving_to", "staying_in", "traveled_to", "visiting")
)
"""What is said of somebody for a time, or of what they did and will do."""

_Noted = tuple[Utterance, str]


def chosen(said: Iterable[Utterance], lines: SessionLines, rarity: Rarity) -> tuple[DayBullet, ...]:
    """The lines worth most of each place and day, as their sessions have them, in order of time."""
    days: dict[tuple[date, str], list[_Noted]] = {}
    for one in _meant(said):
        line = None if _is_of_a_person(one.words) else lines.line_of(one)
        if line is not None and explains_itself(behind_the_speaker(line)):
            days.setdefault((one.slot.day, one.place.slug), []).append((one, line))
    return tuple(
        _bullet(one, line) for key in sorted(days) for one, line in _best(days[key], rarity)
    )


def _meant(said: Iterable[Utterance]) -> Iterator[Utterance]:
    """What was no joke: nobody took it back in its own message or in their next one there."""
    spoken = tuple(said)
    joked = joked_messages(spoken)
    return (one for one in spoken if one.order not in joked and not is_taken_back(one.words))


def _is_of_a_person(words: str) -> bool:
    """Whether they say what somebody is like, and nothing of a day: that stands in their note."""
    if not find_statements(words):
        return False
    return not any(_is_of_a_day(one) for one in split_sentences(plain_prose(words)))


def _is_of_a_day(sentence: str) -> bool:
    """Whether something is decided, planned or dated there beside what somebody is like."""
    stated = {one.predicate for one in find_statements(sentence)}
    if stated <= _OF_A_DAY:
        return is_dated(sentence)
    return "birthday" not in stated and any(
        phrase.at is not None for phrase in without_times(sentence).phrases
    )


def _best(noted: Sequence[_Noted], rarity: Rarity) -> Iterator[_Noted]:
    best = sorted(noted, key=lambda one: (-round(salience(one[0], rarity), 5), _when(one)))
    yield from sorted(best[:_MOST_CHOSEN], key=_when)


def _when(noted: _Noted) -> tuple[int, int]:
    return noted[0].said_us, noted[0].order


def _bullet(one: Utterance, line: str) -> DayBullet:
    return DayBullet(
        one.slot.day, one.place, line, (one.ref,), one.author.slug, topic_in(one.words)
    )
