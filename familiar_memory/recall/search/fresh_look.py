"""Look at where a text came from once more, before it is given out.

What is compared is the state that the text itself was read from, never what the index
says by now: between the two somebody may have saved, and the index have caught up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.racy import is_racy
from familiar_memory.domain.memory.source import DocumentSource, Origin
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import HistoryReader
from familiar_memory.index.rows.passages import TurnName
from familiar_memory.recall.ranking.merged.repeats import says_the_same

__all__ = ["DocumentId", "FreshLook", "Refresh", "Stale", "hits_without"]

DocumentId = tuple[str, str]
"""(source, key)"""

Refresh = Callable[[Collection[DocumentId]], bool]
"""Bring these documents up to date in the index, now; False when that would take long."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Notes and turns that are not as they were read, and the sessions of those that are hits."""

    notes: frozenset[DocumentId] = frozenset()
    turns: frozenset[TurnName] = frozenset()
    sessions: frozenset[DocumentId] = frozenset()

    @property
    def documents(self) -> frozenset[DocumentId]:
        """What has to be indexed anew."""
        return self.notes | self.sessions


class FreshLook:
    """Tells what has changed since it was read, and has it read anew; thread-safe.

    A note is known again by its file's times and size, and by its bytes where those are too
    young to be trusted; a turn by its words, who said it, and that it still stands.
    """

    def __init__(self, notes: DocumentSource, history: HistoryReader, refresh: Refresh) -> None:
        self._notes = notes
        self._history = history
        self._refresh = refresh

    def stale(self, hits: Iterable[SearchHit]) -> Stale:
        """What is behind these hits and is not as it was when they were read."""
        hits = list(hits)
        notes = {o for hit in hits for o in hit.origins if o.source == self._notes.name}
        turns = self._stale_turns([hit for hit in hits if hit.source == CONVERSATION])
        sessions = {(o.source, o.key) for hit in turns for o in hit.origins[:1]}
        gone = {hit.turn for hit in turns if hit.turn is not None}
        return Stale(
            frozenset(self.stale_notes(notes)),
            frozenset(gone | self._stale_repeats(hits)),
            frozenset(sessions),
        )

    def stale_notes(self, origins: Iterable[Origin]) -> set[DocumentId]:
        """Those of the notes that are not as they were read."""
        return {(o.source, o.key) for o in set(origins) if not self._stands(o)}

    def refresh(self, stale: Collection[DocumentId]) -> bool:
        """Whether anything was brought up to date."""
        return bool(stale) and self._refresh(sorted(stale))

    def labelled(self, hits: Iterable[SearchHit], *, is_past: bool) -> list[SearchHit]:
        """The hits, those of turns with what their places are called.

        A place is called only what its own turns say, so whoever may see one may know it.
        What it was called in the past is not kept, so then its ids must do.
        """
        hits = list(hits)
        try:
            places = self._history.places_named({hit.turn[0] for hit in hits if hit.turn})
        except FamiliarError:
            return hits
        return [
            replace(hit, place_label=_label(places[hit.turn[0]], is_past=is_past))
            if hit.turn and hit.turn[0] in places
            else hit
            for hit in hits
        ]

    def is_still(self, key: str, digest: str) -> bool:
        """Whether a note still has the bytes of that digest."""
        try:
            return self._notes.digest(key) == digest
        except FamiliarError:
            return False

    def _stands(self, origin: Origin) -> bool:
        known = origin.known
        try:
            stamp = self._notes.stamp(origin.key)
            if known is None or stamp != known.stamp:
                return known is None and stamp is None
            # A file that was saved twice within one tick of its clock has one stamp.
            return not is_racy(known) or self._notes.digest(origin.key) == known.digest
        except FamiliarError:
            return False

    def _stale_turns(self, turns: Sequence[SearchHit]) -> list[SearchHit]:
        """Turns that were withdrawn or say something else by now, whoever did it."""
        if not turns:
            return []
        try:
            said = self._history.words_said(name for hit in turns if (name := hit.turn))
        except FamiliarError:
            said = {}
        return [
            hit
            for hit in turns
            if hit.turn is None or said.get(hit.turn) != (hit.text, hit.author, hit.author_name)
        ]

    def _stale_repeats(self, hits: Iterable[SearchHit]) -> set[TurnName]:
        """Turns that say no more what a hit names them for."""
        named = [(hit, one.turn) for hit in hits for one in hit.repeats]
        if not named:
            return set()
        try:
            said = self._history.words_said({turn for _, turn in named})
        except FamiliarError:
            said = {}
        return {
            turn
            for hit, turn in named
            if (words := said.get(turn)) is None
            or words[1] != hit.author
            or not says_the_same(words[0], hit.text)
        }


def hits_without(hits: Iterable[SearchHit], stale: Stale) -> tuple[SearchHit, ...]:
    """The hits whose own text is not stale, naming no note that is."""
    return tuple(_not_naming(hit, stale) for hit in hits if not _is_of(hit, stale))


def _label(place: Place, *, is_past: bool) -> str:
    return replace(place, name=None).label if is_past else place.label


def _is_of(hit: SearchHit, stale: Stale) -> bool:
    if hit.source == CONVERSATION:
        return hit.turn in stale.turns
    return any((o.source, o.key) in stale.notes for o in hit.origins[:1])


def _not_naming(hit: SearchHit, stale: Stale) -> SearchHit:
    repeats = tuple(one for one in hit.repeats if one.turn not in stale.turns)
    unsure = {o.key for o in hit.origins[1:] if (o.source, o.key) in stale.notes}
    if not unsure and len(repeats) == len(hit.repeats):
        return hit
    kept = tuple(one for one in hit.noted_in if one.rpartition(":")[0] not in unsure)
    fact = None if hit.fact is not None and hit.fact.record.note in unsure else hit.fact
    ended = tuple(one for one in hit.ended if one.record.note not in unsure)
    return replace(hit, noted_in=kept, repeats=repeats, fact=fact, ended=ended)
