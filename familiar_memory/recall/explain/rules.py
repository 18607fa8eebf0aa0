"""Why a passage does not come: what took it out before ranking, else the first of these rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import LORE, MEMORY, below
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.explain.case import Case, place_in, speaks, speaks_for
from familiar_memory.recall.explain.on_page import Standing, given_by, standing_of
from familiar_memory.recall.explain.reasons import Reason, Told, told_of, told_of_dismissal
from familiar_memory.recall.layout import STANDING
from familiar_memory.recall.page.surfaced import Kept
from familiar_memory.recall.ranking.masks.table import Exclusion
from familiar_memory.recall.ranking.merged.echo import repeats
from familiar_memory.recall.ranking.merged.repeats import is_repeat
from familiar_memory.recall.superfluous import Superfluous, superfluous

__all__ = ["judge"]

_LORE = below(LORE)

_Rule = Callable[[FoundPassage, Case], "Told | None"]


def judge(found: FoundPassage, case: Case) -> Told:
    """That it is there; else the first reason in the order in which recall decides."""
    stood = case.weighing.stood(found.passage)
    if stood is None:
        exclusion: Exclusion | None = Exclusion.ABSENT
    else:
        found = replace(found, passage=stood)
        exclusion = case.weighing.excluding(stood.id)
    if (given := _with_note(found, exclusion, case)) is not None:
        return given
    if exclusion is not None:
        return told_of(exclusion, found, case)
    answers = (rule(found, case) for rule in _RULES)
    return next(told for told in answers if told is not None)


def _with_note(found: FoundPassage, exclusion: Exclusion | None, case: Case) -> Told | None:
    """What is on the page is not searched for; whatever would keep it out of a search."""
    standing = standing_of(found.passage, exclusion, case)
    by = given_by(found.passage, case)
    if standing is Standing.THERE:
        where = "on the page already" if by is None else f"on the page already, given by {by}"
        return Told(Reason.SHOWN, f"it is {where}, so it is not given again")
    if standing is Standing.NO_ROOM:
        came = "with its note" if by is None else f"from {by}"
        why = f"it was returned {came}, cut because the budget had no room for more"
        return Told(Reason.BUDGET, why)
    if standing is Standing.NOT_NOW and place_in(found.passage, case.hits) is None:
        why = "its note is on the page, without this line: its since or until says so"
        return Told(Reason.FILTERED, why)
    return None


def _came(found: FoundPassage, case: Case) -> Told | None:
    place = place_in(found.passage, case.hits)
    if place is None or not speaks(place[1], found.passage):
        return None
    rank, hit = place
    if case.fitted is None or Kept.of(case.fitted).has(hit):
        return Told(
            Reason.PRESENT,
            f"it was returned, as number {rank}",
            rank=rank,
            score=hit.score,
            signals=hit.signals,
        )
    why = f"it was number {rank}, and the budget of its layer had no room for it"
    kept = Kept.of(case.fitted)
    if any(kept.has(behind) for behind in case.hits[rank:]):
        why += ": it was skipped, and shorter ones after it fitted"
    return Told(Reason.BUDGET, why, rank=rank, score=hit.score, signals=hit.signals)


def _shown(found: FoundPassage, case: Case) -> Told | None:
    passage, shown = found.passage, case.shown
    if passage.source != MEMORY:
        return None
    if passage.key.startswith(_LORE) and shown.says(passage.text):
        return Told(Reason.SHOWN, "lore on the page says the same, word for word")
    return None


def _answered(found: FoundPassage, case: Case) -> Told | None:
    passage = found.passage
    if not any((passage.place, ref) in case.filters.exclude_refs for ref in passage.refs):
        return None
    why = "it is, or came from, a turn that is being answered: the model has that before it"
    return Told(Reason.ANSWERED, why)


def _asked_for(found: FoundPassage, case: Case) -> Told | None:
    """What a turn asks for may stand on the page without the turn."""
    for block in case.fitted or ():
        hits = (line.hit for line in block.lines if line.hit is not None)
        if block.source == STANDING and any(speaks(hit, found.passage) for hit in hits):
            why = "what it asks for is on the page, among what people here ask for"
            return Told(Reason.SHOWN, why)
    return None


def _merged(found: FoundPassage, case: Case) -> Told | None:
    for rank, hit in enumerate(case.hits, start=1):
        if speaks_for(hit, found.passage):
            why = _on_behalf(hit, rank, found.passage)
            return Told(Reason.MERGED, why, rank=rank, beside=hit)
    return None


def _let_go(found: FoundPassage, case: Case) -> Told | None:
    # The last step counts: what is far behind may still be chosen by a model.
    for decision in reversed(case.cut):
        hit = decision.hit
        if hit is None or place_in(found.passage, (hit,)) is None:
            continue
        reason = Reason.FLOOR if decision.step == "retrieve" else Reason.NOT_CHOSEN
        why = f"it was found, and dropped: {decision.reason}"
        beside = case.hits[-1] if case.hits else None
        return Told(reason, why, score=hit.score, signals=hit.signals, beside=beside)
    return None


def _low(found: FoundPassage, case: Case) -> Told | None:
    place = case.place_of(found.passage)
    beside = case.hits[-1] if case.hits else None
    if place is None:
        return told_of_dismissal(case.weighing.dismissal(found.passage.id), beside)
    rank, hit = place
    if not speaks(hit, found.passage):
        why = _on_behalf(hit, rank, found.passage)
        return Told(Reason.MERGED, why, rank=rank, score=hit.score, signals=hit.signals)
    if case.fitted is not None and superfluous(hit, case.shown) is Superfluous.WIRING:
        why = (
            "it only joins two notes of one person: their headings say so, so it is not shown"
            " itself"
        )
        return Told(Reason.FILTERED, why)
    why = _too_low(found.passage, rank, case)
    return Told(Reason.LIMIT, why, beside=beside, rank=rank, score=hit.score, signals=hit.signals)


def _too_low(passage: StoredPassage, rank: int, case: Case) -> str:
    """Why what ranks at all is not among those that came."""
    why = f"it is number {rank}, and only the first {case.limit} were wanted"
    if rank <= case.limit:
        why = f"by its score it is number {rank}, but more than the score decided what was returned"
        if passage.id not in case.weighing.read(case.limit).read:
            why = f"it is number {rank}, but what was read to find {case.limit} was read before it"
    if passage.id in case.deep.lowered:
        why += "; what was noted of it has been replaced since, so it counts less"
    if passage.id in case.deep.echoes:
        why += "; it only repeats its turn, so it ranks after everything else"
    if rank <= case.limit and case.degraded:
        why += f"; the answer is incomplete: {'; '.join(case.degraded)}"
    return why


_RULES: tuple[_Rule, ...] = (
    _shown,
    _answered,
    _came,
    _asked_for,
    _merged,
    _let_go,
    _low,
)
"""In the order in which recall decides; the first that answers is the reason."""


def _on_behalf(hit: SearchHit, rank: int, passage: StoredPassage) -> str:
    """Why a passage is not told beside the hit that it is one memory with."""
    if is_repeat(passage, hit) or repeats(passage.text, hit.text):
        return f"{hit.name}, number {rank}, says the same, and is shown instead"
    return (
        f"{hit.name}, number {rank}, is what it came from, and is shown instead in other"
        " words: one of them was edited since, or this is of several turns"
    )
