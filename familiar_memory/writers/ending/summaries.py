"""What the talks of a place were about, from the notes of its sessions, line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import PRIVATE_SESSIONS, SESSIONS
from familiar_memory.errors import StoreError
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.write_policy.promotion import MOST_ARCS
from familiar_memory.knowledge.write_policy.support import Arc
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.writers.text.slots import slot_of

__all__ = ["Summaries"]

_MOST_NOTES = 1_000
"""Session notes that are looked into for a place: most of a year."""
_NOBODY = ""
"""Who wrote a message that is gone."""
_PARTS = ("night", "morning", "afternoon", "evening")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a session, the messages that it is made of, and who wrote them."""

    text: str
    refs: frozenset[str]
    by: frozenset[str]


class Summaries:
    """Reads the sections of one place, as its people know them, each note once.

    Lines of others say nothing of a speaker, and those that only repeat the `cited` messages bear
    nothing out.
    """

    def __init__(
        self, store: NoteReader, history: HistoryReader, rules: NoteRules, zone: tzinfo
    ) -> None:
        """Nothing is read yet; what is read is not looked at again."""
        self._store = store
        self._history = history
        self._rules = rules
        self._zone = zone
        self._paths: dict[str, list[str]] = {}
        self._read: dict[tuple[str, str], tuple[_Line, ...]] = {}

    def of(
        self, place: Place, talk: Iterable[StoredTurn], by: str, cited: Collection[str]
    ) -> tuple[Arc, tuple[Arc, ...]]:
        """The summary of the sessions of these turns, and those of others, newest first."""
        present = {slot_of(one.turn.timestamp, self._zone).note_of(place) for one in talk}
        lines: list[str] = []
        earlier: list[Arc] = []
        for path in self._newest_first(place)[:_MOST_NOTES]:
            # What names no message is the summary of it all.
            found = tuple(
                line.text
                for line in self._lines(path, place.slug)
                if line.refs.isdisjoint(cited) and line.by <= {by}
            )
            if path in present:
                lines += found
            elif found:
                earlier.append(Arc(found))
            if len(earlier) == MOST_ARCS:
                break
        return Arc(tuple(lines)), tuple(earlier)

    def _newest_first(self, place: Place) -> list[str]:
        folder = f"{PRIVATE_SESSIONS}/{place.slug}" if place.is_private else SESSIONS
        if folder not in self._paths:
            try:
                # Not globbed: the cap on what a search shows would leave out the newest.
                paths = [one.path for one in self._store.scan_files(folder).files]
            except StoreError:
                # Without summaries what was said still counts.
                paths = []
            notes = (path for path in paths if _is_note_in(folder, path))
            self._paths[folder] = sorted(notes, key=_age, reverse=True)
        return self._paths[folder]

    def _lines(self, path: str, place: str) -> tuple[_Line, ...]:
        key = (path, place)
        if key not in self._read:
            self._read[key] = tuple(self._lines_of(path, place))
        return self._read[key]

    def _lines_of(self, path: str, place: str) -> Iterator[_Line]:
        try:
            text = self._store.read_file(path)
        except StoreError:
            return
        if place not in text and place not in path:
            return
        rules = self._rules
        parser = NoteParser(rules.default_audience, rules.vocabulary, policy=rules.readers)
        passages = [
            one
            for one in parser.read(path, text, "").passages
            if one.audience == place and not one.retired
        ]
        said = self._history.words_said((place, ref) for one in passages for ref in one.refs)
        speakers = {ref: words.author for (_, ref), words in said.items()}
        for one in passages:
            by = frozenset(speakers.get(ref, _NOBODY) for ref in one.refs)
            yield _Line(one.text, frozenset(one.refs), by)


def _is_note_in(folder: str, path: str) -> bool:
    return path.rpartition("/")[0] == folder and path.endswith(".md")


def _age(path: str) -> tuple[str, int]:
    """The day and the part of it, of names that writers give: others are the oldest."""
    name = path.rpartition("/")[2].removesuffix(".md")
    day, _, part = name.rpartition("-")
    return (day, _PARTS.index(part)) if part in _PARTS else ("", 0)
