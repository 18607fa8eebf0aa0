"""What ScalyClaw's tools get wrong (section 8 of the behaviours document, by its numbers).

Those of its background job, 1 and 2, are for the writers; the worked examples of scores, 1 to 4,
are in `test_scoring.py`, those of clusters in `test_clusters.py`, 17 in the tests of the graph.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from tool_calls import JOB, MAY_WRITE, Calls

from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.errors import EmbedderError
from familiar_memory.testing import HashEmbedder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class Meaning:
    """A model of sentences whose cosines are those that a test wants."""

    max_tokens = 512

    def __init__(self, angles: dict[str, float]) -> None:
        """The angle of each text, by a word of it; any other text is at a right angle."""
        self.id = EmbedderId("meaning", "of-a-test", 2)
        self.angles = angles

    def _vector(self, text: str) -> np.ndarray:
        angle = next((a for word, a in self.angles.items() if word in text), np.pi / 2)
        return np.array([np.cos(angle), np.sin(angle)], np.float32)

    def embed_documents(self, texts):
        """One row a text."""
        return np.stack([self._vector(text) for text in texts])

    def embed_query(self, text):
        """As a document of the same text."""
        return self._vector(text)

    def count_tokens(self, text):
        """Words."""
        return len(text.split())

    def close(self):
        """Nothing is held."""


class Broken(HashEmbedder):
    """A model that fails from some moment on."""

    fails = False

    def embed_documents(self, texts):
        """Or fail."""
        if self.fails:
            raise EmbedderError("the model is gone")
        return super().embed_documents(texts)

    def embed_query(self, text):
        """Or fail."""
        if self.fails:
            raise EmbedderError("the model is gone")
        return super().embed_query(text)


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
        from familiar_memory.life.tools.applying import Applying

        for subject in ("tea", "harp"):
            await calls.store(f"Rowan tunes the {subject} each week", subject=subject)
            await calls.store(f"Rowan tunes the {subject} each week at noon", subject=subject)
        merge, failed = Applying.merge, []

        def once(self, operation):
            if not failed:
                failed.append(operation)
                raise StorageError("the disk is full")
            return merge(self, operation)

        monkeypatch.setattr(Applying, "merge", once)
        answer = await calls("reflect")
        assert (answer["consolidated"], answer["clusters"]) == (2, 2)
        assert answer["message"] == "2 memories became 1; 1 could not be merged"


async def test_19_a_type_that_is_said_replaces_one_that_was_guessed(tavern):
    """Example 15: Bob was only the target of a relation at first."""
    async with tavern() as calls:
        edge = {"relation": "knows of", "target": "Bob"}
        await calls.store(
            "The Lantern is open.",
            subject="Lantern",
            entities=[{"name": "Lantern", "type": "place", "relations": [edge]}],
        )

        async def type_of_bob() -> str:
            nodes = (await calls("graph", entity="Bob"))["nodes"]
            return next(node["type"] for node in nodes if node["name"] == "Bob")

        assert await type_of_bob() == "concept"
        await calls.store(
            "Bob tends the bar.", subject="bar", entities=[{"name": "Bob", "type": "person"}]
        )
        assert await type_of_bob() == "person"


async def test_20_mentions_are_distinct_memories(tavern):
    """Example 14: one entity, the first spelling, and two memories that mention it."""
    async with tavern() as calls:
        for number, name in enumerate(("Acme Corp", " acme corp ")):
            await calls.store(
                f"Rowan passed Acme Corp on day {number}.",
                subject="walks",
                entities=[{"name": name, "type": "organization"}],
            )
        graph = await calls("graph", entity="ACME CORP")
        assert (graph["entity"], graph["found"]) == ("Acme Corp", True)
        assert graph["nodes"][0]["mentionCount"] == 2


@pytest.mark.parametrize(
    ("first", "then"), [("Éva Ångström", "éva ångström"), ("ÇEŞME", "çeşme"), ("Straße", "STRASSE")]
)
async def test_21_names_are_one_in_every_script(tavern, first, then):
    """Whatever their case and normal form."""
    async with tavern() as calls:
        for number, name in enumerate((first, then)):
            await calls.store(
                f"On day {number} Rowan wrote to {first}.",
                subject="letters",
                entities=[{"name": name, "type": "concept"}],
            )
        graph = await calls("graph", entity=then)
        assert graph["found"] is True
        assert graph["nodes"][0]["mentionCount"] == 2


async def test_example_16_a_graph_has_a_depth(tavern):
    """A -> B -> C -> D: at depth 2 of A there is C, which tells of D."""
    async with tavern() as calls:
        names = ("Alder", "Birch", "Cedar", "Dogwood")
        for one, other in pairwise(names):
            await calls.store(
                f"{one} stands before {other}.",
                subject="trees",
                entities=[
                    {
                        "name": one,
                        "type": "concept",
                        "relations": [{"relation": "before", "target": other}],
                    }
                ],
            )

        async def near(depth: int) -> dict[str, list[str]]:
            nodes = (await calls("graph", entity="alder", depth=depth))["nodes"]
            return {
                node["name"]: [
                    edge["target"] for edge in node["relations"] if edge["relation"] == "before"
                ]
                for node in nodes
                if node["name"] in names
            }

        assert await near(1) == {"Alder": ["Birch"], "Birch": ["Cedar"]}
        assert await near(2) == {"Alder": ["Birch"], "Birch": ["Cedar"], "Cedar": ["Dogwood"]}
        unknown = await calls("graph", entity="Yew")
        assert unknown["found"] is False
        assert unknown["message"]


async def test_a_relation_that_is_told_again_grows_stronger(tavern):
    """Each memory that states it counts."""
    async with tavern() as calls:
        for number in range(3):
            await calls.store(
                f"Payments shipped release {number} for Acme Corp.",
                subject="releases",
                entities=JOB["entities"],
            )
        graph = await calls("graph", entity="payments", depth=0)
        edge = next(one for one in graph["nodes"][0]["relations"] if one["relation"] == "part_of")
        assert edge == {"relation": "part_of", "target": "Acme Corp", "strength": 3}
