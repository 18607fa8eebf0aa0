"""Operations judged by what they would say: only what the days bear out comes into a note."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.maintenance.curation.asked.reading import AskedFor, Refusal, Wanted
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.maintenance.of_talk.borne_out import gives_orders, is_what_was_said
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateReplace,
    CurationProposal,
)
from familiar_memory.operations.curation.reasons import CurationReason
from familiar_memory.writers.text.words import salient_words

__all__ = ["OpsCheck"]

_OF_A_LABEL = 2
"""Words of a heading that names a subject, such as "Health" or "Plans for work"; with more of them
it may say something, and then the days have to say so, too."""


@dataclass(frozen=True, slots=True)
class OpsCheck:
    """Judges by `markers`; `names` are what people are called there, which bears nothing out.

    Nor does what is `over`, beside something that is not.
    """

    names: Collection[str]
    markers: Markers
    over: Collection[RecentBullet] = ()

    def of(self, asked: Sequence[AskedFor]) -> tuple[AskedFor, ...]:
        """The same, with a refusal in the place of what is not let through."""
        return tuple(map(self._judged, asked))

    def _judged(self, asked: AskedFor) -> AskedFor:
        if isinstance(asked, Refusal):
            return asked
        problem = self._problem(asked)
        return asked if problem is None else Refusal(asked.given, problem)

    def _problem(self, asked: Wanted) -> CurationReason | None:
        lines = _lines(asked.proposal)
        heading = asked.proposal.heading if isinstance(asked.proposal, CurateHeading) else ""
        if any(gives_orders(one, self.markers) for one in (heading, *lines)):
            return CurationReason.GIVES_ORDERS
        # Where all of it is over, the merge refuses what the note had of it.
        lasting = [one for one in asked.sources if one not in self.over]
        said = "\n".join(one.shown for one in lasting or asked.sources)
        told = lines if self._is_label(heading) else (heading, *lines)
        # What says nothing at all is refused where it is written, with a reason of its own.
        if all(is_what_was_said(one, said, self.names) for one in told if one.strip()):
            return None
        return CurationReason.NOT_BORNE_OUT

    def _is_label(self, heading: str) -> bool:
        words = set(salient_words(heading))
        named = {word for name in self.names for word in salient_words(name)}
        return len(words) <= _OF_A_LABEL and words.isdisjoint(named)


def _lines(proposal: CurationProposal) -> tuple[str, ...]:
    """The bullets that would come."""
    match proposal:
        case CurateAppend() | CurateReplace():
            return (proposal.record.text,)
        case CurateHeading():
            return tuple(one.text for one in proposal.records)
        case _:
            return ()
