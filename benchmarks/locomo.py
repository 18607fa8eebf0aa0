"""How many of the turns that answer a question are found (LoCoMo), against peers.

    python -m benchmarks.locomo --data FOLDER [--quick]

One familiar a conversation, embedder `static`, no chat model. All through the public
API but for the ablations, which give the same ranking other weights.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.locomo_data import (
    Conversation,
    Ranked,
    Ranker,
    Score,
    load_conversations,
    score,
)
from benchmarks.locomo_peers import (
    BM25_ALONE,
    bm25s_ranker,
    content_vector_ranker,
    fused,
    vector_ranker,
    weighted_ranker,
)
from benchmarks.locomo_tuning import held_out
from benchmarks.report import Table, Target, show
from benchmarks.scratch import scratch_familiar
from familiar_memory import Familiar, SearchHit
from familiar_memory.embeddings.base import Embedder
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["run"]

_LIMIT = 100
_RECALL = Target(0.76, 0.80, higher_is_better=True)
_EVIDENCE = Target(0.86, 0.88, higher_is_better=True)
_SHIPPED = RankingWeights()
_CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}

_BEFORE = "familiar_memory, turns only"
_AFTER = "familiar_memory, after write(): notes take places, only turns count"
_AFTER_CITED = "familiar_memory, after write(): a note counts as the turns it cites"
_VECTORS = "vectors alone"
_CONTENT_VECTORS = "vectors alone, names of the speakers dropped"
_BM25 = "our BM25 alone (stemmed, no neighbourhood, no signal)"
_BM25S = "bm25s, its defaults, no stemming"
_RRF = f"plain RRF (k = 60) of '{_BM25.split(' (')[0]}' and '{_CONTENT_VECTORS}'"

_ABLATIONS: dict[str, RankingWeights] = {
    "as shipped": _SHIPPED,
    "- neighbourhood": replace(_SHIPPED, lexical=replace(_SHIPPED.lexical, before=0, after=0)),
    "- near words": replace(_SHIPPED, lexical=replace(_SHIPPED.lexical, near=0)),
    "- first person": replace(_SHIPPED, myself=0.0),
    "- vectors": replace(_SHIPPED, vector=0.0),
    "- speaker": replace(_SHIPPED, speaker=0.0),
    "- date": replace(_SHIPPED, date=0.0),
    "- question turns": replace(_SHIPPED, question=0.0),
    "textbook k1 1.2, b 0.75": replace(_SHIPPED, lexical=replace(_SHIPPED.lexical, k1=1.2, b=0.75)),
}


@dataclass(frozen=True, slots=True)
class _Measured:
    """What one conversation gave: scores by the name of the way of ranking."""

    conversation: Conversation
    ways: Mapping[str, Score]
    ablations: Mapping[str, Score]


def run(folder: Path, *, quick: bool = False) -> list[Table]:
    """Measure every conversation of a folder; `quick` leaves the tuning out."""
    conversations = load_conversations(folder)
    measured = [asyncio.run(_measure(conversation)) for conversation in conversations]
    ways = [_BEFORE, _AFTER, _AFTER_CITED, _RRF, _BM25, _BM25S, _CONTENT_VECTORS, _VECTORS]
    total = _total([m.ways[_BEFORE] for m in measured])
    verdicts = (
        f"targets ({_RECALL.bounds} and {_EVIDENCE.bounds}, for conversations not tuned on;"
        " these three were seen):"
        f" recall@10 {_RECALL.verdict(total.mean_recall)},"
        f" evidence {_EVIDENCE.verdict(total.mean_evidence)}"
    )
    tables = [
        _table("LoCoMo: turn recall@10 / evidence in 1,000 tokens", measured, ways, (verdicts,)),
        _categories(measured),
        _ablation_table(measured),
    ]
    if not quick and len(conversations) > 1:
        tables.append(held_out(conversations))
    return tables


async def _measure(conversation: Conversation) -> _Measured:
    with scratch_familiar("static") as (_, familiar):
        async with familiar:
            await familiar.record_many(conversation.turns)
            await familiar.settle()
            questions = conversation.questions
            ways = {_BEFORE: score(await _asked(familiar, conversation, cited=False), questions)}
            rankers = _rankers(familiar, conversation)
            ways |= {name: score(ranker, questions) for name, ranker in rankers.items()}
            ablations = {
                name: score(_weighted(familiar, conversation, weights), questions)
                for name, weights in _ABLATIONS.items()
            }
            await familiar.write()
            await familiar.settle()
            ways[_AFTER] = score(await _asked(familiar, conversation, cited=False), questions)
            ways[_AFTER_CITED] = score(await _asked(familiar, conversation, cited=True), questions)
    return _Measured(conversation, ways, ablations)


def _rankers(familiar: Familiar, conversation: Conversation) -> dict[str, Ranker]:
    turns, embedder = conversation.turns, _embedder(familiar)
    bm25 = _weighted(familiar, conversation, BM25_ALONE)
    vectors = content_vector_ranker(turns, embedder)
    return {
        _RRF: fused(bm25, vectors),
        _BM25: bm25,
        _BM25S: bm25s_ranker(turns),
        _CONTENT_VECTORS: vectors,
        _VECTORS: vector_ranker(turns, embedder),
    }


async def _asked(familiar: Familiar, conversation: Conversation, *, cited: bool) -> Ranker:
    """Put all questions to the public API, and answer from what it said."""
    answers = {
        question.text: (await familiar.search(question.text, limit=_LIMIT)).hits
        for question in conversation.questions
    }
    return lambda text: [_ranked(hit, cited=cited) for hit in answers[text]]


def _ranked(hit: SearchHit, *, cited: bool) -> Ranked:
    if hit.source == "conversation":
        return Ranked(hit.refs[:1], len(hit.text))
    return Ranked(hit.refs if cited else (), len(hit.text))


def _weighted(familiar: Familiar, conversation: Conversation, weights: RankingWeights) -> Ranker:
    return weighted_ranker(
        conversation.turns, familiar.parts.files.index, _embedder(familiar), familiar.now(), weights
    )


def _embedder(familiar: Familiar) -> Embedder:
    return familiar.parts.files.embedders.own


def _table(
    title: str, measured: Sequence[_Measured], ways: Sequence[str], notes: tuple[str, ...]
) -> Table:
    names = tuple(m.conversation.name for m in measured)
    rows = tuple((way, *_cells([m.ways[way] for m in measured])) for way in ways)
    return Table(title, ("ranking", *names, "recall@10", "evidence"), rows, notes)


def _cells(scores: Sequence[Score]) -> tuple[str, ...]:
    total = _total(scores)
    each = (f"{s.mean_recall:.3f} / {s.mean_evidence:.3f}" for s in scores)
    return (*each, f"{total.mean_recall:.3f}", f"{total.mean_evidence:.3f}")


def _ablation_table(measured: Sequence[_Measured]) -> Table:
    names = tuple(m.conversation.name for m in measured)
    full = _total([m.ablations["as shipped"] for m in measured])
    rows = []
    for name in _ABLATIONS:
        scores = [m.ablations[name] for m in measured]
        total = _total(scores)
        difference = (
            f"{100 * (total.mean_recall - full.mean_recall):+.1f}"
            f" / {100 * (total.mean_evidence - full.mean_evidence):+.1f}"
        )
        rows.append((name, *_cells(scores), difference))
    return Table(
        "LoCoMo: each signal switched off in turn",
        ("weights", *names, "recall@10", "evidence", "points"),
        tuple(rows),
    )


def _categories(measured: Sequence[_Measured]) -> Table:
    rows = []
    for number, name in _CATEGORIES.items():
        picked = [
            (recall, evidence)
            for m in measured
            for question, recall, evidence in zip(
                m.conversation.questions,
                m.ways[_BEFORE].recall,
                m.ways[_BEFORE].evidence,
                strict=True,
            )
            if question.category == number
        ]
        if picked:
            total = Score(tuple(r for r, _ in picked), tuple(e for _, e in picked))
            cells = (f"{total.mean_recall:.3f}", f"{total.mean_evidence:.3f}")
            rows.append((name, str(len(picked)), *cells))
    return Table(
        "LoCoMo: by kind of question",
        ("kind", "questions", "recall@10", "evidence"),
        tuple(rows),
    )


def _total(scores: Sequence[Score]) -> Score:
    return sum(scores, Score((), ()))


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.locomo")
    parser.add_argument("--data", type=Path, required=True, help="a folder of conversations")
    parser.add_argument("--quick", action="store_true", help="without the leave-one-out tuning")
    arguments = parser.parse_args()
    show(run(arguments.data, quick=arguments.quick))


if __name__ == "__main__":
    main()
