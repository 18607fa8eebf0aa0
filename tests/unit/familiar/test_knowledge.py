"""What a familiar knows: facts that hold, and how they came and went, as one viewer may know."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from familiars import put_notes, started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Place, Turn
from familiar_memory.errors import IndexUnavailableError, InputError, UsageError

SAID = "by:discord-42, in:discord-lantern.tavern"
SECRET = "by:discord-42, in:discord-dm-42"
NOTES = {
    "people/Rowan.md": f"""---
id: discord-42
---
## Aliases
- Ro (in:discord-dm-42)
- Rowan (in:discord-lantern.tavern)

## Facts
- ~~lives_in:: Hull (2024-03-02, since 2023, until 2025-05, ref:a1, {SAID})~~ ^h1
- lives_in:: Oban (2025-06-01, since 2025-05, ref:a2, {SAID}, seen:3, importance:8)
- ~~likes:: tea (2025-01-01, ref:a3, {SAID})~~
- moving_to:: Leith (2026-01-01, since 2030, ref:a4, {SAID})
- works_at:: [Acme Corp](../topics/acme-corp.md) (2025-06-01, ref:d1, {SECRET})
- staying_in:: a hostel (2026-02-01, temporary, expires:2026-02-10, ref:a5, {SAID})
- allergic_to:: cats
""",
    "people/twitch-9.md": "- plays:: chess (2025-07-01)\n- same_as:: [Rowan](Rowan.md)\n",
    "topics/acme-corp.md": "# Acme Corp\n\n- has_status:: growing (2025-01-02)\n",
    "people/Bex.md": "- knows:: Acme Corp (2025-02-02)\n- friend_of:: [[Rowan]] (2025-03-03)\n",
}


def told(answer):
    """The sentences of an answer."""
    return [fact.sentence for fact in answer.facts]


@pytest.fixture
def familiar(new_familiar, tmp_path):
    """One with notes about two people and a company, at the first of March 2026."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    return new_familiar(tmp_path)


async def test_the_facts_of_somebody_are_those_that_hold(familiar):
    """The weightiest first, then the newest; then those that name them, of whoever states them."""
    async with started(familiar):
        await familiar.settle()
        answer = await familiar.knowledge.facts("Rowan")
    assert answer.entity is not None
    assert (answer.entity.name, answer.entity.note) == ("Rowan", "people/Rowan.md")
    assert told(answer) == [
        "Rowan lives in Oban (since 2025-05)",
        "Rowan plays chess",
        "Rowan works at Acme Corp",
        "Rowan is allergic to cats",
        "twitch-9 is the same person as Rowan",
        "Bex is a friend of Rowan",
    ]
    assert [fact.is_about for fact in answer.facts] == [True] * 5 + [False]
    oban, friend = answer.facts[0], answer.facts[-1]
    assert (oban.predicate, oban.object.text, oban.object.note) == ("lives_in", "Oban", None)
    assert oban.learned == datetime(2025, 6, 1, tzinfo=UTC)
    assert oban.by is not None and oban.by.slug == "discord-42"
    assert (oban.place, oban.refs, oban.seen, oban.importance) == (TAVERN.slug, ("a2",), 3, 8)
    assert friend.object.note == "people/Rowan.md"
    assert str(answer.facts[0].record).startswith("people/Rowan.md#~")


async def test_a_timeline_has_all_that_ever_was_in_the_order_in_which_it_began(familiar):
    """What ended says until when and what took its place, what was wrong that it was."""
    async with started(familiar):
        await familiar.settle()
        answer = await familiar.knowledge.timeline("discord-42")
    own = [fact for fact in answer.facts if fact.subject.slug == "discord-42"]
    assert [(fact.begins, fact.object.text, fact.state.value, fact.holds) for fact in own] == [
        (None, "cats", "live", True),
        ("2023", "Hull", "ended", False),
        ("2025-01-01", "tea", "wrong", False),
        ("2025-05", "Oban", "live", True),
        ("2025-06-01", "Acme Corp", "live", True),
        ("2026-02-01", "a hostel", "ended", False),
        ("2030", "Leith", "live", False),
    ]
    hull, oban = own[1], own[3]
    assert str(hull.record) == "people/Rowan.md#^h1"
    assert (hull.replaced_by, oban.replaces) == (oban.record, hull.record)
    assert hull.sentence == "Rowan used to live in Hull (from 2023 until 2025-05)"
    assert own[2].sentence == "Rowan likes tea"


async def test_what_held_at_a_moment(familiar):
    """By the same rule as now; what began later, or was wrong, did not hold."""
    then = datetime(2024, 6, 1, tzinfo=UTC)
    async with started(familiar):
        await familiar.settle()
        held = await familiar.knowledge.facts("Rowan", as_of=then, predicate="lives in")
        now = await familiar.knowledge.facts("Rowan", as_of=familiar.now())
        plain = await familiar.knowledge.facts("Rowan")
        by_then = await familiar.knowledge.timeline("Rowan", as_of=then)
    assert told(held) == ["Rowan lives in Hull (from 2023 until 2025-05)"]
    assert now.facts == plain.facts
    assert [fact.object.text for fact in by_then.facts] == ["cats", "Rowan", "Hull"]


@pytest.mark.parametrize(
    "name",
    ["Rowan", "ro", "discord-42", "discord:42", "people/Rowan.md", "people/discord-42.md"],
)
async def test_somebody_is_meant_by_any_name_of_theirs(familiar, name):
    """By a name, an alias, a slug, an id, the path of the file, or the key."""
    async with started(familiar):
        await familiar.settle()
        answer = await familiar.knowledge.facts(name)
    assert answer.total == 6


@pytest.mark.parametrize("name", ["Acme Corp", "acme-corp", "topics/acme-corp.md", "ACME corp"])
async def test_a_subject_has_its_own_facts_and_whoever_is_tied_to_it(familiar, name):
    """Through a link to its note, or by its name in so many words."""
    async with started(familiar):
        await familiar.settle()
        answer = await familiar.knowledge.facts(name)
    assert told(answer) == [
        "Acme Corp's status is growing",
        "Rowan works at Acme Corp",
        "Bex knows Acme Corp",
    ]
    assert answer.entity is not None and answer.entity.name == "Acme Corp"


async def test_whoever_is_not_known_has_no_facts(familiar):
    """That is an empty answer; a name that several bear is not guessed."""
    async with started(familiar):
        put_notes(familiar.store.root, {"people/twitch-7.md": "## Aliases\n- Rowan\n"})
        await familiar.settle()
        assert (await familiar.knowledge.facts("Nobody")).facts == ()
        with pytest.raises(UsageError, match="several people are called 'Rowan'") as refused:
            await familiar.knowledge.facts("Rowan")
        assert refused.value.accepted == (
            "say which: discord-42 (Rowan, Ro, people/Rowan.md),"
            " twitch-7 (Rowan, people/twitch-7.md)"
        )
        with pytest.raises(UsageError, match="empty"):
            await familiar.knowledge.timeline(" ")


DOTS = {
    "people/discord-1.md": "## Aliases\n- Dot\n\n## Facts\n- likes:: tea\n",
    "people/twitch-2.md": "## Aliases\n- Dot\n\n## Facts\n- plays:: chess\n"
    "- knows:: [[topics/chess-club]]\n",
    "people/mail-3.md": "- same_as:: [Dot](discord-1.md)\n"
    "- same_as:: [Dot](twitch-2.md) (in:owner)\n",
}


async def test_a_name_that_one_person_bears_twice_means_them(new_familiar, tmp_path):
    """Lines `same_as` join, also by a third note; whoever may not know one of them is asked."""
    put_notes(tmp_path / "ember" / "memory", DOTS)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        answer = await familiar.knowledge.facts("Dot")
        assert {"Dot likes tea", "Dot plays chess"} <= set(told(answer))
        near = await familiar.knowledge.graph("Dot", depth=1)
        assert [node.entity.note for node in near.nodes if not node.distance] == [
            "people/discord-1.md",
            "people/twitch-2.md",
        ]
        for asked in (familiar.knowledge.facts, familiar.knowledge.graph):
            with pytest.raises(UsageError, match="several people are called 'Dot'"):
                await asked("Dot", place=TAVERN)
        person = await familiar.people.named("Dot")
        assert person is not None and person.note == "people/discord-1.md"
        assert person.same_as == ("mail-3", "twitch-2")
        known = {one.slug: one.same_as for one in await familiar.people.known()}
        assert known == {
            "discord-1": ("mail-3", "twitch-2"),
            "mail-3": ("discord-1", "twitch-2"),
            "twitch-2": ("discord-1", "mail-3"),
        }


async def test_a_person_is_known_by_slug_without_an_index(new_familiar, tmp_path, monkeypatch):
    """Then their own note says who they are as well."""

    def gone(*_, **__):
        raise IndexUnavailableError("it is gone")

    put_notes(tmp_path / "ember" / "memory", DOTS)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        monkeypatch.setattr(type(familiar.parts.files.index), "stated_facts", gone)
        person = await familiar.people.named("mail-3")
        assert person is not None and person.same_as == ("discord-1", "twitch-2")


async def test_a_same_as_that_was_said_joins_nobody(new_familiar, tmp_path):
    """Anybody can claim to be somebody else."""
    line = "- same_as:: [Dot](twitch-2.md) (2026-02-03, ref:t1, by:discord-1)\n"
    put_notes(tmp_path / "ember" / "memory", {**DOTS, "people/mail-3.md": line})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        with pytest.raises(UsageError, match="several people"):
            await familiar.knowledge.facts("Dot")
        with pytest.raises(UsageError, match="several people"):
            await familiar.people.named("Dot")
        assert not any(one.same_as for one in await familiar.people.known())


async def test_a_place_gets_what_it_may_know_and_keys_for_notes(familiar):
    """The name from the direct messages means nobody there, and nothing said in them is told."""
    async with started(familiar):
        await familiar.record(Turn("d1", familiar.now(), DM, ROWAN, "I work at Acme."))
        await familiar.settle()
        known = familiar.knowledge
        in_tavern = await known.facts("Rowan", place=TAVERN)
        hidden = await known.facts("Ro", place=TAVERN)
        acme = await known.facts("Acme Corp", place=TAVERN)
        in_dm = await known.facts("Ro", place=DM, author=ROWAN, predicate="works_at")
        elsewhere = await known.timeline("discord-42", place=Place("discord", "lobby", "other"))
    assert {fact.record.note for fact in in_tavern.facts} == {
        "people/discord-42.md",
        "people/twitch-9.md",
        "people/Bex.md",
    }
    assert "Acme" not in str(in_tavern)
    assert hidden.facts == ()
    assert told(acme) == ["Acme Corp's status is growing", "Bex knows Acme Corp"]
    assert [fact.object.note for fact in in_dm.facts] == ["topics/acme-corp.md"]
    assert [fact.object.text for fact in elsewhere.facts if fact.is_about] == [
        "cats",
        "Rowan",
        "chess",
    ]
    assert "Rowan" not in {fact.subject.name for fact in elsewhere.facts}


async def test_a_note_that_was_just_edited_is_answered_from_its_new_text(familiar):
    """Also where the index has not read it since, or has never met it."""
    async with started(familiar):
        await familiar.settle()
        root: Path = familiar.store.root
        put_notes(root, {"people/Rowan.md": NOTES["people/Rowan.md"].replace("Oban", "Leeds")})
        put_notes(root, {"topics/tea.md": "# Tea\n- has_status:: brewing\n"})
        assert "Leeds" in told(await familiar.knowledge.facts("Rowan"))[0]
        assert told(await familiar.knowledge.facts("tea")) == ["Tea's status is brewing"]
        (root / "topics/tea.md").unlink()
        assert told(await familiar.knowledge.facts("tea")) == []


async def test_what_a_note_was_called_that_is_gone_is_not_told(familiar, tmp_path):
    """A process that has seen it answers as one that has not: by the key."""
    async with started(familiar):
        await familiar.settle()
        (tmp_path / "ember" / "memory" / "people" / "Rowan.md").unlink()
        await familiar.settle()
        known = familiar.knowledge
        answers = [await known.facts("discord:42"), await known.timeline("discord:42")]
        graph = await known.graph("discord:42")
    assert [one.entity.note for one in answers] == ["people/discord-42.md"] * 2
    assert "people/Rowan.md" not in str(graph)


async def test_every_fact_is_told_by_subject_and_a_limit_says_how_many_there_are(familiar):
    """Names in their order; the total counts what the viewer may know."""
    async with started(familiar):
        await familiar.settle()
        every = await familiar.knowledge.facts()
        first = await familiar.knowledge.facts(limit=2)
        retired = await familiar.knowledge.facts(include_retired=True)
    assert [fact.subject.name for fact in every.facts] == [
        *("Acme Corp", "Bex", "Bex", "Rowan", "Rowan", "Rowan", "twitch-9", "twitch-9"),
    ]
    assert (first.facts, first.total) == (every.facts[:2], 8)
    assert retired.total == 12


@pytest.mark.parametrize(
    "asked",
    [{"entity": 7}, {"limit": -1}, {"as_of": "2026"}, {"place": "tavern"}, {"predicate": 3}],
)
async def test_what_cannot_be_asked_is_refused_by_name(familiar, asked):
    """Not by an error from far inside."""
    async with started(familiar):
        with pytest.raises(InputError):
            await familiar.knowledge.facts(**asked)
        with pytest.raises(UsageError, match="offset"):
            await familiar.knowledge.facts(as_of=datetime(2026, 1, 1))


async def test_what_was_learned_later_is_no_fact_of_an_earlier_year(familiar):
    """Nobody knows whether it was so then: it is found, and not named as what held."""
    async with started(familiar):
        await familiar.settle()
        named = [
            [hit.fact.sentence for hit in found.hits if hit.fact is not None]
            for year in ("2024", "2025")
            if (found := await familiar.search(f"What does twitch-9 play in {year}?"))
        ]
    assert named == [[], ["twitch-9 plays chess"]]
