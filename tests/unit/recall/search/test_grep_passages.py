"""A pattern over passages is bounded in time, and by who asks."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import pytest
from familiars import put_notes, started

from familiar_memory.errors import PatternError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.search.grep_passages import PassageGrep
from familiar_memory.testing import HashEmbedder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def index_of(tmp_path, new_familiar):
    """Notes indexed; gives what the test makes of the index."""
    import asyncio

    def run(notes, look):
        put_notes(tmp_path / "ember" / "memory", notes)

        async def all_of_it():
            async with started(new_familiar(tmp_path, embedder=HashEmbedder())) as familiar:
                await familiar.settle()
                return await asyncio.to_thread(look, familiar.parts.files.index)

        return asyncio.run(all_of_it())

    return run


def lines(count, text="tea"):
    """So many records, the last ones the newest."""
    days = [f"2026-01-{1 + n % 28:02}" for n in range(count)]
    return "".join(f"- {text} number {n} ({day})\n" for n, day in enumerate(sorted(days)))


def test_the_newest_come_first_and_are_enough(index_of):
    """By date, then by path and place in the file."""
    found = index_of(
        {"a.md": "- tea of old (2026-01-01)\n- tea of now (2026-02-01)\n", "b.md": "- Tea, new"},
        lambda index: PassageGrep(index).find("tea", Viewer(), Filters(NOW), 2),
    )
    assert [hit.text for hit in found.hits] == ["tea of now", "tea of old"]
    assert found.degraded is None


def test_reading_is_bounded_and_says_so(index_of):
    """What is older was not looked into."""
    ticks = itertools.count()
    found = index_of(
        {"a.md": lines(1_200, "coffee")},
        lambda index: PassageGrep(index, monotonic=lambda: float(next(ticks))).find(
            "tea", Viewer(), Filters(NOW), 5
        ),
    )
    assert (found.hits, found.degraded) == (
        (),
        "older passages were not looked into: 1 s were over",
    )


@pytest.mark.long
def test_a_pattern_that_takes_for_ever_is_stopped(index_of):
    """With an error that says so."""
    text = "- " + "a" * 2_000 + "b\n"
    with pytest.raises(PatternError, match="too long"):
        index_of(
            {"a.md": text},
            lambda index: PassageGrep(index).find("(a+)+$", Viewer(), Filters(NOW), 5),
        )


@pytest.mark.parametrize("pattern", ["", "x*", "(?=)", "a|"])
def test_a_pattern_that_matches_everything_is_refused(index_of, pattern):
    """It would only name the newest."""
    with pytest.raises(PatternError, match="matches everything"):
        index_of(
            {"a.md": "- tea\n"},
            lambda index: PassageGrep(index).find(pattern, Viewer(), Filters(NOW), 5),
        )


def test_an_empty_index_has_no_hits(index_of):
    """And no error."""
    found = index_of({}, lambda index: PassageGrep(index).find("tea", Viewer(), Filters(NOW), 5))
    assert found.hits == ()
