"""What a model is shown of a batch, and what each name on that page stands for.

The page has names of its own (`p1`, `k1`, `r1`, `t1`, `s1`): no path, no id and no place of the
memory is on it, so a reply can name nothing but what was shown. It is made of the batch alone, and
so the same when the reply is read as when it was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.tree import note_of_person, note_of_self
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.text.kept_ids import ARC, SUMMARY, is_kept_up
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.conduct.rules import RULES_NOTE
from familiar_memory.operations.proposal import NotProposed
from familiar_memory.writers.arcs.arc_wording import is_open_thread
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.model.page.allotment import excerpted
from familiar_memory.writers.model.page.relevance import (
    NotedLine,
    as_written,
    nearest_lines,
    people_named,
    topics_named,
)
from familiar_memory.writers.model.page.transcript import TranscriptLine, is_automated, transcript
from familiar_memory.writers.text.slots import Slot, local_time
from familiar_memory.writers.text.utterance import Utterance, utterances
from familiar_memory.writers.text.words import Rarity

__all__ = ["STANCES_NOTE", "PageSession", "WriterPage", "page_of"]

STANCES_NOTE = note_of_self("stances")
_FOR_LINES = 0.25
"""Of the room: what is known already is there so that it is not said again."""
_MOST_TOPICS = 12
_LINE_CHARS = 300
_BESIDE = 30
"""Characters around a line: its name, and its day."""


@dataclass(frozen=True, slots=True)
class PageSession:
    """One place in one part of a day: the section of a note, its summary and threads so far."""

    place: Place
    slot: Slot
    summary: StandingLine | None = None
    arc: tuple[StandingLine, ...] = ()

    @property
    def path(self) -> str:
        """The session's note."""
        return self.slot.note_of(self.place)


@dataclass(frozen=True, slots=True)
class WriterPage:
    """The page, and what its names mean.

    `topics` are keys of notes, and `titles` what those are called here. `threads` are what
    sessions left open so far. `turns` are those that
    something may be learned from, `others` what else was shown of the talk; `left_out` is what had
    no room.
    """

    page: Mapping[str, Any]
    people: Mapping[str, Author]
    topics: Mapping[str, str]
    titles: Mapping[str, str]
    lines: Mapping[str, NotedLine]
    sessions: Mapping[str, PageSession]
    threads: Mapping[str, StandingLine]
    turns: Mapping[str, Utterance]
    others: frozenset[str]
    left_out: tuple[NotProposed, ...]


def page_of(batch: Batch, room: int) -> WriterPage:
    """The page of a batch, of about `room` characters."""
    material = {one.order: one for one in utterances(batch.turns, batch.zone)}
    speakers = list({one.author.slug: one.author for one in material.values()}.values())
    said = "\n".join(one.words for one in material.values())
    spoken = (*batch.background, *batch.turns)
    named = people_named(spoken, said, (one.slug for one in speakers))
    people = {f"p{n}": author for n, author in enumerate((*speakers, *named), 1)}
    keys = topics_named(batch.subjects, said, _MOST_TOPICS)
    topics = {f"k{n}": key for n, key in enumerate(keys, 1)}
    titles = {key: batch.subjects[key] or as_written(key, said) for key in keys}
    lines, left = _lines(batch, people.values(), keys, said, int(room * _FOR_LINES))
    used = sum(map(_size, (one.line for one in lines.values())))
    talk, left_out = transcript(batch.turns, batch.zone, room - used)
    turns = {f"t{n}": line for n, line in enumerate(talk, 1)}
    sessions = _sessions(turns.values(), batch)
    open_ = (line for one in sessions.values() for line in one.arc if is_open_thread(line.record))
    threads = {f"o{n}": line for n, line in enumerate(open_, 1)}
    if left:
        what = "1 line" if left == 1 else f"{left} lines"
        left_out.append(NotProposed(what, "of notes were not shown to the model, for want of room"))
    learned = {
        name: material[line.stored.id] for name, line in turns.items() if line.stored.id in material
    }
    return WriterPage(
        _Page(people, topics, titles, lines, threads, batch, left).json(turns, sessions),
        people,
        topics,
        titles,
        lines,
        sessions,
        threads,
        learned,
        frozenset(turns.keys() - learned.keys()),
        tuple(left_out),
    )


def _lines(
    batch: Batch, people: Iterable[Author], topics: Sequence[str], said: str, room: int
) -> tuple[dict[str, NotedLine], int]:
    """The lines that are shown, by name, and how many are left out."""
    keys = [note_of_person(author.slug) for author in people]
    notes = [(key, batch.lines(key)) for key in (*keys, *topics, STANCES_NOTE, RULES_NOTE)]
    spoken = (*batch.background, *batch.turns)
    rarity = Rarity.among(stored.turn.text for stored in spoken)
    kept, left = nearest_lines(notes, said, rarity, room, _size)
    return {f"r{n}": one for n, one in enumerate(kept, 1)}, left


def _sessions(talk: Iterable[TranscriptLine], batch: Batch) -> dict[str, PageSession]:
    found = dict.fromkeys((line.slot, line.stored.turn.place) for line in talk)
    return {
        f"s{n}": PageSession(
            place,
            slot,
            next(_kept_up(batch, slot, place, SUMMARY), None),
            tuple(_kept_up(batch, slot, place, ARC)),
        )
        for n, (slot, place) in enumerate(sorted(found, key=lambda one: (one[0], one[1].slug)), 1)
    }


def _kept_up(batch: Batch, slot: Slot, place: Place, kind: str) -> Iterator[StandingLine]:
    """The lines of a session that a writer keeps up to date."""
    lines = batch.lines(slot.note_of(place))
    return (one for one in lines if is_kept_up(one.record, kind) and one.audience == place.slug)


def _size(line: StandingLine) -> int:
    return len(_text(line)) + _BESIDE


def _text(line: StandingLine) -> str:
    return excerpted(one_line(links_as_labels(line.record.text)), _LINE_CHARS)


@dataclass(frozen=True, slots=True)
class _Page:
    """What is known and was said as JSON: whatever it says, it can end nothing around it."""

    people: Mapping[str, Author]
    topics: Mapping[str, str]
    titles: Mapping[str, str]
    lines: Mapping[str, NotedLine]
    threads: Mapping[str, StandingLine]
    batch: Batch
    left: int

    def json(
        self, turns: Mapping[str, TranscriptLine], sessions: Mapping[str, PageSession]
    ) -> dict[str, Any]:
        """The page, without what is empty."""
        known = {
            "people": [self._person(name, author) for name, author in self.people.items()],
            "topics": [self._topic(name, key) for name, key in self.topics.items()],
            "own_stances": self._lines_of(STANCES_NOTE),
            "rules": self._lines_of(RULES_NOTE),
            "records_not_shown": self.left,
        }
        talk = [self._session(name, one, turns) for name, one in sessions.items()]
        return {"known": _filled(known), "talk": talk}

    def _person(self, name: str, author: Author) -> dict[str, Any]:
        label = one_line(author.label, LONGEST_NAME)
        records = self._lines_of(note_of_person(author.slug))
        return _filled({"id": name, "name": label, "records": records})

    def _topic(self, name: str, key: str) -> dict[str, Any]:
        title = self.titles[key]
        return _filled({"id": name, "title": title, "records": self._lines_of(key)})

    def _lines_of(self, key: str) -> list[dict[str, str]]:
        return [
            _filled({"id": name, "text": _text(one.line), "learned": _day(one.line)})
            for name, one in self.lines.items()
            if one.key == key
        ]

    def _session(
        self, name: str, session: PageSession, turns: Mapping[str, TranscriptLine]
    ) -> dict[str, Any]:
        so_far = "" if session.summary is None else one_line(session.summary.record.text)
        said = [
            [turn, self._time(line), self._who(line), line.text]
            for turn, line in turns.items()
            if (line.slot, line.stored.turn.place) == (session.slot, session.place)
        ]
        return _filled(
            {
                "id": name,
                "place": session.place.label,
                "when": session.slot.title,
                "summary_so_far": so_far,
                "open_so_far": [
                    {"id": thread, "text": _text(line)}
                    for thread, line in self.threads.items()
                    if line in session.arc
                ],
                "turns": said,
            }
        )

    def _time(self, line: TranscriptLine) -> str:
        return local_time(line.stored.turn.timestamp, self.batch.zone).strftime("%H:%M")

    def _who(self, line: TranscriptLine) -> str:
        turn = line.stored.turn
        if is_automated(turn):
            return "automated"
        if turn.role is not Role.USER:
            return "you"
        names = (name for name, one in self.people.items() if one.slug == turn.author.slug)
        return next(names, "somebody")


def _filled(given: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if value}


def _day(line: StandingLine) -> str:
    learned = line.record.fields.learned
    return "" if learned is None else learned.isoformat()[:10]
