"""Proposals for the notes of sessions: what was worth noting, a section a place.

What was said in a private place goes to a file of its own (`Slot.note_of`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import note_of_person
from familiar_memory.operations.proposal import (
    AddRecord,
    AddToProperty,
    EnsureNote,
    Proposal,
    SetLead,
)
from familiar_memory.writers.notes.salience import choose_salient, salience
from familiar_memory.writers.notes.sessions.noted_line import noted_line
from familiar_memory.writers.notes.sessions.session_lead import lead_words
from familiar_memory.writers.notes.topics import Topic
from familiar_memory.writers.text.note_links import NoteLinks, person_label
from familiar_memory.writers.text.slots import Slot
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.words import Rarity
from familiar_memory.writers.text.worth import telling_of

__all__ = ["SessionTalk", "in_order", "salient_lines", "session_operations", "shown_words"]

_MOST_LINES = 60
"""Of one place in one part of a day: more than anybody reads of an evening. A place that is
livelier than that has the rest in its history, where it is found as well."""
_CALM = 400
"""Messages of a place in a part of a day after which a batch keeps half of what it would, then a
third, and so on: so a long evening has lines from its end too."""

_MOST_PEOPLE = 40
"""Of one place whom the properties of a session name; a raid brings hundreds."""

_Stretch = tuple[Slot, str]


class SessionTalk:
    """What was said in each place in each part of a day, up to and with a batch."""

    def __init__(
        self, said: Sequence[Utterance], before: Sequence[Utterance], *, is_all: bool
    ) -> None:
        """`is_all`: nothing was said before `before`."""
        self._said = _stretches(said)
        self._before = _stretches(before)
        self._cut = None if is_all or not before else before[0].slot

    def earlier(self, one: Utterance) -> int:
        """How many messages of its place and part of the day were there before the batch."""
        return len(self._before.get(_stretch_of(one), ()))

    def stretches(self) -> Iterator[tuple[tuple[Utterance, ...], bool]]:
        """For each place and part of a day of the batch all that was said, and whether it is all.

        In order of time, by part of the day.
        """
        for key in sorted(self._said):
            both = (*self._before.get(key, ()), *self._said[key])
            yield tuple(sorted(both, key=lambda u: (u.said_us, u.order))), key[0] != self._cut


def salient_lines(
    said: Iterable[Utterance], talk: SessionTalk, rarity: Rarity
) -> tuple[Utterance, ...]:
    """The lines worth noting of each stretch of talk: one place, session and slot."""
    sessions: dict[tuple[Slot, str, str], list[Utterance]] = {}
    for one in said:
        sessions.setdefault((*_stretch_of(one), one.session), []).append(one)
    return tuple(
        line
        for key in sorted(sessions)
        for line in _thinned(_chosen(sessions[key], talk, rarity), talk, rarity)
    )


def in_order(said: Iterable[Utterance]) -> tuple[Utterance, ...]:
    """By part of the day, then by place and session, then as they were said."""
    return tuple(
        sorted(said, key=lambda one: (*_stretch_of(one), one.session, one.said_us, one.order))
    )


def session_operations(
    salient: Iterable[Utterance],
    wanted: Collection[int],
    talk: SessionTalk,
    topics: Sequence[Topic],
    names: Collection[str],
    links: NoteLinks,
    rarity: Rarity,
    zone: tzinfo,
) -> Iterator[Proposal]:
    """Propose one line for each, under the place in which it was said, and what heads a place.

    `wanted` are turns (by id) that other notes link to: these have a line however many there are.
    """
    for one in salient:
        path, title = one.slot.note_of(one.place), one.slot.title
        yield EnsureNote(path, title, properties=(("date", one.slot.day), ("tags", ("session",))))
        line = Record(f"{links.person(one.author)}: {shown_words(one.words)}", one.fields)
        most = None if one.order in wanted else _MOST_LINES
        yield AddRecord(path, title, links.place(one.place), line, most=most)
    for spoken, is_all in talk.stretches():
        one = spoken[-1]
        path = one.slot.note_of(one.place)
        people = tuple(_took_part(spoken, links))
        yield AddToProperty(path, "people", people, links.place(one.place))
        if words := lead_words(spoken, zone, topics, names, links, rarity, is_all=is_all):
            yield SetLead(path, links.place(one.place), words)


def _took_part(spoken: Sequence[Utterance], links: NoteLinks) -> Iterator[tuple[str, str]]:
    """The notes of those who spoke first, each with the name that they had last."""
    latest = {one.author.slug: one.author for one in spoken}
    first = dict.fromkeys(one.author.slug for one in spoken)
    for slug in list(first)[:_MOST_PEOPLE]:
        yield links.stem(note_of_person(slug)), person_label(latest[slug])


def shown_words(words: str, *most: int) -> str:
    """What the line of a message shows of it, on one line; brackets in it link nothing.

    That of a session, or of at `most` so many characters.
    """
    return noted_line(words, *most).replace("[[", "[ [")


def _chosen(said: Sequence[Utterance], talk: SessionTalk, rarity: Rarity) -> tuple[Utterance, ...]:
    """The lines worth noting; of what somebody begins in private the best there is.

    What is told to a bot alone is told for a reason, however short it is.
    """
    chosen = choose_salient(said, rarity)
    if chosen or not said[0].place.is_private or talk.earlier(said[0]):
        return chosen
    telling = [one for one in said if telling_of(one.words).text]
    return (max(telling, key=lambda one: salience(one, rarity)),) if telling else ()


def _thinned(chosen: Sequence[Utterance], talk: SessionTalk, rarity: Rarity) -> Sequence[Utterance]:
    room = max(1, -(-len(chosen) // (1 + talk.earlier(chosen[0]) // _CALM))) if chosen else 0
    if room >= len(chosen):
        return chosen
    best = sorted(chosen, key=lambda u: (-round(salience(u, rarity), 5), u.said_us, u.order))
    return [one for one in chosen if one in best[:room]]


def _stretches(said: Iterable[Utterance]) -> Mapping[_Stretch, list[Utterance]]:
    found: dict[_Stretch, list[Utterance]] = {}
    for one in said:
        found.setdefault(_stretch_of(one), []).append(one)
    return found


def _stretch_of(one: Utterance) -> _Stretch:
    return one.slot, one.place.slug
