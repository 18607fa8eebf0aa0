"""The figures as tables: all sets side by side, each kind of question, how sure they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.recall.intervals import Interval, over_conversations, over_questions
from benchmarks.recall.measured import (
    AFTER,
    AFTER_CITED,
    AS_SHIPPED,
    IN_ORDER,
    OURS,
    PEERS,
    Measured,
)
from benchmarks.recall.scores import Score, by_kind
from benchmarks.report import Table

__all__ = ["ablation_table", "interval_table", "kind_table", "overview"]

_PAGE = "its page in 1,000 tokens, as `recall` renders it"
_ANSWER = "the words of the answer on that page"
_PAGE_AFTER = "its page after write()"
_ANSWER_AFTER = "the words of the answer on that page, after write()"
_HOW = (
    "Each cell: turn recall@10 / evidence in 1,000 tokens (4,000 characters) of whole turns, packed"
    " the same for every ranking: by score / length^.15, what does not fit is skipped.",
    "The page: every block, heading and name counts against the 1,000 tokens; a turn is on it"
    " if eight of its words in a row are. Words of the answer: those it has from its evidence and"
    " the question has not, by rarity.",
)


def overview(measured: Sequence[Measured]) -> Table:
    """Every way of ranking, all sets, and their mean in which each set counts the same."""
    rows = [(way, *cells) for way, cells in _figures(measured) if cells]
    names = tuple(f"{one.talk.name} ({len(one.talk.questions)})" for one in measured)
    return Table(
        "Turn recall@10 / evidence in 1,000 tokens, by kind of talk (questions)",
        ("ranking", *names, "mean of the sets"),
        tuple(rows),
        (*_HOW, *(f"{name}: {what}." for name, what in PEERS.items())),
    )


def _figures(measured: Sequence[Measured]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each row in the order of the table; without cells where it was not measured."""
    for way in (OURS, IN_ORDER):
        yield way, _pairs([one.ways[way] for one in measured])
    yield _PAGE, _singles([one.page.evidence for one in measured])
    yield _ANSWER, _singles([one.page.answer for one in measured])
    for way in (AFTER, AFTER_CITED):
        yield way, _pairs([one.ways[way] for one in measured if way in one.ways])
    after = [one.page_after for one in measured if one.page_after is not None]
    yield _PAGE_AFTER, _singles([one.evidence for one in after])
    yield _ANSWER_AFTER, _singles([one.answer for one in after])
    for way in PEERS:
        yield way, _pairs([one.ways[way] for one in measured])


def interval_table(measured: Sequence[Measured]) -> Table:
    """How sure each figure is, and each difference to a peer, question by question."""
    rows = []
    for one in measured:
        groups = one.talk.groups
        ours = one.ways[OURS]
        rows.append((f"{one.talk.name}: {OURS}", *_sure(ours, groups, _figure)))
        for peer in PEERS:
            less = _difference(ours, one.ways[peer])
            rows.append((f"{one.talk.name}: against {peer}", *_sure(less, groups, _points)))
        page = one.page.evidence
        cells = (_figure(over_questions(page)), _figure(over_conversations(page, groups)))
        rows.append((f"{one.talk.name}: the page", "", "", *cells))
    return Table(
        "95 % bootstrap intervals; differences are paired, in points",
        (
            "",
            "recall@10, over questions",
            "over conversations",
            "evidence, over questions",
            "over conversations",
        ),
        tuple(rows),
        ("Of three conversations an interval is rough: it shows whether one of them is alone.",),
    )


def kind_table(one: Measured) -> Table:
    """One set by kind of question: ours, its page, and the peers."""
    ways = (OURS, *PEERS)
    rows = []
    for kind, chosen in by_kind(one.talk.questions).items():
        pairs = [_pair(one.ways[way].of(chosen)) for way in ways]
        page = f"{_mean(one.page.evidence[chosen])} / {_mean(one.page.answer[chosen])}"
        rows.append((kind, str(len(chosen)), pairs[0], page, *pairs[1:]))
    return Table(
        f"{one.talk.name}: by kind of question",
        ("kind", "questions", OURS, "its page: evidence / answer", *PEERS),
        tuple(rows),
    )


def ablation_table(measured: Sequence[Measured]) -> Table:
    """What each mechanism is worth in each set: points without it, recall@10 with an interval."""
    names = [name for name in measured[0].ablations if name != AS_SHIPPED]
    rows = [(AS_SHIPPED, *(_pair(one.ablations[AS_SHIPPED]) for one in measured))]
    for name in names:
        changes = (_difference(one.ablations[name], one.ablations[AS_SHIPPED]) for one in measured)
        rows.append((name, *(_change(change) for change in changes)))
    return Table(
        "Each mechanism switched off: points of recall@10 [95 %] / of evidence",
        ("weights", *(one.talk.name for one in measured)),
        tuple(rows),
        ("Below a point is noise; an interval that holds 0 says nothing sure.",),
    )


def _difference(first: Score, second: Score) -> Score:
    return Score(first.recall - second.recall, first.evidence - second.evidence)


def _sure(values: Score, groups: Sequence[int], shown: Callable[[Interval], str]) -> Iterator[str]:
    for part in (values.recall, values.evidence):
        yield shown(over_questions(part))
        yield shown(over_conversations(part, groups))


def _figure(one: Interval) -> str:
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _points(one: Interval) -> str:
    return f"{100 * one.mean:+.1f} [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"


def _change(change: Score) -> str:
    return f"{_points(over_questions(change.recall))} / {100 * change.evidence.mean():+.1f}"


def _pair(one: Score) -> str:
    return f"{one.recall.mean():.3f} / {one.evidence.mean():.3f}"


def _pairs(scores: Sequence[Score]) -> tuple[str, ...]:
    """The pair of each set, and of their mean, in which each counts the same."""
    if not scores:
        return ()
    recall = np.mean([one.recall.mean() for one in scores])
    evidence = np.mean([one.evidence.mean() for one in scores])
    return *map(_pair, scores), f"{recall:.3f} / {evidence:.3f}"


def _singles(shares: Sequence[NDArray[np.float64]]) -> tuple[str, ...]:
    """The same of what has no recall@10."""
    if not shares:
        return ()
    overall = np.array([_those_told(one).mean() for one in shares if len(_those_told(one))])
    return tuple(f"– / {mean}" for mean in (*map(_mean, shares), _mean(overall)))


def _mean(shares: NDArray[np.float64]) -> str:
    told = _those_told(shares)
    return f"{told.mean():.3f}" if len(told) else "–"


def _those_told(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Those that are a number: not every question has an answer in words of its evidence."""
    return shares[~np.isnan(shares)]
