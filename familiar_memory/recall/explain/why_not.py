"""Why a given passage did not come: the first reason in the order in which recall decides.

For the familiar's owner: an answer may reveal what the viewer may not see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import CONVERSATION, MEMORY, is_indexed
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import HistoryReader
from familiar_memory.index.base import Index
from familiar_memory.index.rows.documents import KnownDocument
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.markdown.source import line_starts
from familiar_memory.notes.remembered import RememberedNotes
from familiar_memory.recall.explain.absence import Absence, WhyNotReport
from familiar_memory.recall.explain.case import Case
from familiar_memory.recall.explain.reasons import Reason
from familiar_memory.recall.explain.rules import judge
from familiar_memory.store.base import NoteReader

__all__ = ["Evidence", "WhyNot"]

_MOST = 10
"""So many passages are answered for; the rest is counted."""
_PATH = re.compile(r"(?P<path>\S.*?\.(?:md|json))(?::(?P<line>[1-9]\d*))?", re.IGNORECASE)
_PROBLEM_AT = re.compile(r"line (\d+):")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where to look for a passage that somebody misses: in the index, and in what it is made of.

    `indexed` tells the documents of these paths that the index holds.
    """

    index: Index
    notes: RememberedNotes
    history: HistoryReader
    store: NoteReader
    indexed: Callable[[Sequence[str]], dict[str, KnownDocument]]


class WhyNot:
    """Finds reasons; reads, and changes nothing."""

    def __init__(self, evidence: Evidence, seen_in: Callable[[str], tuple[str, ...]]) -> None:
        """`seen_in` tells the places in which something of an audience may be told."""
        self._index = evidence.index
        self._notes = evidence.notes
        self._history = evidence.history
        self._store = evidence.store
        self._indexed = evidence.indexed
        self._seen_in = seen_in

    def meant(self, target: str) -> list[Absence | FoundPassage]:
        """What is meant by a turn (`REF` or `PLACE REF`), a note (`PATH`, `PATH:LINE`) or a text.

        To be looked up before the question is asked, which may bring the index up to date.

        Raises:
            IndexUnavailableError: the index cannot be read.
            HistoryError: nor the history.
        """
        return list(self._targets(target.strip()))

    def ask(self, found: Sequence[Absence | FoundPassage], case: Case) -> WhyNotReport:
        """An answer for each passage that was meant.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        answers = tuple(
            one if isinstance(one, Absence) else self._judged(one, case) for one in found[:_MOST]
        )
        return WhyNotReport(answers, max(len(found) - _MOST, 0))

    # --- what is meant --------------------------------------------------------------

    def _targets(self, target: str) -> Iterator[Absence | FoundPassage]:
        """Passages that the target names, and answers for what is no passage."""
        turns = self._turns(target)
        if turns:
            yield from map(self._turn, turns)
            return
        named = _PATH.fullmatch(target)
        if named is not None and self._is_file(named["path"]):
            yield from self._note(
                self._key(named["path"]), int(named["line"]) if named["line"] else None
            )
            return
        if target:
            yield from self._holding(target)

    def _turns(self, target: str) -> list[StoredTurn]:
        place, _, ref = target.partition(" ")
        if ref and (stored := self._history.turn(place, ref.strip())) is not None:
            return [stored]
        return self._history.turns_named(target)

    def _turn(self, stored: StoredTurn) -> Absence | FoundPassage:
        turn = stored.turn
        subject = f"{turn.place.slug} {turn.ref}"
        if turn.deleted:
            return Absence(subject, Reason.DELETED, "it was withdrawn, and its text is gone")
        answer = Absence(
            subject, Reason.NOT_INDEXED, "", turn.text, turn.place.slug,
            self._seen_in(turn.place.slug),
        )  # fmt: skip
        if turn.silent or not turn.text.strip():
            why = "it is silent: kept, but never recalled" if turn.silent else "it has no words"
            return replace(answer, because=why)
        name = (turn.place.slug, turn.ref)
        passage = next((p for p in self._index.citing([name])[name] if p.kind == "turn"), None)
        if passage is None:
            return replace(answer, because="it is not in the index yet, or older than it reaches")
        if passage.text != turn.text:
            why = "it was edited since it was indexed: `familiar index update`"
            return replace(answer, reason=Reason.CHANGED, because=why)
        return FoundPassage(passage, retired=False, expires=None)

    def _is_file(self, path: str) -> bool:
        try:
            return self._store.exists(path) or path in self._indexed([path]) or self._has(path)
        except FamiliarError:
            # A reserved place, which may well be what is asked about.
            return (self._store.root / path).is_file()

    def _has(self, key: str) -> bool:
        path = self._notes.register.path_of(key)
        return path is not None and self._store.exists(path)

    def _key(self, path: str) -> str:
        """What a note is known by that is named by its path, or by its key."""
        return self._notes.register.key_of(path) if self._store.exists(path) else path

    def _note(self, path: str, line: int | None) -> Iterator[Absence | FoundPassage]:
        if (answer := self._unindexed(path)) is not None:
            yield answer
            return
        if line is None:
            found = self._index.passages_in(MEMORY, path)
            yield from found
            if not found:
                yield Absence(
                    path, Reason.NOT_INDEXED, "there is no memory in it: no prose, no line"
                )
            return
        yield from self._line(path, line)

    def _unindexed(self, path: str) -> Absence | None:
        """Why a whole note is not in the index as it is."""
        if not is_indexed(path):
            return Absence(path, Reason.NOT_INDEXED, "that place is reserved: it is never recalled")
        try:
            if self._notes.stamp(path) is None:
                return Absence(path, Reason.CHANGED, "the note has gone since it was indexed")
            known = self._indexed([path]).get(path)
            self._notes.load(path)
            if known is None:
                return Absence(path, Reason.NOT_INDEXED, "it is not in the index yet")
            if self._notes.digest(path) != known.digest:
                why = f"it has changed since it was indexed: `familiar index update {path}`"
                return Absence(path, Reason.CHANGED, why)
        except FamiliarError as problem:
            return Absence(path, Reason.NOT_INDEXED, f"it cannot be read: {problem.problem}")
        return None

    def _line(self, path: str, line: int) -> Iterator[Absence | FoundPassage]:
        subject = f"{path}:{line}"
        for problem in self._notes.load(path).problems:
            at = _PROBLEM_AT.match(problem)
            if at is not None and int(at[1]) == line and "parse" in problem:
                yield Absence(subject, Reason.NOT_INDEXED, f"the line is damaged: {problem}")
                return
        where = self._notes.register.path_of(path) or path
        begin, end = _extent(self._store.read_bytes(where).decode("utf-8"), line)
        found = [
            one
            for one in self._index.passages_in(MEMORY, path)
            if one.passage.char_start < end and one.char_end > begin
        ]
        yield from found
        if not found:
            why = "there is no memory there: a heading, a name, an empty line or no line at all"
            yield Absence(subject, Reason.NOT_INDEXED, why)

    def _holding(self, text: str) -> Iterator[Absence | FoundPassage]:
        """Passages with that text, then lines of files with it that are no passage."""
        found = self._index.passages_holding(text, 10 * _MOST)
        yield from found
        standing = {(one.passage.key, one.passage.line) for one in found}
        for hit in self._store.grep(re.escape(text), limit=10 * _MOST):
            key = self._key(hit.path)
            if (key, hit.line) in standing:
                continue
            answers = self._note(key, hit.line)
            yield from (one for one in answers if isinstance(one, Absence))

    # --- why it is not there --------------------------------------------------------

    def _judged(self, found: FoundPassage, case: Case) -> Absence:
        passage = found.passage
        answer = Absence(
            _name(passage), Reason.PRESENT, "", passage.text, passage.audience,
            self._seen_in(passage.audience),
        )  # fmt: skip
        told = judge(found, case)
        lore = case.lore.get(passage.key) if passage.source == MEMORY else None
        return replace(
            answer,
            reason=told.reason,
            because=told.because if lore is None else f"{told.because}; as lore: {lore}",
            rank=told.rank,
            score=told.score,
            signals=told.signals,
            beside=told.beside,
        )


def _name(passage: StoredPassage) -> str:
    if passage.source == CONVERSATION:
        return f"{passage.place} {passage.refs[0]}"
    return f"{passage.key}:{passage.line}"


def _extent(text: str, line: int) -> tuple[int, int]:
    """Offsets of a line of a text; of nothing when there is no such line."""
    starts = line_starts(text)
    if not 0 < line < len(starts):
        return -1, -1
    begin = starts[line - 1]
    return begin, begin + len(text[begin : starts[line]].rstrip("\r\n"))
