"""What ScalyClaw's tools get wrong when they search (section 8, by its numbers)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tool_calls import MAY_WRITE, Broken, Calls

from familiar_memory.embeddings.models.none import NoEmbedder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.long
async def test_10_filters_come_before_the_ranking(tavern):
    """A hundred better hits of another type, expired or without the tag take no place."""
    async with tavern() as calls:
        for number in range(24):
            kind = ("episodic", "semantic")[number % 2]
            await calls.store(f"viola viola viola number {number}", type=kind, subject="music")
        await calls.store("the viola is old", tags=["wanted"])
        assert await calls.found("viola", tags=["wanted"], topK=1) == ["the viola is old"]
        assert await calls.recalled(tags=["wanted"]) == ["the viola is old"]
        assert len(await calls.found("viola", type="episodic", topK=50)) == 12


async def test_9_and_11_what_is_unrelated_is_no_answer(tavern):
    """Neither beside a good answer nor where there is none."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        await calls.store("The harbour freezes over in winter.", importance=10, subject="harbour")
        assert await calls.found("viola") == ["Rowan plays the viola."]
        assert await calls.found("submarine cable landing") == []


async def test_a_memory_is_found_by_its_subject(new_familiar, tmp_path):
    """The words of the line need not say it; no vectors are needed."""
    embedder = NoEmbedder()
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW, embedder=embedder) as familiar:
        calls = Calls(familiar)
        record_id = await calls.store("Works at Acme Corp.", subject="Current employer")
        assert await calls.found("employer") == ["Works at Acme Corp."]
        await calls("update", id=record_id, subject="Day job")
        assert await calls.found("employer") == []
        assert await calls.found("job") == ["Works at Acme Corp."]


async def test_12_the_best_match_comes_first(tavern):
    """Example 6: at equal importance and age."""
    async with tavern() as calls:
        await calls.store("The viola needs a new string.")
        await calls.store("The old viola of Rowan needs a string, and the case a lock.")
        await calls.store("The lock of the shed is broken.")
        assert (await calls.found("viola string lock case"))[0].startswith("The old viola")


async def test_13_and_22_a_model_that_fails_blocks_nothing(new_familiar, tmp_path):
    """What is stored, changed and deleted meanwhile is found by its words, and nothing else is."""
    embedder = Broken()
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW, embedder=embedder) as familiar:
        calls = Calls(familiar)
        record_id = await calls.store("Rowan plays the viola.")
        embedder.fails = True
        await calls("update", id=record_id, content="Rowan plays the harp.")
        other = await calls.store("Bex keeps bees.", subject="bees")
        assert await calls.found("harp") == ["Rowan plays the harp."]
        assert await calls.found("viola") == []
        assert await calls.found("bees") == ["Bex keeps bees."]
        embedder.fails = False
        assert await calls.found("viola") == []
        await calls("delete", id=other)
        assert await calls.found("bees") == []
