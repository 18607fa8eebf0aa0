"""Threads of a talk: questions that nobody answered, and plans that came to something.

Everything said in a place is read in the order of its time, whenever it came in, so the same talk
has the same threads however it was cut into batches. What the familiar says is an answer, too, and
what its speaker takes back as a joke is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo

from familiar_memory.domain.talk.role import Role, TurnKind
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.sessions.limits import SESSION_GAP
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.writers.arcs.arc_wording import ArcLine
from familiar_memory.writers.arcs.wording import (
    Report,
    is_done_by,
    is_withdrawn,
    overlap,
    plans_in,
    question_in,
    reports_in,
)
from familiar_memory.writers.text.taken_back import joked_messages
from familiar_memory.writers.text.utterance import Utterance, utterances

__all__ = ["Thread", "threads_in"]

_US = timedelta(microseconds=1)
_LONGEST_ANSWER = 280
"""Characters: what is longer speaks of much."""
_LONGEST_PLAN = timedelta(days=60)
"""After that "I booked it" is of something else."""
_ABOUT, _MOST_OF = 2, 0.5
"""Words that a later message shares with what it settles, and how much of that they are."""
_SOON = timedelta(days=1)
"""Whoever speaks within a day of a question has seen it, and may have answered it in any words."""
_COUPLE = 2
"""Between two, what the other says next is the answer, however late."""


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread: the message that says it, and the sentence that does."""

    kind: ArcLine
    said: Utterance
    sentence: str


def threads_in(turns: Iterable[StoredTurn], zone: tzinfo) -> tuple[Thread, ...]:
    """The threads of these turns of a reach, of each place by itself, in the order of time."""
    by_place: dict[str, list[StoredTurn]] = {}
    for one in turns:
        if not one.turn.deleted:
            by_place.setdefault(one.turn.place.slug, []).append(one)
    found = [thread for slug in sorted(by_place) for thread in _of_place(by_place[slug], zone)]
    return tuple(sorted(found, key=lambda one: (one.said.said_us, one.said.order, one.kind)))


def _of_place(turns: list[StoredTurn], zone: tzinfo) -> Iterator[Thread]:
    turns.sort(key=lambda one: (one.turn.timestamp, one.id))
    spoken = utterances(turns, zone)
    joked = joked_messages(spoken)
    said = {one.order: one for one in spoken if one.order not in joked}
    yield from _questions(turns, said)
    yield from _plans(tuple(said.values()))


def _questions(turns: Sequence[StoredTurn], said: dict[int, Utterance]) -> Iterator[Thread]:
    if turns[0].turn.place.is_private and not any(map(_is_familiar, turns)):
        # What the familiar answers is not kept here: nobody can say what stayed open.
        return
    asked: dict[tuple[str, str], Thread] = {}
    talks = _talks(turns)
    voices = len({one.turn.author.slug for one in turns})
    for at, one in enumerate(turns):
        utterance = said.get(one.id)
        question = None if utterance is None else question_in(utterance.words)
        if utterance is None or question is None:
            continue
        thread = Thread(ArcLine.OPEN, utterance, question)
        key = (utterance.author.slug, normalised(question))
        end = talks[at]
        if _is_settled_within(one, turns[at + 1 : end], said):
            asked.pop(key, None)
            continue
        # Asked again it is the same question.
        asked.pop(key, None)
        if (became := _later(thread, turns[end:], said, voices)) is not None:
            asked[key] = became
    yield from asked.values()


def _talks(turns: Sequence[StoredTurn]) -> list[int]:
    """For each turn the index at which the talk is over that it is part of."""
    ends = [len(turns)] * len(turns)
    for at in range(len(turns) - 2, -1, -1):
        here, behind = turns[at].turn.timestamp, turns[at + 1].turn.timestamp
        ends[at] = at + 1 if behind - here > SESSION_GAP else ends[at + 1]
    return ends


def _is_settled_within(
    asking: StoredTurn, later: Sequence[StoredTurn], said: dict[int, Utterance]
) -> bool:
    """Whether anybody else spoke in that talk, or whoever asked needs no answer any more."""
    for one in later:
        if one.turn.author != asking.turn.author or _is_familiar(one):
            return True
        if one.id in said and is_withdrawn(said[one.id].words):
            return True
    return False


def _later(
    thread: Thread, later: Sequence[StoredTurn], said: dict[int, Utterance], voices: int
) -> Thread | None:
    """What becomes of a question in later talks: a reply settles it, or who speaks of it.

    None where somebody may have answered it in other words.
    """
    asked, may_be_answered = thread.said, False
    for one in later:
        words = said.get(one.id)
        is_own = one.turn.author == asked.author and not _is_familiar(one)
        if words is not None and _settles_question(one, words, thread, is_own=is_own):
            return Thread(ArcLine.RESOLVED, words, words.line)
        if not is_own:
            soon = asked.said_us + _SOON / _US >= one.turn.timestamp.timestamp() * 1_000_000
            may_be_answered |= soon or voices <= _COUPLE or one.turn.reply_to == asked.ref
    return None if may_be_answered else thread


def _settles_question(one: StoredTurn, words: Utterance, thread: Thread, *, is_own: bool) -> bool:
    if is_own and not is_withdrawn(words.words):
        return False
    if question_in(words.words) is not None or len(words.words) > _LONGEST_ANSWER:
        return False
    shared, share = overlap(thread.sentence, words.words)
    return one.turn.reply_to == thread.said.ref or (shared >= _ABOUT and share >= _MOST_OF)


def _plans(said: Sequence[Utterance]) -> Iterator[Thread]:
    waiting: dict[str, list[tuple[Utterance, str]]] = {}
    for one in said:
        plans = waiting.setdefault(one.author.slug, [])
        for report in reports_in(one.words):
            done = next((plan for plan in reversed(plans) if _settles(report, one, *plan)), None)
            if done is not None:
                plans.remove(done)
                yield Thread(ArcLine.RESOLVED, one, report.sentence)
                break
        plans += [(one, plan) for plan in plans_in(one.words)]


def _settles(report: Report, one: Utterance, plan_said: Utterance, plan: str) -> bool:
    is_late = one.said_us - plan_said.said_us > _LONGEST_PLAN / _US
    return not is_late and is_done_by(plan, report)


def _is_familiar(one: StoredTurn) -> bool:
    return one.turn.role is not Role.USER and one.turn.kind is TurnKind.INTERACTIVE
