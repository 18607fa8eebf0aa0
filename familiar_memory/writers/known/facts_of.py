"""What is known of each speaker while a batch is read: what was noted, and what they said since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.changed import PRESENT_OF
from familiar_memory.writers.known.fact import SpeakerFact

__all__ = ["FactsOfSpeakers", "nothing_known"]


def nothing_known(speaker: str) -> tuple[SpeakerFact, ...]:
    """Of nobody anything is written yet."""
    return ()


class FactsOfSpeakers:
    """Follows what holds of each speaker; notes are asked only of whom it matters."""

    def __init__(self, noted: Callable[[str], Iterable[SpeakerFact]]) -> None:
        """What is `noted` of somebody (by slug) before the batch."""
        self._noted = noted
        self._said: defaultdict[str, list[Statement]] = defaultdict(list)

    def tell(self, speaker: str, stated: Iterable[Statement]) -> None:
        """What somebody has stated now."""
        self._said[speaker].extend(stated)

    def of(self, speaker: str) -> tuple[SpeakerFact, ...]:
        """What holds of them, as far as is known, in the order in which it came to be known."""
        facts = dict.fromkeys(self._noted(speaker))
        for one in self._said[speaker]:
            predicate = PRESENT_OF.get(one.predicate, one.predicate)
            kind = SHIPPED.get(predicate)
            is_held = one.stance is Stance.HOLDS
            for fact in [fact for fact in facts if fact.predicate == predicate]:
                is_same = normalised(fact.object) == normalised(one.object)
                if is_same or (is_held and kind is not None and kind.single):
                    del facts[fact]
            if is_held:
                facts[SpeakerFact(predicate, one.object)] = None
        return tuple(facts)
