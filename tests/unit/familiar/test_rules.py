"""Rules of conduct of a familiar: listed, set and taken away; in prompts those of the speaker."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

from familiar_memory import Author, ForgetRequest, Place, PlaceKind, RecallFilters, RecallRequest
from familiar_memory.errors import InputError, NotFoundError

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GUS = Author("discord", "7", "Gus")
DM = Place("discord", "42", kind=PlaceKind.DM, name="Rowan")
NOTES = {
    "people/Rowan.md": "---\nid: discord-42\naliases: [Rowan]\n---\n\n- likes tea\n",
    "people/Gus.md": "---\nid: discord-7\n---\n\n- plays the banjo\n",
}
RULES = (
    "# Rules\n\n## Active\n\n- be brief\n- For [[Rowan]]: no {{user}} puns\n- For [[Gus]]: sing\n"
    "- For [[Rowan]]: whisper (2026-02-01, in:discord-dm-42)\n- ~~shout~~\n\n## Archived\n\n"
    "- bark\n- ~~meow (2026-01-01, until 2026-02-01)~~\n"
)


def live(new_familiar, home, notes, work, settings=""):
    """One familiar with these notes, asked."""
    put_notes(home / "ember" / "memory", notes)

    async def all_of_it():
        async with started(new_familiar(home, settings=settings, now=NOW)) as familiar:
            await familiar.settle()
            return await work(familiar)

    return asyncio.run(all_of_it())


def told(context):
    """What the rules of a prompt say."""
    return [c.text for c in context.contributions if c.source == "rules"]


@pytest.mark.parametrize(
    ("author", "place", "rules"),
    [
        (ROWAN, TAVERN, ["be brief", "With Rowan: no Rowan puns"]),
        (ROWAN, DM, ["be brief", "With Rowan: no Rowan puns", "With Rowan: whisper (2026-02-01)"]),
        (GUS, TAVERN, ["be brief", "With Gus: sing"]),
        (None, TAVERN, ["be brief"]),
        (None, None, ["be brief"]),
    ],
)
def test_a_prompt_has_the_rules_of_the_speaker(new_familiar, tmp_path, author, place, rules):
    """And those for all; others' and archived ones are nowhere on the page, found or not."""

    async def ask(familiar):
        return await familiar.recall(RecallRequest("sing, whisper, bark, meow?", author, place))

    found = live(new_familiar, tmp_path, {**NOTES, "self/rules.md": RULES}, ask)
    assert told(found) == ["\n".join(["Rules", *(f"- {rule}" for rule in rules)])]
    page = found.render()
    assert [word for word in ("bark", "meow", "shout") if word in page] == []
    assert ("sing" in page) is (author is GUS)


def test_more_than_twenty_are_cut_to_the_newest(new_familiar, tmp_path):
    """What people wrote without a day comes first: they keep to the cap, or do not."""
    lines = "".join(f"- rule {n} (2026-01-{n:02})\n" for n in range(1, 31))
    text = f"# Rules\n\n## Active\n\n{lines}- by hand\n"

    async def ask(familiar):
        return await familiar.recall(RecallRequest("hello", ROWAN, TAVERN))

    (found,) = told(live(new_familiar, tmp_path, {"self/rules.md": text}, ask))
    assert [line[2:] for line in found.splitlines()[1:]] == [
        *(f"rule {n} (2026-01-{n:02})" for n in range(12, 31)),
        "by hand",
    ]


def test_a_rule_is_set_listed_archived_and_removed(new_familiar, tmp_path):
    """The next prompt has it, the journal says who did it, and nothing else changes."""

    async def work(familiar):
        first = await familiar.rules.add("Answer in two sentences", source="cli")
        assert (first.changed, [r.text for r in first.rules]) == (True, ["Answer in two sentences"])
        again = await familiar.rules.add("answer in two  sentences")
        assert (again.changed, again.reason) == (False, "it is already there")
        second = await familiar.rules.add("Answer in five sentences", whom="Rowan")
        assert (second.rules[0].whom, second.rules[0].whom_name) == ("discord-42", "Rowan")
        third = await familiar.rules.add("Answer in five sentences")
        assert [r.text for r in third.archived] == ["Answer in two sentences"]
        known = await familiar.rules.list()
        assert [(r.text, r.is_active, r.whom) for r in known] == [
            ("Answer in five sentences", True, None),
            ("Answer in five sentences", True, "discord-42"),
            ("Answer in two sentences", False, None),
        ]
        found = await familiar.recall(RecallRequest("hello", GUS, TAVERN))
        assert told(found) == ["Rules\n- Answer in five sentences (2026-03-01)"]
        assert (await familiar.rules.archive(known[1].name)).changed
        assert (await familiar.rules.remove("Answer in five sentences", source="cli")).changed
        assert [r.text for r in await familiar.rules.list() if r.is_active] == []
        sources = [entry.source for entry in familiar.journal.entries(path="self/rules.md")]
        assert sorted(set(sources)) == ["api", "cli"]
        with pytest.raises(NotFoundError):
            await familiar.rules.archive("whatever")
        with pytest.raises(InputError):
            await familiar.rules.add("!")
        with pytest.raises(NotFoundError):
            await familiar.rules.add("Be kind", whom="Nobody")

    live(new_familiar, tmp_path, NOTES, work)


def test_a_dry_run_says_what_a_run_then_does(new_familiar, tmp_path):
    """And writes nothing, not even where there is no note of rules."""

    async def work(familiar):
        rules = familiar.rules
        for make in (
            lambda dry: rules.add("Answer in two sentences", whom="Rowan", dry_run=dry),
            lambda dry: rules.add("Answer in two sentences", dry_run=dry),
            lambda dry: rules.add("Answer in five sentences", dry_run=dry),
            lambda dry: rules.add("answer in five sentences", dry_run=dry),
            lambda dry: rules.archive("Answer in five sentences", dry_run=dry),
            lambda dry: rules.remove("Answer in five sentences", dry_run=dry),
        ):
            before = await rules.list()
            told = await make(True)
            assert (await rules.list(), told.batch) == (before, None)
            assert replace(await make(False), batch=None) == told
        before = await rules.list()
        assert [await rules.clear(dry_run=True), await rules.list()] == [2, before]
        assert [await rules.clear(), await rules.list()] == [2, ()]

    live(new_familiar, tmp_path, NOTES, work)


def test_whom_a_rule_is_for_is_said_by_a_name_that_the_viewer_knows(new_familiar, tmp_path):
    """Not by the link, which everybody reads: a slug where a name was heard in one room only."""

    async def work(familiar):
        added = await familiar.rules.add("Be kind", whom="discord-42")
        note = (tmp_path / "ember/memory/self/rules.md").read_text("utf-8")
        assert "- For [[discord-42]]: Be kind" in note
        assert [one.whom_name for one in added.rules] == ["Rowan"]
        told_to = [await familiar.rules.list(place) for place in (None, TAVERN, DM)]
        assert [one.whom_name for rules in told_to for one in rules] == [
            "Rowan",
            "Rowan",
            "discord-42",
        ]

    notes = {"people/discord-42.md": "## Aliases\n\n- Rowan (in:discord-lantern.tavern)\n"}
    live(new_familiar, tmp_path, notes, work)


def test_each_change_of_the_rules_can_be_undone(new_familiar, tmp_path):
    """It says by which batch; what changes nothing has none."""

    async def work(familiar):
        added = await familiar.rules.add("Be kind")
        again = await familiar.rules.add("Be kind")
        archived = await familiar.rules.archive("Be kind")
        batches = [entry.batch for entry in familiar.journal.entries(path="self/rules.md")]
        assert {added.batch, archived.batch} == set(batches)
        assert again.batch is None

    live(new_familiar, tmp_path, NOTES, work)


def test_deleting_the_rules_keeps_other_settings(new_familiar, tmp_path):
    """Example 17 of OpenCouch: adding keeps them, clearing says how many there were."""
    settings = "[recall]\nstanding = 3\n"

    async def work(familiar):
        before = familiar.parts.setup.paths.character.read_bytes()
        await familiar.rules.add("Be kind")
        await familiar.rules.add("Knock first", whom="Rowan")
        assert await familiar.rules.clear() == 2
        assert (await familiar.rules.list(), await familiar.rules.clear()) == ((), 0)
        assert familiar.parts.setup.paths.character.read_bytes() == before
        assert familiar.parts.setup.settings.recall.standing == 3

    live(new_familiar, tmp_path, NOTES, work, settings)


def test_forgetting_somebody_takes_their_rules(new_familiar, tmp_path):
    """Those for them, and those that they asked for; with what the journal has of them."""
    rules = (
        "# Rules\n\n## Active\n\n- be brief\n- For [[Rowan]]: no flimpets\n- For [[Gus]]: sing\n"
        "- no zonks (2026-02-01, ref:t1, by:discord-42)\n\n## Archived\n\n"
        "- ~~For [[Rowan]]: flimpets (2026-01-01, until 2026-02-01, subject:discord-42)~~\n"
    )

    async def work(familiar):
        report = await familiar.forgetting.forget(ForgetRequest(person="discord:42"))
        assert report.is_gone, report.residue
        assert [one.text for one in await familiar.rules.list()] == ["be brief", "sing"]

    live(new_familiar, tmp_path, {**NOTES, "self/rules.md": rules}, work)


def test_a_place_lists_what_it_may_know(new_familiar, tmp_path):
    """What was asked for in private is not there, nor counted."""

    async def work(familiar):
        here = [one.text for one in await familiar.rules.list(TAVERN)]
        private = [one.text for one in await familiar.rules.list(DM)]
        assert "whisper" not in here and "whisper" in private
        only = RecallRequest("brief whisper sing", filters=RecallFilters(type="procedural"))
        hits = (await familiar.search(only)).hits
        texts = {"be brief", "For Rowan: no {{user}} puns", "For Rowan: whisper", "For Gus: sing"}
        assert {hit.text for hit in hits} == texts

    live(new_familiar, tmp_path, {**NOTES, "self/rules.md": RULES}, work)
