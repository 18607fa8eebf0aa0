"""From a proposal to a candidate: what its words, its quotation and the message show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.knowledge.write_policy.candidate import (
    Category,
    Durability,
    Explicitness,
    MeantFor,
    MemoryCandidate,
    MemoryLayer,
    ProposedMemory,
    Sensitivity,
)
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import (
    Markers,
    sentences_of,
    shipped_markers,
)
from familiar_memory.knowledge.write_policy.tokens import every_token, meaningful

__all__ = ["candidate_of"]

_REPEATED = frozenset({Marker.SELF_BELIEF, Marker.PATTERN})
_OF_ITSELF = (*sorted(_REPEATED), Marker.DURABLE, Marker.TRANSIENT)
_CONFIDED = ((Marker.LOSS, Category.LOSS), (Marker.TRIGGER, Category.TRIGGER))
_SENSITIVE = frozenset(category for _, category in _CONFIDED)


@lru_cache(maxsize=1_024)  # all are heard before the first is judged
def candidate_of(proposed: ProposedMemory, markers: Markers | None = None) -> MemoryCandidate:
    """The candidate that a proposal is, judged by its text, its quotation and the whole message.

    What was stated by itself is judged by the sentences that hold it, since another sentence of
    the message says nothing of it.
    """
    return _Builder(proposed, shipped_markers() if markers is None else markers).candidate()


@dataclass(frozen=True, slots=True)
class _Builder:
    proposed: ProposedMemory
    markers: Markers

    def candidate(self) -> MemoryCandidate:
        """What is judged of it, and by which marks."""
        given, asks, marks = self.proposed, self._asking(), frozenset(self._marks())
        category = self._category()
        is_high = self._is_confided(category) or not marks.isdisjoint(_REPEATED)
        is_new = Marker.TRANSIENT in marks and Marker.DURABLE not in marks
        is_passing = is_new and not given.is_lasting
        is_weak = is_passing and category is Category.CONTEXT
        return MemoryCandidate(
            given.layer,
            category,
            Explicitness.EXPLICIT if asks else given.explicitness,
            _sensitivity(is_high=is_high, is_weak=is_weak),
            Durability.POSSIBLE if is_high or is_passing else Durability.STABLE,
            _scope(is_once=Marker.ONCE in marks, is_high=is_high),
            given.is_mention,
            given.turn_index,
            marks,
        )

    def _marks(self) -> Iterator[Marker]:
        texts, asks, shows = self._texts(), self._asking(), self.markers.shows
        yield from (mark for mark in _OF_ITSELF if shows(mark, *texts))
        if asks:
            yield Marker.REQUEST
        if shows(Marker.SAFETY, *texts):
            yield Marker.SAFETY
        if self._is_rule() and shows(Marker.AUTHORITY, *self._own_texts()):
            yield Marker.AUTHORITY
        if self._is_rule() and shows(Marker.ONCE, *(asks or texts)):
            yield Marker.ONCE

    def _texts(self) -> tuple[str, ...]:
        """What is read for it."""
        given = self.proposed
        around = self._own_sentences() if given.is_stated else (given.message,)
        return given.text, given.quote, *around

    def _own_texts(self) -> tuple[str, ...]:
        """The same, without the other sentences of the message."""
        return self.proposed.text, self.proposed.quote, *self._own_sentences()

    def _own_sentences(self) -> tuple[str, ...]:
        """The sentences of the message that hold it; all of the message, where none does."""
        given = self.proposed
        wanted = meaningful(given.quote or given.text)
        shared = {one: len(wanted & meaningful(one)) for one in sentences_of(given.message)}
        most = max(shared.values(), default=0)
        found = tuple(one for one, count in shared.items() if count == most)
        return found if most else (given.message,)

    def _asking(self) -> tuple[str, ...]:
        """The sentences in which somebody asks: for how long it holds is judged by them alone.

        Of a rule that was worded anew, those of the person count, and not its own.
        """
        given = self.proposed
        if not self._is_rule():
            return ()
        said = (given.quote, given.message) if given.quote or given.message else (given.text,)
        found = (one for text in said for one in sentences_of(text))
        return tuple(one for one in found if self.markers.shows(Marker.REQUEST, one))

    def _is_rule(self) -> bool:
        """Whether it says how to behave: as a rule, or as what somebody prefers."""
        given = self.proposed
        is_preference = given.category is Category.PREFERENCE and not given.is_stated
        return given.layer is MemoryLayer.PROCEDURAL or is_preference

    def _category(self) -> Category:
        """As it says; else by its words."""
        given = self.proposed
        is_said = given.layer is MemoryLayer.PROCEDURAL or given.is_stated
        if given.category is not None or is_said:
            return given.category or Category.CONTEXT
        return self._confided() or Category.CONTEXT

    def _is_confided(self, category: Category) -> bool:
        """Whether it is told in confidence, whatever else it is; what somebody asks for is not."""
        if category in _SENSITIVE:
            return True
        if self.proposed.layer is MemoryLayer.PROCEDURAL:
            return False
        return self._is_secret() or self._confided() is not None

    def _is_secret(self) -> bool:
        """Whether the message says that it is to stay between those who hear it.

        Whichever sentence says so: "keep that between us" means those before it. Without any other
        it means what another message has said, and tells nothing itself.
        """
        given = self.proposed
        said = given.message or given.text
        if not self.markers.shows(Marker.SECRET, said, given.quote):
            return False
        beside = (*self.markers.words(Marker.REQUEST), *self.markers.words(Marker.SMALL_TALK))
        words = (word for phrase in beside for word in every_token(phrase))
        return not self.markers.consists_of(Marker.SECRET, every_token(said), words)

    def _confided(self) -> Category | None:
        """A loss, or what sets off a crisis, by the words that are read for it."""
        texts = self._texts()
        return next((one for mark, one in _CONFIDED if self.markers.shows(mark, *texts)), None)


def _sensitivity(*, is_high: bool, is_weak: bool) -> Sensitivity:
    if is_high:
        return Sensitivity.HIGH
    return Sensitivity.MEDIUM if is_weak else Sensitivity.LOW


def _scope(*, is_once: bool, is_high: bool) -> MeantFor:
    if is_once:
        return MeantFor.TURN
    return MeantFor.SESSION if is_high else MeantFor.CROSS_SESSION
