"""Which older turns matter is asked again only where the answer may be another."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace

import pytest
from people_and_places import TAVERN

from familiar_memory.domain.question.search import SearchResult
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.recall.talk.choosers import TurnRelevance


class _BusyIndex:
    """Something is written between any two looks; the turn's numbers are given."""

    def __init__(self, numbers):
        self._sequence = count()
        self._numbers = iter(numbers)

    def sequence(self):
        return next(self._sequence)

    def citing(self, names):
        passage = SimpleNamespace(id=next(self._numbers), kind="turn", audience=TAVERN.slug)
        return {name: [passage] for name in names}


@pytest.mark.parametrize(
    ("numbers", "searches"),
    [((7, 7), 1), ((7, 8, 8, 8), 2)],
    ids=["others were written", "the turn was edited"],
)
def test_a_busy_index_is_searched_again_only_for_turns_with_new_numbers(numbers, searches):
    """What else is written in the meantime concerns nobody here."""
    asked = []

    def retrieve(query):
        asked.append(query.filters.only_passages)
        return SearchResult(())

    relevance = TurnRelevance(
        _BusyIndex(numbers),
        SimpleNamespace(retrieve=retrieve, weights=RankingWeights()),
        lambda: datetime(2026, 3, 1, tzinfo=UTC),
    )
    assert relevance("the kettle?", TAVERN, ["1"]) == []
    assert asked == [frozenset({number}) for number in sorted(set(numbers))]
    assert len(asked) == searches
