"""Ask all of it, and say how much a fact answers first, and what that costs other questions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.known.world import (
    KnownQuestion,
    known_questions,
    live_through,
    ordinary_questions,
    request_of,
)
from benchmarks.report import Table
from benchmarks.scratch import scratch_familiar
from familiar_memory import Familiar, SearchHit
from familiar_memory.domain.question.context import RecallRequest

__all__ = ["Answers", "ask_all", "run"]

_LIMIT = 10
_OFF = {"known": 0.0}
_HALVES = {"seen": "seen while it was made", "held": "held out"}
_KINDS = {
    "current": "what is so",
    "past": "what was so",
    "corrected": "what was corrected",
    "by object": "of whom it is so",
    "pronoun": "I, she, he",
}


@dataclass(frozen=True, slots=True)
class Answers:
    """The ranks from 1 (0: not among ten) at which answers came.

    `known` has each question with the rank of the hit that names its fact, now and with facts
    ranked like all else; `behind` those whose replaced fact stands above what replaced it.
    `ordinary` has the ranks of turns that answer other questions, by question, likewise.
    """

    known: Sequence[tuple[KnownQuestion, int, int]]
    ordinary: Mapping[str, tuple[int, int]]
    behind: Sequence[KnownQuestion]

    def first(self, half: str | None = None) -> int:
        """How many facts came first, of a half or of all."""
        return sum(rank == 1 for one, rank, _ in self.known if half in (None, one.half))

    @property
    def pushed_down(self) -> list[str]:
        """The ordinary questions whose turn stands lower for the facts above it."""
        return [ask for ask, (now, before) in self.ordinary.items() if _worse(now, before)]


def run() -> Iterator[Table]:
    """The table, measured anew."""
    with scratch_familiar() as (_, familiar):
        answers = asyncio.run(ask_all(familiar))
    yield _table(answers)


async def ask_all(familiar: Familiar) -> Answers:
    """Ask a new familiar everything, once as it is and once without facts first."""
    async with familiar:
        await live_through(familiar)
        known: list[tuple[KnownQuestion, int, int]] = []
        behind: list[KnownQuestion] = []
        for one in known_questions():
            request = request_of(one)
            hits = await _hits(familiar, request)
            plain = await _hits(familiar, replace(request, weights=_OFF))
            known.append((one, _rank(hits, one.says), _rank(plain, one.says)))
            if one.not_ is not None and 0 < _rank(hits, one.not_) <= _rank(hits, one.says):
                behind.append(one)
        ordinary: dict[str, tuple[int, int]] = {}
        for ask, ref in ordinary_questions().items():
            now, off = [
                _rank_of_turn(await _hits(familiar, RecallRequest(ask, weights=weights)), ref)
                for weights in ({}, _OFF)
            ]
            ordinary[ask] = (now, off)
    return Answers(known, ordinary, behind)


async def _hits(familiar: Familiar, request: RecallRequest) -> tuple[SearchHit, ...]:
    return (await familiar.search(request, limit=_LIMIT)).hits


def _rank(hits: Iterable[SearchHit], says: str) -> int:
    """Of the first hit that names the fact."""
    named = (rank for rank, hit in enumerate(hits, 1) if hit.fact and hit.fact.says == says)
    return next(named, 0)


def _rank_of_turn(hits: Iterable[SearchHit], ref: str) -> int:
    return next((rank for rank, hit in enumerate(hits, 1) if ref in hit.refs), 0)


def _worse(now: int, before: int) -> bool:
    return before > 0 and (now == 0 or now > before)


def _table(answers: Answers) -> Table:
    rows = [
        (
            _KINDS[kind],
            *(_cell(answers, half, kind) for half in _HALVES),
            _share([before for one, _, before in answers.known if one.kind == kind]),
        )
        for kind in _KINDS
    ]
    everything = (
        "all",
        *(_cell(answers, half, None) for half in _HALVES),
        _share([before for _, _, before in answers.known]),
    )
    down = len(answers.pushed_down)
    return Table(
        "Questions for what is known: the fact is the first hit",
        ("asked for", *_HALVES.values(), "both, without facts first"),
        (*rows, everything),
        (
            f"Of {len(answers.ordinary)} questions for what was said {down} have their turn lower"
            " than without facts first.",
            f"In {len(answers.behind)} questions a fact stands above what replaced it.",
        ),
    )


def _cell(answers: Answers, half: str, kind: str | None) -> str:
    return _share(
        [rank for one, rank, _ in answers.known if one.half == half and kind in (None, one.kind)]
    )


def _share(ranks: Sequence[int]) -> str:
    return f"{sum(rank == 1 for rank in ranks)} of {len(ranks)}"
