"""What has been corrected stands behind its correction, however well it fits the question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from familiar_memory.domain.tree import subject_of
from familiar_memory.index.rows.passages import FactState, StoredPassage, TurnName
from familiar_memory.recall.ranking.asked.stated import stated_predicate
from familiar_memory.recall.ranking.candidate import Candidate

__all__ = ["corrected_behind"]

_Scored = tuple[Candidate, StoredPassage]
_Slot = tuple[str, str]
"""(subject, predicate)"""


def corrected_behind(
    ranked: Sequence[_Scored],
    lowered: Collection[int],
    facts: Mapping[TurnName, Sequence[FactState]],
) -> list[_Scored]:
    """Put what is noted of facts that are over behind the first that says what holds instead.

    `lowered` are the ids of such passages, `facts` those that the viewer may know of the turns
    that are ranked. What holds instead is a fact of the same subject and predicate, which was
    learned on the same day or later. Scores stay in descending order, and nothing falls out.
    """
    kept = list(ranked)
    for old in [passage for _, passage in ranked if passage.id in lowered]:
        over = _slots(old, facts)
        at = next(n for n, (_, one) in enumerate(kept) if one.id == old.id)
        for behind in range(at + 1, len(kept)):
            candidate, newer = kept[behind]
            if newer.id not in lowered and _follows(_slots(newer, facts), over):
                moved = replace(kept[at][0], score=candidate.score)
                kept[at : behind + 1] = [*kept[at + 1 : behind + 1], (moved, old)]
                break
    return kept


def _slots(
    passage: StoredPassage, facts: Mapping[TurnName, Sequence[FactState]]
) -> dict[_Slot, str]:
    """What the facts of a passage, or of the turn it notes, are about, with their dates."""
    if passage.place is not None and len(passage.refs) == 1:
        states = facts.get((passage.place, passage.refs[0]), ())
        return {(one.subject, one.predicate): one.learned or "" for one in states}
    subject, predicate = subject_of(passage.key), stated_predicate(passage.text)
    if subject is None or predicate is None:
        return {}
    return {(subject, predicate): passage.learned or ""}


def _follows(newer: Mapping[_Slot, str], older: Mapping[_Slot, str]) -> bool:
    return any(slot in newer and newer[slot][:10] >= day[:10] for slot, day in older.items())
