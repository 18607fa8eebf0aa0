"""What ScalyClaw's tools get wrong of entities (section 8, by its numbers)."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from tool_calls import JOB, Calls

NOW = datetime(2026, 3, 1, tzinfo=UTC)


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


async def test_a_relation_that_is_a_predicate_is_a_fact_of_the_entity(tavern):
    """It stands under the facts of its note, and a later one takes its place."""
    async with tavern() as calls:
        by_owner = Calls(calls.familiar, None, None)

        async def status(now: str) -> dict[str, object]:
            edge = {"relation": "has status", "target": now}
            alpha = {"name": "Project Alpha", "type": "project", "relations": [edge]}
            given = {"type": "semantic", "subject": "x", "content": now, "entities": [alpha]}
            return await by_owner("store", **given)

        answers = [await status("the start"), await status("the end")]
        assert ["notNoted" in one for one in answers] == [False, False]
        facts = await calls.familiar.knowledge.facts("Project Alpha")
        assert [one.sentence for one in facts.facts] == ["Project Alpha's status is the end"]


async def test_a_type_is_taken_in_both_spellings_and_refused_with_what_is_taken(tavern):
    """`organisation` is what the documents call it; in another case it is the same."""
    async with tavern() as calls:
        for number, kind in enumerate(("organisation", "Organization")):
            await calls.store(
                f"Rowan passed the Guild on day {number}.",
                subject="walks",
                entities=[{"name": "The Guild", "type": kind}],
            )
        assert (await calls("graph", entity="The Guild"))["nodes"][0]["type"] == "organization"
        refused = await calls(
            "store",
            type="semantic",
            subject="walks",
            content="Rowan saw a fox.",
            entities=[{"name": "Fox", "type": "animal"}],
        )
    assert refused["error"] == (
        "entities.0.type: it must be one of person, organization, place, project, technology,"
        " concept, and is 'animal'"
    )
