"""What is known of each speaker while a batch is read: what was noted, and what they said since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.fact import SpeakerFact

__all__ = ["FactsOfSpeakers", "nothing_known"]

_OPPOSITE = {Stance.HOLDS: Stance.ENDED}
"""What it comes to that something was never so; what never ended, or was not denied, holds."""


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
        self._over = over
        self._said: defaultdict[str, list[Statement]] = defaultdict(list)
        self._held: dict[str, dict[SpeakerFact, None]] = {}

    def tell(
        self, speaker: str, stated: Iterable[Statement], wrong: Iterable[Statement] = ()
    ) -> None:
        """What somebody has stated now, and what of before that they say was `wrong`."""
        said, new = self._said[speaker], tuple(stated)
        for one in wrong:
            self._held.pop(speaker, None)
            _unsay(said, one)
        said.extend(new)
        if (held := self._held.get(speaker)) is not None:
            for one in new:
                _state(held, one)

    def of(self, speaker: str) -> tuple[SpeakerFact, ...]:
        """What holds of them, as far as is known, in the order in which it came to be known."""
        held = self._held.get(speaker)
        if held is None:
            held = self._held[speaker] = dict.fromkeys(self._noted(speaker))
            for one in self._said[speaker]:
                _state(held, one)
        return tuple(held)

    def ever(self, speaker: str) -> tuple[SpeakerFact, ...]:
        """What holds of them, and what did: a message that is taken back may have ended it."""
        said = (SpeakerFact(one.present, one.object) for one in self._said[speaker])
        return tuple(dict.fromkeys((*self._noted(speaker), *self._over(speaker), *said)))


def _state(held: dict[SpeakerFact, None], one: Statement) -> None:
    predicate, kind = one.present, SHIPPED.get(one.present)
    is_held = one.stance is Stance.HOLDS
    for fact in [fact for fact in held if fact.predicate == predicate]:
        is_same = normalised(fact.object) == normalised(one.object)
        if is_same or (is_held and kind is not None and kind.single):
            del held[fact]
    if is_held:
        held[SpeakerFact(predicate, one.object)] = None


def _unsay(said: list[Statement], wrong: Statement) -> None:
    """Take out what was said last of it; what was written up before is said to be otherwise."""
    key = _key(wrong)
    for at in range(len(said) - 1, -1, -1):
        if _key(said[at]) == key:
            del said[at]
            return
    said.append(replace(wrong, stance=_OPPOSITE.get(wrong.stance, Stance.HOLDS)))


def _key(one: Statement) -> tuple[str, str, Stance]:
    return one.predicate, normalised(one.object), one.stance
