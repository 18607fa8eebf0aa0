"""A piece of talk as a day is made of it: what is shown, what may be cited, what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import note_of_person, note_of_place
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.maintenance.days.choosing import chosen
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.of_talk.day_lines import DayLines
from familiar_memory.maintenance.of_talk.day_notes import DayBullet, day_path
from familiar_memory.maintenance.of_talk.session_lines import SessionLines
from familiar_memory.maintenance.of_talk.withheld import WithheldTurns
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.as_said import AsSaid
from familiar_memory.writers.model.page.relevance import NotedLine, nearest_lines
from familiar_memory.writers.notes.reach_lines import ReachLines
from familiar_memory.writers.text.taken_back import joked_messages
from familiar_memory.writers.text.utterance import Utterance, utterances
from familiar_memory.writers.text.words import Rarity

__all__ = ["DayTalk", "TalkReading"]

_FOR_KNOWN = 8_000
"""Characters of what is known already: it is there so that it is not said again."""
_BESIDE = 30


@dataclass(frozen=True, slots=True)
class DayTalk:
    """`turns` may be shown, and of `said`, people's own words by number, may be learned."""

    turns: tuple[StoredTurn, ...]
    said: Mapping[int, Utterance]

    @property
    def joked(self) -> frozenset[int]:
        """Those of `said` that their next message takes back; they are shown with it."""
        return joked_messages(self.said.values())


class TalkReading:
    """Reads talk as it stands, and what of the notes has to do with it; for one night."""

    def __init__(
        self,
        history: History,
        store: NoteReader,
        register: TreeRegister,
        rules: DayRules,
        zone: tzinfo,
        days: DayLines,
        journal: JournalReader | None = None,
    ) -> None:
        """What is withheld is read now, and each note when it is first asked for."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self._zone = zone
        self._withheld = WithheldTurns(history, rules.markers)
        self._sessions = SessionLines(store, rules.notes, journal)
        self._days = days
        self._as_said = AsSaid(history)

    def stands(self, talk: DayTalk) -> bool:
        """Whether its turns are what they were when somebody last looked, and their lines too."""
        self._look_again()
        is_said = self._as_said.hold(talk.turns)
        return is_said and not any(map(self._was_touched, talk.said.values()))

    def of(self, turns: Sequence[StoredTurn]) -> DayTalk:
        """The turns as they are by now, without those that are gone, or have left the place.

        What is told in confidence or held stays out, and so does what a person has struck,
        rewritten or taken out of its session or its day.
        """
        self._look_again()
        if not self._as_said.hold(turns):
            self._as_said = AsSaid(self._history)
            turns = tuple(self._as_they_are(turns))
        told = [stored for stored in turns if not self._withheld.has(stored)]
        every = {one.order: one for one in utterances(told, self._zone)}
        said = {number: one for number, one in every.items() if not self._was_touched(one)}
        shown = (one for one in told if one.id in said or one.id not in every)
        return DayTalk(tuple(shown), said)

    def chosen(self, talk: DayTalk, before: Iterable[StoredTurn]) -> tuple[DayBullet, ...]:
        """The bullets that need no model; `before` is what was said there earlier."""
        return chosen(talk.said.values(), self._sessions, self._rarity(talk, before))

    def known(self, talk: DayTalk, before: Iterable[StoredTurn], viewer: Viewer) -> tuple[str, ...]:
        """What the notes hold of those who speak, of the places and the days, the nearest of it.

        As far as the talk may know it.
        """
        lines = ReachLines(self._store, self._register, self._rules.notes, viewer)
        said = list(talk.said.values())
        notes = [(key, lines.of(key)) for key in _keys(said)]
        words = "\n".join(one.words for one in said)
        rarity = self._rarity(talk, before)
        kept, _ = nearest_lines(notes, words, rarity, _FOR_KNOWN, _size)
        names = {note_of_person(one.author.slug): one.author.label for one in said}
        return tuple(_told(one, names) for one in kept)

    def _look_again(self) -> None:
        self._sessions.look_again()
        self._days.look_again()

    def _was_touched(self, one: Utterance) -> bool:
        return self._sessions.was_touched(one) or self._days.was_taken_out(one)

    def _rarity(self, talk: DayTalk, before: Iterable[StoredTurn]) -> Rarity:
        earlier = (one.words for one in utterances(before, self._zone))
        return Rarity.among((*earlier, *(one.words for one in talk.said.values())))

    def _as_they_are(self, turns: Iterable[StoredTurn]) -> Iterator[StoredTurn]:
        for one in turns:
            now = self._history.turn(one.turn.place.slug, one.turn.ref)
            if now is not None and now.id == one.id:
                yield now


def _keys(said: Sequence[Utterance]) -> Iterator[str]:
    yield from dict.fromkeys(note_of_person(one.author.slug) for one in said)
    yield from dict.fromkeys(note_of_place(one.place.slug) for one in said)
    yield from dict.fromkeys(day_path(one.slot.day, one.place) for one in said)


def _size(line: StandingLine) -> int:
    return len(line.record.text) + _BESIDE


def _told(one: NotedLine, names: Mapping[str, str]) -> str:
    text = links_as_labels(one.line.record.text)
    name = names.get(one.key)
    return text if name is None else f"{name}: {text}"
