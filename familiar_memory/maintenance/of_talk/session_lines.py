"""The lines of sessions, as a day goes by them: what stands there as it was written.

Of what a person has struck, rewritten or taken out since, a day says nothing either.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.notes.sessions.session_notes import shown_words
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SessionLines"]

_WRITER = "memory_writer"
_BEHIND_THE_SPEAKER = "]]: "
_MOST_CHARS = 280
"""Of a message in a day: a handful of sentences."""


class SessionLines:
    """Reads each session once a night; without a `journal`, what is gone leaves no trace."""

    def __init__(
        self, store: NoteReader, rules: NoteRules, journal: JournalReader | None = None
    ) -> None:
        """Nothing is read yet."""
        self._store = store
        self._rules = rules
        self._journal = journal
        self._read: dict[str, tuple[StandingLine, ...]] = {}
        self._former: dict[str, frozenset[tuple[str, str, str]]] = {}

    def line_of(self, one: Utterance) -> str | None:
        """The line of a message, if it stands in its session as it was written.

        A day has room for more of it than a session.
        """
        for line in self._lines_of(one):
            if _is_as_written(line, one):
                speaker, between, _ = line.record.text.partition(_BEHIND_THE_SPEAKER)
                return f"{speaker}{between}{shown_words(one.words, _MOST_CHARS)}"
        return None

    def was_touched(self, one: Utterance) -> bool:
        """Whether a person has struck its line, has put it in other words, or has taken it out."""
        lines = self._lines_of(one)
        if any(line.record.state is not RecordState.LIVE for line in lines):
            return True
        if self._journal is None:
            return bool(lines) and not any(_is_as_written(line, one) for line in lines)
        path = _path_of(one)
        if path not in self._former:
            self._former[path] = frozenset(self._replaced(self._journal, path))
        standing = {line.record.text for line in lines}
        return any(
            text not in standing
            for place, ref, text in self._former[path]
            if (place, ref) == (one.place.slug, one.ref)
        )

    def _lines_of(self, one: Utterance) -> list[StandingLine]:
        path = _path_of(one)
        if path not in self._read:
            text = ""
            with suppress(NotFoundError):
                text = self._store.read_file(path)
            self._read[path] = tuple(self._parsed(path, text))
        return [
            line
            for line in self._read[path]
            if line.audience == one.place.slug and line.record.fields.refs == (one.ref,)
        ]

    def _parsed(self, path: str, text: str) -> Iterator[StandingLine]:
        """What was said, and no line that a writer keeps up to date."""
        note = parse_note(text, self._rules.vocabulary, path)
        lines = standing_lines(path, note, self._rules.default_audience)
        return (line for line in lines if not is_kept_up(line.record))

    def _replaced(self, journal: JournalReader, path: str) -> Iterator[tuple[str, str, str]]:
        """Place, ref and words of each line that stood there before somebody changed the note."""
        for text in self._versions(journal, path):
            for line in self._parsed(path, text):
                yield from (
                    (line.audience, ref, line.record.text) for ref in line.record.fields.refs
                )

    def _versions(self, journal: JournalReader, path: str) -> Iterator[str]:
        """The note before each change that was not the writer's, and as it was left last.

        That may be another than now: an editor's save is noted when the store next meets it.
        """
        last: str | None = None
        with suppress(StoreError):
            for entry in journal.entries(path):
                last = entry.after
                if entry.source != _WRITER:
                    yield from _kept(journal, entry.before)
            yield from _kept(journal, last)


def _kept(journal: JournalReader, revision: str | None) -> Iterator[str]:
    version = None if revision is None else journal.kept(revision)
    if version is not None:
        yield version.decode("utf-8", "replace")


def _path_of(one: Utterance) -> str:
    return one.slot.note_of(one.place)


def _is_as_written(line: StandingLine, one: Utterance) -> bool:
    shown = line.record.text.partition(_BEHIND_THE_SPEAKER)[2]
    is_live = line.record.state is RecordState.LIVE
    return is_live and normalised(shown) == normalised(shown_words(one.words))
