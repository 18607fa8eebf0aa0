"""What ScalyClaw's tools get wrong when they store (section 8 of its behaviours, by its numbers).

Of the others, 1 and 2 are of its background job, and so for writers. The worked examples of
scores, 1 to 4, are in `test_scoring.py`, those of clusters in `test_clusters.py`, 17 in the
tests of the graph.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from tool_calls import JOB, MAY_WRITE, Calls, Meaning

from familiar_memory.embeddings.models.none import NoEmbedder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("importance", [1, 5, 6, 10])
@pytest.mark.parametrize("days", [0, 11, 400])
async def test_3_age_and_importance_hide_no_duplicate(new_familiar, tmp_path, importance, days):
    """And example 5: the same subject and content again is the one that stands there."""
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW) as familiar:
        first = await Calls(familiar).store("Rowan plays the viola.", importance=importance)
    later = NOW + timedelta(days=days)
    async with new_familiar(tmp_path, now=later) as familiar:
        again = await Calls(familiar)(
            "store",
            type="semantic",
            subject="Rowan",
            content="rowan plays the viola",
            importance=importance,
        )
    assert again == {
        "stored": False,
        "duplicate": True,
        "existingId": first,
        "existingSubject": "Rowan",
    }


@pytest.mark.parametrize(
    ("cosine", "is_stored"), [(0.99, False), (0.93, False), (0.91, True), (0.5, True)]
)
async def test_3_a_paraphrase_is_judged_by_its_meaning_alone(
    new_familiar, tmp_path, cosine, is_stored
):
    """From 0.92 on, with a model that knows sentences."""
    meaning = Meaning({"nurse": 0.0, "clinic": float(np.arccos(cosine))})
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW, embedder=meaning) as familiar:
        calls = Calls(familiar)
        await calls.store("is a nurse by trade", importance=1)
        answer = await calls(
            "store", type="semantic", subject="Rowan", content="cares for people at a clinic"
        )
        assert answer["stored"] is is_stored


async def test_4_an_unrelated_memory_rejects_nothing(tavern):
    """However important and fresh it is, and whatever words they share."""
    async with tavern() as calls:
        await calls.store("Rowan keeps a grey cat at home.", importance=10)
        await calls.store("Rowan keeps a grey parrot at home.", importance=10)
        await calls.store("Rowan keeps bees.", importance=10)
        assert len(await calls.recalled()) == 3


async def test_4_nor_where_there_are_no_vectors(new_familiar, tmp_path):
    """There a duplicate needs nearly the same words, in the same order."""
    embedder = NoEmbedder()
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW, embedder=embedder) as familiar:
        calls = Calls(familiar)
        await calls.store("Bex told Rowan about the tall lighthouse in Oban.")
        await calls.store("Rowan told Bex about the tall lighthouse in Oban.")
        answer = await calls(
            "store",
            type="semantic",
            subject="Rowan",
            content="Rowan told Bex about the lighthouse in Oban",
        )
        assert answer["duplicate"] is True


async def test_5_looking_for_duplicates_changes_nothing(tavern):
    """No count of uses, no date, not one byte of any file; the recall log has no question of it."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        store = calls.familiar.store
        before = {path: store.read_bytes(path) for path in store.glob("**/*.md")}
        asked = calls.familiar.history.counts()
        await calls("store", type="semantic", subject="Rowan", content="Rowan plays the viola.")
        await calls("search", query="viola")
        assert {path: store.read_bytes(path) for path in store.glob("**/*.md")} == before
        assert calls.familiar.history.counts() == asked


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param("fact", "semantic", id="example 9"),
        ("analysis", "semantic"),
        ("research", "semantic"),
        ("conversation", "episodic"),
        ("Semantic", "semantic"),
    ],
)
async def test_6_old_names_of_types_are_understood_at_this_door(tavern, given, kept):
    """When storing, searching and recalling."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.", type=given)
        (row,) = (await calls("recall", type=given))["results"]
        assert row["type"] == kept
        assert await calls.found("viola", type=given) == ["Rowan plays the viola."]


async def test_6_any_other_type_is_refused_with_the_list(tavern):
    """Nothing is stored."""
    async with tavern() as calls:
        answer = await calls("store", type="feeling", subject="Rowan", content="is glad")
        assert "'feeling'" in answer["error"]
        assert "semantic, episodic, procedural" in answer["error"]
        assert await calls.recalled() == []


@pytest.mark.parametrize(
    ("ttl", "after"),
    [
        pytest.param("7d", timedelta(days=7), id="example 7: 7d"),
        pytest.param("1h", timedelta(hours=1), id="example 7: 1h"),
        pytest.param("30m", timedelta(minutes=30), id="30m"),
        pytest.param("2w", timedelta(weeks=2), id="2w"),
        pytest.param("2026-03-02T00:00Z", timedelta(days=1), id="an instant"),
    ],
)
async def test_7_what_is_kept_for_a_time_is_gone_after_it(new_familiar, tmp_path, ttl, after):
    """A moment before it is there, in search and recall; then it is not, by its id either."""
    familiar = new_familiar(tmp_path, settings=MAY_WRITE, now=NOW)
    async with familiar:
        record_id = await Calls(familiar).store("Rowan is in Oban.", ttl=ttl)
    for moment, is_there in ((after - timedelta(seconds=1), True), (after, False)):
        async with new_familiar(tmp_path, now=NOW + moment) as later:
            calls = Calls(later)
            wanted = ["Rowan is in Oban."] if is_there else []
            assert await calls.found("Oban") == wanted
            assert await calls.recalled() == wanted
            assert bool((await calls("recall", id=record_id))["results"]) is is_there


@pytest.mark.parametrize("ttl", ["soon", "7 days", "P7D", "1y", "-1h", "2026-02-30", "2026-02-01"])
async def test_7_a_time_that_is_none_stores_nothing(tavern, ttl):
    """Neither the memory nor the notes of its entities."""
    async with tavern() as calls:
        answer = await calls("store", **(JOB | {"ttl": ttl}))
        assert answer["error"]
        assert list(calls.familiar.store.glob("**/*.md")) == []


async def test_8_tags_are_trimmed_and_each_stands_once(tavern):
    """And example 8: a tag twice in one call is one."""
    async with tavern() as calls:
        record_id = await calls.store("Rowan plays the viola.", tags=["x", " x ", "two  words"])
        assert (await calls.row(record_id))["tags"] == ["x", "two words"]
        answer = await calls(
            "store", type="semantic", subject="Rowan", content="Rowan sings.", tags=["a,b"]
        )
        assert "comma" in answer["error"]
        assert await calls.found("viola", tags=["x", "two words"]) == ["Rowan plays the viola."]
        assert await calls.found("viola", tags=["x", "y"]) == []


async def test_14_an_update_of_nothing_changes_no_date(new_familiar, tmp_path):
    """Nor any byte; one that changes words renews the date."""
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW) as familiar:
        record_id = await Calls(familiar).store("Rowan plays the viola.", tags=["a"])
    async with new_familiar(tmp_path, now=NOW + timedelta(days=30)) as familiar:
        calls = Calls(familiar)
        same = {"content": "Rowan plays the viola.", "tags": ["a"], "importance": 5}
        for given in ({}, same):
            answer = await calls("update", id=record_id, **given)
            assert answer["updated"] is False
            assert (await calls.row(record_id))["updated_at"] == "2026-03-01"
        changed = await calls("update", id=record_id, content="Rowan plays the harp.")
        assert changed == {"updated": True, "id": record_id}
        row = await calls.row(record_id)
        assert (row["content"], row["tags"], row["updated_at"]) == (
            "Rowan plays the harp.",
            ["a"],
            "2026-03-31",
        )
