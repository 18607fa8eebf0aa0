"""The lines of sessions, as a day goes by them: what stands there as it was written.

Of what a person has struck, rewritten or taken out since, a day says nothing either.
"""

from __future__ import annotations

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.of_talk.noted_lines import NotedLines
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.text.spoken import (
    behind_the_speaker,
    words_behind_the_speaker,
)
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.notes.sessions.session_notes import shown_words
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SessionLines"]

_MOST_CHARS = 280
"""Of a message in a day: a handful of sentences."""


class SessionLines:
    """Reads each session until it is looked at again; without a `journal`, what is gone is gone."""

    def __init__(
        self, store: NoteReader, rules: NoteRules, journal: JournalReader | None = None
    ) -> None:
        """Nothing is read yet."""
        self._journal = journal
        self._noted = NotedLines(store, rules, journal)

    def look_again(self) -> None:
        """People edit while a model is asked: what was read may stand no more."""
        self._noted.look_again()

    def line_of(self, one: Utterance) -> str | None:
        """The line of a message, if it stands in its session as it was written.

        A day has room for more of it than a session.
        """
        for line in self._lines_of(one):
            if _is_as_written(line, one):
                text = line.record.text
                speaker = text.removesuffix(behind_the_speaker(text))
                return f"{speaker}{shown_words(one.words, _MOST_CHARS)}"
        return None

    def was_touched(self, one: Utterance) -> bool:
        """Whether a person has struck its line, has put it in other words, or has taken it out."""
        lines = self._lines_of(one)
        if any(line.record.state is not RecordState.LIVE for line in lines):
            return True
        if self._journal is None:
            return bool(lines) and not any(_is_as_written(line, one) for line in lines)
        standing = {words_behind_the_speaker(line.record.text) for line in lines}
        return any(
            words_behind_the_speaker(text) not in standing
            for place, ref, text in self._noted.past(_path_of(one)).lines
            if (place, ref) == (one.place.slug, one.ref)
        )

    def _lines_of(self, one: Utterance) -> list[StandingLine]:
        return [
            line
            for line in self._noted.standing(_path_of(one))
            if line.audience == one.place.slug and line.record.fields.refs == (one.ref,)
        ]


def _path_of(one: Utterance) -> str:
    return one.slot.note_of(one.place)


def _is_as_written(line: StandingLine, one: Utterance) -> bool:
    shown = behind_the_speaker(line.record.text)
    is_live = line.record.state is RecordState.LIVE
    return is_live and normalised(shown) == normalised(shown_words(one.words))
