"""Every candidate of a recall or a search, and why it was kept or not: a pure account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from familiar_memory.domain.question.context import Decision, Layer
from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.page.surfaced import Kept
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.superfluous import Superfluous, superfluous

__all__ = ["Explanation", "LayerUse", "Weighed", "explain_recall", "explain_search"]

_KEPT, _CUT, _FORBIDDEN = "kept", "cut", "forbidden"
_RETRIEVE = "retrieve"
_SUPERFLUOUS = {
    Superfluous.WIRING: "only joins two notes",
    Superfluous.ON_PAGE: "on the page already",
    Superfluous.IN_LORE: "lore on the page says the same",
}


@dataclass(frozen=True, slots=True)
class Weighed:
    """One passage that was weighed: its rank where it has one, and what became of it.

    `verdict` is `kept`, `cut` or `forbidden`; `step` is where that was decided.
    """

    subject: str
    step: str
    verdict: str
    reason: str
    hit: SearchHit
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class LayerUse:
    """Tokens of one layer: what stands in it, and how much might."""

    layer: Layer
    used: int
    cap: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a recall or a search did, for the familiar's owner.

    `decisions` are those on notes and blocks rather than passages. `visible` counts the
    passages that the viewer may see, after all filters; `forbidden` those hidden by their audience.
    Candidates with the verdict `forbidden` are listed for the owner alone: never show an
    explanation in the place that it is about.
    """

    candidates: tuple[Weighed, ...]
    decisions: tuple[Decision, ...] = ()
    layers: tuple[LayerUse, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()
    degraded: tuple[str, ...] = ()
    visible: int = 0
    forbidden: int = 0
    context: Context | None = None
    result: SearchResult | None = None


def explain_recall(
    context: Context,
    caps: Mapping[Layer, int],
    *,
    deeper: Sequence[SearchHit],
    forbidden: Sequence[SearchHit],
    shown: Shown,
    visible: int,
    hidden: int,
) -> Explanation:
    """Account for a context; `deeper` are its hits and those that came after them.

    `shown` is what stood on the page before passages were looked for. `caps` are the tokens
    that its layers might hold.
    """
    last: dict[object, Decision] = {}
    for decision in context.trace.decisions:
        if decision.hit is not None:
            last[decision.hit.identity] = decision
    kept = Kept.of(context.contributions)
    candidates = [_of_decision(one, kept) for one in last.values() if one.hit is not None]
    return Explanation(
        candidates=_numbered((*candidates, *_after(deeper, last, shown)), forbidden),
        decisions=tuple(
            one for one in context.trace.decisions if one.hit is None or one.step != _RETRIEVE
        ),
        layers=tuple(_layers(context, caps)),
        timings_ms=context.trace.timings_ms,
        degraded=context.trace.degraded,
        visible=visible,
        forbidden=hidden,
        context=context,
    )


def explain_search(
    result: SearchResult,
    *,
    deeper: Sequence[SearchHit],
    forbidden: Sequence[SearchHit],
    timings_ms: tuple[tuple[str, float], ...],
    visible: int,
    hidden: int,
) -> Explanation:
    """Account for a search; `deeper` are its hits and those that came after them."""
    kept = [Weighed(hit.where, _RETRIEVE, _KEPT, "", hit) for hit in result.hits]
    after = _after(deeper, {hit.identity for hit in result.hits})
    return Explanation(
        candidates=_numbered((*kept, *after), forbidden),
        timings_ms=timings_ms,
        degraded=(result.degraded,) if result.degraded else (),
        visible=visible,
        forbidden=hidden,
        result=result,
    )


def _of_decision(decision: Decision, kept: Kept) -> Weighed:
    hit = decision.hit
    assert hit is not None
    step, verdict, reason = decision.step, decision.verdict.value, decision.reason
    if verdict == _KEPT:
        # Its signals have columns of their own.
        reason = ""
        if not kept.has(hit):
            step, verdict, reason = "budget", _CUT, "no room in its layer"
    return Weighed(hit.where, step, verdict, reason, hit)


def _after(
    deeper: Iterable[SearchHit], known: Iterable[object], shown: Shown | None = None
) -> Iterator[Weighed]:
    seen = set(known)
    for hit in deeper:
        if hit.identity not in seen:
            why = None if shown is None else superfluous(hit, shown)
            reason = "behind the limit" if why is None else _SUPERFLUOUS[why]
            yield Weighed(hit.where, _RETRIEVE, _CUT, reason, hit)


def _numbered(candidates: Iterable[Weighed], forbidden: Sequence[SearchHit]) -> tuple[Weighed, ...]:
    """With ranks, and behind each the notes that were folded into it."""
    found: list[Weighed] = []
    for rank, one in enumerate(candidates, start=1):
        found.append(Weighed(one.subject, one.step, one.verdict, one.reason, one.hit, rank))
        found += [
            Weighed(note, _RETRIEVE, _CUT, f"same as number {rank}", one.hit)
            for note in one.hit.noted_in
        ]
    found += [
        Weighed(hit.where, _RETRIEVE, _FORBIDDEN, f"only for {hit.audience}", hit)
        for hit in forbidden
    ]
    return tuple(found)


def _layers(context: Context, caps: Mapping[Layer, int]) -> Iterator[LayerUse]:
    for layer, cap in caps.items():
        texts = [one.text for one in context.contributions if one.layer is layer]
        yield LayerUse(layer, sum(map(estimate_tokens, texts)), cap)
