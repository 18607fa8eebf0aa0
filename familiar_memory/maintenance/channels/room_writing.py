"""What is proposed for a room on its way into the notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.channels.settled.endings import SpokenAt
from familiar_memory.maintenance.channels.settled.joked_since import joked_since
from familiar_memory.maintenance.channels.settled.room_note import RoomNote, read_room_note
from familiar_memory.maintenance.of_talk.day_lines import DayLines
from familiar_memory.maintenance.of_talk.session_lines import SessionLines
from familiar_memory.maintenance.of_talk.talk_notes import TalkNotes
from familiar_memory.maintenance.sleep.step import Night, Preview
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.proposal import Proposal
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.file_names import FileNames
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import Utterance, spoken_at, utterances

__all__ = ["RoomWriting"]

_BEFORE = 100
"""Turns that are looked at for a joke that is taken back: more are not said in the quarter of an
hour that its speaker has."""
_MORE = 8
"""Where there is one, so many times as many are read, again and again, until all of its day is."""


class RoomWriting:
    """Reads and writes the notes of rooms, and keeps what a dry run would have written."""

    def __init__(
        self,
        history: History,
        store: NoteStore,
        register: TreeRegister,
        rules: RoomRules,
        days: DayLines,
        journal: JournalReader | None = None,
    ) -> None:
        """Look at what others have said and written; the `journal` says what people took away."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        past = PastTalk(history, lambda place: reach_of(place, rules.notes.readers), 0)
        self._notes = TalkNotes(history, store, register, rules.notes, rules.markers, past)
        self._names = FileNames(history, register)
        self._sessions = SessionLines(store, rules.notes, journal)
        self._days = days

    @property
    def previews(self) -> tuple[Preview, ...]:
        """What a dry run would have changed so far."""
        return self._notes.previews

    def links(self, turns: Iterable[StoredTurn], place: str) -> NoteLinks:
        """How the people of this talk, and its place, are linked."""
        label = self._notes.labels.label(place)
        return NoteLinks(self._names.links(turns), {} if label is None else {place: label})

    def note(self, place: str) -> RoomNote:
        """The note of a place, by its slug, as it stands.

        Raises:
            StoreError: it cannot be read.
        """
        return read_room_note(self._store, self._register, self._rules.notes, place)

    def earlier(
        self, turns: Sequence[StoredTurn], said: Sequence[Utterance]
    ) -> tuple[Utterance, ...]:
        """What was said in their place before these turns, as far as a joke may reach back.

        Where what was `said` in them takes one back, it is all of that day: what somebody said of
        the same thing in earnest, however early, still ends it.
        """
        first, count = turns[0], _BEFORE
        while True:
            before = self._history.turns_before([first.turn.place.slug], first.id, count)
            earlier = utterances(before, self._rules.zone)
            jokes = joked_since(earlier, said)
            days = [one.slot.day for one in earlier if one.order in jokes]
            if len(before) < count or not days or earlier[0].slot.day < min(days):
                return earlier
            count *= _MORE

    def in_day(self, one: Utterance) -> tuple[Record, ...]:
        """The lines of its day that say a message in its own words, and are no person's."""
        return self._days.repeating(one)

    def look_again(self) -> None:
        """People edit while a model is asked: what was read may stand no more."""
        self._sessions.look_again()
        self._days.look_again()

    def was_touched(self, one: Utterance) -> bool:
        """Whether a person has struck a message's line in session or day, or has taken it out."""
        return self._sessions.was_touched(one) or self._days.was_taken_out(one)

    def message_of(self, place: str, line: StandingLine) -> Utterance | None:
        """The message that a line was made of; None where it is gone."""
        refs = line.record.fields.refs
        stored = self._history.turn(place, refs[0]) if refs else None
        said = () if stored is None else utterances([stored], self._rules.zone)
        return said[0] if said else None

    def when_said(self, place: str, line: StandingLine) -> SpokenAt | None:
        """When the message of a line was said, and in which order; None where it is gone."""
        refs = line.record.fields.refs
        stored = self._history.turn(place, refs[0]) if refs else None
        return None if stored is None else spoken_at(stored)

    def write(
        self, talk: Sequence[StoredTurn], proposals: Iterable[Proposal], night: Night
    ) -> ApplyReport:
        """Apply what is proposed of this talk, as far as the gate lets it through."""
        proposed = tuple(proposals)
        if not proposed:
            return ApplyReport()
        gate = self._notes.gate_around(talk)
        policy = self._notes.policy(gate)
        return self._notes.apply(gate.below.discreet(proposed), policy, night, None)
