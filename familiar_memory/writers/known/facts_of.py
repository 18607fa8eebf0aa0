"""What is known of each speaker while a batch is read: what was noted, and what they said since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.fact import SpeakerFact

__all__ = ["FactsOfSpeakers", "displaced_by", "nothing_known"]


def nothing_known(speaker: str) -> tuple[SpeakerFact, ...]:
    """Of nobody anything is written yet."""
    return ()


class FactsOfSpeakers:
    """Follows what holds of each speaker; notes are asked only of whom it matters."""

    def __init__(
        self,
        noted: Callable[[str], Iterable[SpeakerFact]] = nothing_known,
        over: Callable[[str], Iterable[SpeakerFact]] = nothing_known,
    ) -> None:
        """What is `noted` of somebody (by slug) before the batch, and what is `over` by then."""
        self._noted = noted
        self.over = over
        self._said: defaultdict[str, list[tuple[int, Statement]]] = defaultdict(list)
        self._heard: set[int] = set()
        self._held: dict[str, dict[SpeakerFact, None]] = {}

    def tell(self, speaker: str, order: int, stated: Iterable[Statement]) -> None:
        """What somebody has stated in the message of this order."""
        self._heard.add(order)
        held = self._held.get(speaker)
        for one in stated:
            self._said[speaker].append((order, one))
            if held is not None:
                _state(held, one)

    def take_back(
        self, speaker: str, order: int, wrong: Iterable[Statement], again: Iterable[SpeakerFact]
    ) -> None:
        """What of an earlier message they say was never so, and what holds `again`."""
        said, taken = self._said[speaker], [(order, one) for one in wrong]
        self._held.pop(speaker, None)
        if self.has_heard(order):
            said[:] = [one for one in said if one not in taken]
            return
        said += [(order, Statement(one.present, one.object, Stance.ENDED)) for _, one in taken]
        said += [(order, Statement(one.predicate, one.object)) for one in again]

    def has_heard(self, order: int) -> bool:
        """Whether the message of this order is of the batch."""
        return order in self._heard

    def of(self, speaker: str) -> tuple[SpeakerFact, ...]:
        """What holds of them, as far as is known, in the order in which it came to be known."""
        held = self._held.get(speaker)
        if held is None:
            held = self._held[speaker] = dict.fromkeys(self._noted(speaker))
            for _, one in self._said[speaker]:
                _state(held, one)
        return tuple(held)

    def before(self, speaker: str, order: int) -> tuple[SpeakerFact, ...]:
        """What held of them before they wrote that message of the batch."""
        held = dict.fromkeys(self._noted(speaker))
        for at, one in self._said[speaker]:
            if at < order:
                _state(held, one)
        return tuple(held)


def displaced_by(
    stated: Iterable[Statement], facts: Iterable[SpeakerFact]
) -> tuple[SpeakerFact, ...]:
    """Which of the facts no longer hold where this is stated."""
    every = tuple(facts)
    held = dict.fromkeys(every)
    for one in stated:
        _state(held, one)
    return tuple(fact for fact in every if fact not in held)


def _state(held: dict[SpeakerFact, None], one: Statement) -> None:
    predicate, kind = one.present, SHIPPED.get(one.present)
    is_held = one.stance is Stance.HOLDS
    if is_held and predicate != one.predicate:
        return  # what was so once says nothing of now
    said = normalised(one.object)
    for fact in tuple(held):
        is_same = normalised(fact.object) == said
        is_other = is_held and kind is not None and kind.single
        is_against = is_held and kind is not None and fact.predicate in kind.ends and is_same
        if is_against or (fact.predicate == predicate and (is_same or is_other)):
            del held[fact]
    if is_held:
        held[SpeakerFact(predicate, one.object)] = None
