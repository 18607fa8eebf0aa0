"""The known entities of a prompt: the strongest ties first, and nobody who was named by chance."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.parts.entities import EntitiesProvider
from familiar_memory.recall.provider import Occasion, Page

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
LONG_AGO, LATELY = ((NOW - timedelta(days=days)).date() for days in (90, 89))


@pytest.fixture
def entities(tmp_path, new_familiar):
    """What the layer says in the tavern of Zed where the anvil was found; and Zed's graph."""

    def run(notes):
        put_notes(tmp_path / "ember" / "memory", notes)

        async def asked():
            async with started(new_familiar(tmp_path, now=NOW)) as familiar:
                await familiar.settle()
                found = await familiar.search("anvil")
                graph = await familiar.knowledge.graph("zed")
                return _told(familiar.parts, found.hits), graph

        return asyncio.run(asked())

    return run


def _told(parts, hits):
    index = parts.files.index
    request = RecallRequest("what about Zed?", ROWAN, TAVERN)
    occasion = Occasion(request, Viewer(TAVERN.slug), NOW)
    page = Page(occasion, hits=tuple(hit for hit in hits if "anvil" in hit.text))
    assert page.hits
    EntitiesProvider(
        index, parts.fresh_facts, NameBooks(index.aliases), parts.setup.vocabulary
    ).load(occasion, page, Stop())
    return "\n".join(one.text for one in page.contributions)


def zed(*lines, **other):
    """A note of Zed, whom facts of others are about, and a line by which something is found."""
    page = "".join(f"- {line}\n" for line in lines)
    return {"notes.md": "- the anvil is heavy\n", "topics/zed.md": f"# Zed\n\n{page}", **other}


@pytest.mark.parametrize(
    ("notes", "is_there"),
    [
        (zed(f"owns:: Hamster ({LONG_AGO})"), False),
        (zed(f"owns:: Hamster ({LATELY})"), True),
        (zed("owns:: Hamster"), True),
        (zed(f"owns:: Hamster ({LONG_AGO})", f"plays:: Chess ({LONG_AGO})"), True),
        (zed(f"owns:: Hamster ({LONG_AGO})", f"Was there ({LONG_AGO})"), True),
        (zed(f"owns:: Hamster ({LONG_AGO})", f"~~Was there ({LONG_AGO})~~"), False),
        (zed(f"owns:: Hamster ({LONG_AGO})", f"Was there ({LATELY}, in:discord-dm-9)"), False),
        (
            {**zed(f"owns:: Hamster ({LONG_AGO})"), "days/2026-02-20.md": "- met [[zed]]\n"},
            True,
        ),
    ],
)
def test_who_was_named_once_and_long_ago_is_no_news(entities, notes, is_there):
    """By what the room may know; the graph tells of them all the same."""
    text, graph = entities(notes)
    assert ("Hamster" in text) is is_there
    assert graph.found
    assert [r.relation for r in graph.nodes[0].relations] == []


def test_what_was_said_most_often_comes_first(entities):
    """Over all lines that say it, whatever is newer."""
    text, _ = entities(
        zed(
            "owns:: Hamster (2026-02-20)",
            "plays:: Chess (2026-02-01, seen:2)",
            "reads:: Comics (2026-02-02)",
            "reads:: comics (2026-02-03)",
            "reads:: Comics (2026-02-04)",
            "streams:: Quilting (2026-02-25)",
        )
    )
    at = [text.find(word) for word in ("omics", "Chess")]
    assert -1 < at[0] < at[1]
