"""Masks over columns say what the rules say of one passage, remembered or not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st
from worlds.kept_out import DM, NOW, ROWAN, TAVERN, at, filters, worlds

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.knowledge.validity import is_expired, stood
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import Masks, RememberedMasks
from familiar_memory.recall.ranking.masks.table import Look

VIEWERS = (
    Viewer(),
    Viewer(is_broadcast=True),
    Viewer(TAVERN.slug),
    Viewer(TAVERN.slug, AudiencePolicy.STRICT),
    Viewer(DM.slug, rooms=frozenset({TAVERN.slug})),
)
questions = st.builds(
    Filters,
    st.integers(-20, 2).map(lambda n: NOW + timedelta(days=n)),
    st.sampled_from((None, frozenset({"memory"}), frozenset({"conversation"}))),
    st.sampled_from((frozenset(), frozenset({"sessions/"}), frozenset({"topics/tea.md"}))),
    st.sampled_from((frozenset(), frozenset({(TAVERN.slug, "t0")}))),
    st.none() | st.none() | st.frozensets(st.integers(1, 6)),
    filters.map(lambda one: replace(one, entity=None)),
    st.none() | st.none() | st.integers(1, 27).map(at),
    st.just(()),
    st.sampled_from((None, ("lore/", "topics/"))),
    st.sampled_from(("", "2026-02-01")),
)
steps = st.lists(
    st.none() | st.tuples(st.sampled_from(VIEWERS), questions, st.none() | st.just({0, 1})),
    min_size=2,
    max_size=12,
)


@pytest.mark.long
@few_and_many(
    6,
    25,
    worlds,
    steps,
)
def test_remembered_masks_are_those_that_would_be_made(
    tmp_path_factory, new_familiar, world, steps
):
    """Whatever was asked before by whom, and however the index has changed since (None)."""

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("world"), now=NOW) as familiar:
            await familiar.record_many(world.spoken())
            for path, text in world.notes():
                familiar.store.write_file(path, text)
            await familiar.settle()
            remembered = RememberedMasks(most=2)
            for number, step in enumerate(steps):
                if step is None:
                    more = Turn(f"x{number}", NOW, TAVERN, ROWAN, "heron once more")
                    await familiar.record(more)
                    await familiar.settle()
                    continue
                viewer, question, about = step
                snapshot = familiar.parts.files.index.snapshot()
                found = remembered.of(snapshot, viewer, question, about)
                made = Masks(Look(snapshot, viewer, question, about))
                for one, other in zip(found.rows, made.rows, strict=True):
                    assert np.array_equal(one, other)
                assert found.seen == sum(int(mask.sum()) for mask in made.rows)
                for segment in snapshot.segments:
                    for passage in segment.passage.tolist():
                        seen = found.excluding(passage) is None
                        assert seen == _is_seen(snapshot, made, passage)

    asyncio.run(run())


def _is_seen(snapshot, masks, passage):
    """Whether a row of this passage stands in the masks."""
    pairs = zip(snapshot.segments, masks.rows, strict=True)
    return any(bool((mask & (segment.passage == passage)).any()) for segment, mask in pairs)


written = st.none() | st.sampled_from(("2026", "2026-02", "2026-02-10", "2025-12-31", "2027"))


@pytest.mark.long
@few_and_many(
    6,
    40,
    st.lists(
        st.tuples(written, written, written, written, st.booleans(), st.none() | st.integers(0, 6)),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from((None, *(at(day) for day in (1, 9, 10, 11, 27)))),
    st.booleans(),
)
def test_the_columns_say_what_holds_as_the_rule_says_it(
    tmp_path_factory, new_familiar, bullets, as_of, is_attested
):
    """Known, held, struck, merged, expired: of every line, at every moment."""
    words = ("{}", "since {}", "until {}", "expires:{}")
    text = "# T\n\n"
    for number, (*dates, is_struck, into) in enumerate(bullets):
        tail = [word.format(date) for word, date in zip(words, dates, strict=True) if date]
        tail += [] if into is None else [f"into:^m{into}"]
        line = f"line {number} ({', '.join(tail)})" if tail else f"line {number}"
        text += f"- ~~{line}~~ ^m{number}\n" if is_struck else f"- {line} ^m{number}\n"

    async def run():
        async with new_familiar(tmp_path_factory.mktemp("lines"), now=NOW) as familiar:
            familiar.store.write_file("topics/tea.md", text)
            await familiar.settle()
            look = Look(
                familiar.parts.files.index.snapshot(),
                Viewer(),
                Filters(NOW, as_of=as_of),
                attested=lambda _: is_attested,
            )
            masks = Masks(look)
            document = familiar.parts.indexing.notes.load("topics/tea.md")
            for found in familiar.parts.files.index.passages_in("memory", "topics/tea.md"):
                line = document.passages[found.passage.ordinal]
                term = (line.learned, line.valid_since, line.valid_until, line.retired)
                is_so = not line.retired
                if as_of is not None:
                    is_so = stood(*term, as_of, is_attested=is_attested, merged_at=line.merged_at)
                expected = is_so and not is_expired(line.expires, as_of or NOW)
                assert (masks.excluding(found.passage.id) is None) == expected, line

    asyncio.run(run())


async def test_few_masks_are_remembered_and_none_of_an_old_snapshot(
    tmp_path, new_familiar, monkeypatch
):
    """The same viewer's are made once; a third kind replaces the oldest."""
    made = []
    within = Masks._within
    monkeypatch.setattr(Masks, "_within", lambda *g: made.append(len(g[2])) or within(*g))
    async with new_familiar(tmp_path, now=NOW) as familiar:
        familiar.store.write_file("topics/tea.md", "# Tea\n\n- green\n")
        await familiar.settle()
        remembered = RememberedMasks(most=2)

        def whole(viewer):
            """How many masks were made of all that last, to answer."""
            made.clear()
            _ = remembered.of(familiar.parts.files.index.snapshot(), viewer, Filters(NOW)).rows
            return sum(size > 2 for size in made)

        first, second, third = VIEWERS[:3]
        assert [whole(one) for one in (first, second, first, second)] == [1, 1, 0, 0]
        assert [whole(one) for one in (third, second, first)] == [1, 0, 1]
        familiar.store.write_file("topics/tea.md", "# Tea\n\n- black\n")
        await familiar.settle()
        assert [whole(one) for one in (first, first)] == [1, 0]
