"""The log by author: one name for all that nights do, whose steps have names of their own."""

from __future__ import annotations

import asyncio

import pytest

from familiar_memory import Familiar
from familiar_memory.inspection.changes.log import LogQuery, changes_asked_for
from familiar_memory.store.base import Cause

SOURCES = (
    "memory_writer",
    "sleep_cycle",
    "curation",
    "housekeeping",
    "sleep:retain",
    "sleep:consolidate",
    "sleepy",
    "cli",
)


@pytest.fixture
def sources_of(tmp_path):
    """Who made the changes that an author is asked for by, the newest first."""
    Familiar.create("ember", home=tmp_path, embedder="none")

    def asked(author, limit=0):
        async def run():
            async with Familiar.open("ember", home=tmp_path) as familiar:
                store = familiar.parts.store
                for source in SOURCES:
                    path = f"topics/{source.replace(':', '-')}.md"
                    store.write_file(path, "# T\n", cause=Cause(source))
                query = LogQuery(author=author, limit=limit)
                return changes_asked_for(familiar.parts, query)

        found = asyncio.run(run())
        return [entry.source for entry, _ in found.changes], found.has_more

    return asked


def test_sleep_is_every_step_of_a_night(sources_of):
    """But for writing up talk, which happens by day too; a limit counts those alone."""
    nights = [*reversed(SOURCES[1:6])]
    assert sources_of("sleep") == (nights, False)
    assert sources_of("sleep", 2) == (nights[:2], True)


def test_one_step_of_a_night_is_asked_for_by_its_own_name(sources_of):
    """As is any other author."""
    assert sources_of("sleep:retain") == (["sleep:retain"], False)
    assert sources_of("curation") == (["curation"], False)
