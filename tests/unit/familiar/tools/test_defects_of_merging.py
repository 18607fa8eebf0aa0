"""What ScalyClaw's tools get wrong when they merge (section 8, by its numbers)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tool_calls import MAY_WRITE, Calls

NOW = datetime(2026, 3, 1, tzinfo=UTC)


async def _merged(calls: Calls) -> tuple[str, list[str]]:
    """Two memories made one: its id and theirs."""
    ids = [
        await calls.store(
            "Rowan deploys the shop with make and a script", tags=["a"], importance=9
        ),
        await calls.store(
            "Rowan deploys the shop with make and a script at night", tags=["b"], importance=2
        ),
    ]
    answer = await calls("reflect")
    assert answer == {
        "consolidated": 2,
        "clusters": 1,
        "newMemoryIds": answer["newMemoryIds"],
        "message": "2 memories became 1",
    }
    return answer["newMemoryIds"][0], ids


async def test_a_tree_with_more_notes_than_a_search_shows_is_reflected_on(tavern):
    """The cap of searches is for whoever reads what they find."""
    async with tavern(f"{MAY_WRITE}\n[store]\nmax_results = 1\n") as calls:
        calls.familiar.store.write_file("a.md", "# A\n")
        await _merged(calls)


@pytest.mark.parametrize("choice", ["restore", "delete"])
async def test_15_originals_of_a_deleted_merge_come_back_or_go(tavern, choice):
    """Example 13: by explicit choice; without one nothing is done."""
    async with tavern() as calls:
        merged, originals = await _merged(calls)
        unsaid = await calls("delete", id=merged)
        assert unsaid["deleted"] is False
        assert "restore" in unsaid["accepted"]
        assert await calls.recalled() == ["Rowan deploys the shop with make and a script at night"]
        done = await calls("delete", id=merged, originals=choice)
        assert done["deleted"] is True
        left = await calls.recalled(includeConsolidated=True)
        assert len(left) == (2 if choice == "restore" else 0)
        for one in originals:
            assert bool((await calls("recall", id=one))["results"]) is (choice == "restore")


async def test_17_a_merge_keeps_what_its_members_say(tavern):
    """Example 12: the type, all tags, the highest importance, their words; counted twice."""
    async with tavern() as calls:
        merged, originals = await _merged(calls)
        row = await calls.row(merged)
        assert set(row["tags"]) == {"a", "b"}
        assert (row["importance"], row["type"], row["source"], row["seen"]) == (
            9,
            "semantic",
            "consolidation",
            2,
        )
        for one in originals:
            old = await calls.row(one)
            assert (old["status"], old["consolidated_into"]) == ("consolidated", merged)


async def test_17_what_expires_is_not_made_permanent_nor_the_reverse(new_familiar, tmp_path):
    """Of two that expire the sooner end counts."""
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW) as familiar:
        calls = Calls(familiar)
        await calls.store("Rowan stays at the harbour of Oban with Bex", ttl="7d")
        await calls.store("Rowan stays at the harbour of Oban with Bex this week", ttl="1d")
        await calls.store("Rowan stays at the harbour of Oban with Bex this week again")
        merged = (await calls("reflect"))["newMemoryIds"]
        assert len(merged) == 1
        assert (await calls.row(merged[0]))["expires_at"].startswith("2026-03-02T00:00")
    async with new_familiar(tmp_path, now=NOW + timedelta(days=2)) as familiar:
        assert await Calls(familiar).recalled() == [
            "Rowan stays at the harbour of Oban with Bex this week again"
        ]


async def test_18_originals_are_hidden_from_search_and_kept_in_the_file(tavern):
    """With a link to what they became; undoing the batch brings them back."""
    async with tavern() as calls:
        merged, _ = await _merged(calls)
        assert await calls.found("deploys the shop") == [
            "Rowan deploys the shop with make and a script at night"
        ]
        (path,) = calls.familiar.store.glob("people/*.md")
        text = calls.familiar.store.read_file(path)
        assert text.count("~~Rowan deploys the shop") == 2
        assert text.count(f"into:^{merged.partition('#^')[2]}") == 2
        entries = [e for e in calls.familiar.journal.entries() if e.source == "tool"]
        assert entries


async def test_16_one_cluster_that_fails_stops_no_other(tavern, monkeypatch):
    """It is told how many could not be merged."""
    async with tavern() as calls:
        from familiar_memory.errors import StorageError
        from familiar_memory.life.records.desk import Desk

        for subject in ("tea", "harp"):
            await calls.store(f"Rowan tunes the {subject} each week", subject=subject)
            await calls.store(f"Rowan tunes the {subject} each week at noon", subject=subject)
        merge, failed = Desk.merge, []

        def once(self, operation):
            if not failed:
                failed.append(operation)
                raise StorageError("the disk is full")
            return merge(self, operation)

        monkeypatch.setattr(Desk, "merge", once)
        answer = await calls("reflect")
        assert (answer["consolidated"], answer["clusters"]) == (2, 2)
        assert answer["message"] == "2 memories became 1; 1 could not be merged"
