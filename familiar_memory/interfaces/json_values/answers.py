"""Answers to a question: hits, contexts, conversations, and why something is there or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import Trace
    from familiar_memory.domain.question.named_fact import NamedFact
    from familiar_memory.domain.question.search import SearchHit, SearchResult
    from familiar_memory.recall.explain.absence import Absence, WhyNotReport
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.talk.conversation import Conversation
    from familiar_memory.store.base import GrepResult

__all__ = ["context_json", "explanation_json", "grep_json", "search_json", "why_not_json"]

_HIT = (
    "ref refs path line text score source title heading author author_name said_at audience trust"
    " noted_in since until is_past times repeats are_all_repeats"
)
_FACT = "line says sentence since until is_past was_wrong learned refs place"
_DECISION = "step subject verdict reason score"


def search_json(result: SearchResult, explained: Explanation | None) -> dict[str, Any]:
    """The hits of a search; with an explanation, their signals too, and all of it."""
    if explained is None:
        return {"hits": [_hit(hit) for hit in result.hits], "degraded": result.degraded}
    return {
        "hits": [_hit(hit) | {"signals": dict(hit.signals)} for hit in result.hits],
        "degraded": result.degraded,
        "explain": explanation_json(explained),
    }


def context_json(
    context: Context, talk: Conversation | None, explained: Explanation | None
) -> dict[str, Any]:
    """A context; with the recent talk of the room and the explanation, where there are any."""
    value: dict[str, Any] = {
        "prompt": context.render(),
        "contributions": [
            picked(one, "layer source label trust priority text") for one in context.contributions
        ],
        "trace": _trace(context.trace),
    }
    if talk is not None:
        value["conversation"] = {
            "prompt": talk.render(),
            "messages": [
                picked(one, "role name text timestamp ref actions why") for one in talk.messages
            ],
            "trace": _trace(talk.trace),
        }
    if explained is not None:
        value["explain"] = explanation_json(explained)
    return value


def why_not_json(report: WhyNotReport) -> dict[str, Any]:
    """Why each passage that was meant did not come."""
    return {"answers": [_answer(one) for one in report.answers], "more": report.more}


def grep_json(found: GrepResult) -> dict[str, Any]:
    """Every match, and what could not be searched."""
    hits = [picked(hit, "path line start end text") for hit in found]
    return {"hits": hits, "truncated": found.truncated, "skipped": as_json(found.skipped)}


def explanation_json(explained: Explanation) -> dict[str, Any]:
    """Everything that an explanation says."""
    return {
        "visible": explained.visible,
        "forbidden": explained.forbidden,
        "candidates": [
            picked(one, "rank subject step verdict reason")
            | {"score": one.hit.score, "signals": dict(one.hit.signals), "hit": _hit(one.hit)}
            for one in explained.candidates
        ],
        "decisions": [picked(one, _DECISION) for one in explained.decisions],
        "layers": as_json(explained.layers),
        "timings_ms": dict(explained.timings_ms),
        "degraded": list(explained.degraded),
    }


def _hit(hit: SearchHit) -> dict[str, Any]:
    told = None if hit.fact is None else _fact(hit.fact)
    return picked(hit, _HIT) | {"fact": told, "ended": [_fact(one) for one in hit.ended]}


def _fact(fact: NamedFact) -> dict[str, Any]:
    return {"record": str(fact.record)} | picked(fact, _FACT)


def _trace(trace: Trace) -> dict[str, Any]:
    return {
        "decisions": [picked(one, _DECISION) for one in trace.decisions],
        "degraded": list(trace.degraded),
        "timings_ms": dict(trace.timings_ms),
    }


def _answer(answer: Absence) -> dict[str, Any]:
    hit = answer.beside
    return picked(answer, "subject reason because text audience seen_in rank score") | {
        "signals": dict(answer.signals),
        "beside": None
        if hit is None
        else {"subject": hit.where, "score": hit.score, "signals": dict(hit.signals)},
    }
