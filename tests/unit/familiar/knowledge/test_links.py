"""Where links lead and from where they come, for the owner and for whoever is in a place."""

from __future__ import annotations

import unicodedata
from contextlib import asynccontextmanager

import pytest
from familiars import put_notes, started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Familiar, LinkState, NoteLink
from familiar_memory.errors import InputError, UsageError

DECOMPOSED = unicodedata.normalize("NFD", "Café")


@pytest.fixture
def opened(new_familiar, tmp_path):
    """One with these notes, which have been indexed."""

    @asynccontextmanager
    async def open_it(notes):
        put_notes(tmp_path / "ember" / "memory", notes)
        async with started(new_familiar(tmp_path)) as familiar:
            await familiar.settle()
            yield familiar

    return open_it


async def _links(familiar: Familiar, note: str, **asked) -> list[tuple[str, str, str | None]]:
    found = await familiar.links.follow(note, 0, **asked)
    return [(one.target, one.state.value, one.note) for one in found.notes[0].links]


@pytest.mark.parametrize(
    ("written", "state", "leads"),
    [
        ("[[Tea]]", "found", "topics/tea.md"),
        ("[[tea#Brewing|a cup]]", "found", "topics/tea.md"),
        ("[[tea#^b1]]", "found", "topics/tea.md"),
        ("[[topics/tea]]", "found", "topics/tea.md"),
        ("[[topics/tea.md]]", "found", "topics/tea.md"),
        ("[[drinks/tea]]", "renamed", "topics/tea.md"),
        ("[[../topics/tea]]", "found", "topics/tea.md"),
        ("[[../topics/Tea#Brewing|tea]]", "found", "topics/tea.md"),
        ("[[./tea]]", "found", "topics/tea.md"),
        ("[[../people/Rowan Ash]]", "found", "people/Rowan Ash.md"),
        ("[[../people/tea]]", "renamed", "topics/tea.md"),
        ("[x](tea.md)", "found", "topics/tea.md"),
        ("[x](tea)", "found", "topics/tea.md"),
        ("[x](../topics/tea.md#Brewing)", "found", "topics/tea.md"),
        ("[x](/topics/tea.md)", "found", "topics/tea.md"),
        ("[x](../people/tea.md)", "renamed", "topics/tea.md"),
        ("[x](../people/Rowan%20Ash.md)", "found", "people/Rowan Ash.md"),
        ("[x](<../people/Rowan Ash.md>)", "found", "people/Rowan Ash.md"),
        ("[[discord-42]]", "renamed", "people/Rowan Ash.md"),
        ("[[Ro]]", "renamed", "people/Rowan Ash.md"),
        ("[[café]]", "found", f"topics/{DECOMPOSED}.md"),
        ("[[CAFÉ]]", "found", f"topics/{DECOMPOSED}.md"),
        ("[[#Here]]", "found", "topics/here.md"),
        ("[[here]]", "found", "topics/here.md"),
        ("[[twice]]", "found", "topics/twice.md"),
        ("[[Nobody]]", "broken", None),
        ("[x](../topics/nothing.md)", "broken", None),
        ("![[cat.png]]", "broken", None),
        ("[x](../topics)", "file", None),
        ("[x](../../../etc/passwd.md)", "outside", None),
        ("[[../../secret]]", "outside", None),
    ],
)
async def test_a_link_leads_where_it_says_or_what_it_names(opened, written, state, leads):
    """By its place, else by name, in any case and Unicode form, by id and by alias."""
    notes = {
        "topics/here.md": f"# Here\n\n- See {written}\n",
        "topics/tea.md": "# Tea\n\n## Brewing\n\n- Hot. ^b1\n",
        f"topics/{DECOMPOSED}.md": "- Open.\n",
        "topics/twice.md": "- Near.\n",
        "lore/deep/twice.md": "- Far.\n",
        "people/Rowan Ash.md": "---\nid: discord-42\naliases: [Ro]\n---\n# Rowan Ash\n\n- Here.\n",
    }
    async with opened(notes) as familiar:
        ((_, told_state, told_note),) = await _links(familiar, "topics/here.md")
        assert (told_state, told_note) == (state, leads)
        if leads is not None:
            back = await familiar.links.back(leads)
            assert [one.source for one in back.links] == ["topics/here.md"]


async def test_code_and_addresses_are_no_links(opened):
    """Nor is what is escaped."""
    text = "- `[[tea]]` and [web](https://example.org/tea.md) \\[[tea]]\n\n```\n[[tea]]\n```\n"
    async with opened({"topics/here.md": text, "topics/tea.md": "- Hot.\n"}) as familiar:
        assert await _links(familiar, "topics/here.md") == []
        assert (await familiar.links.back("tea")).links == ()


async def test_circles_end_and_each_note_is_there_once(opened):
    """At its least distance."""
    notes = {
        "topics/a.md": "- [[b]] and [[a]] and [[b]]\n",
        "topics/b.md": "- [[c]] and [[a]]\n",
        "topics/c.md": "- [[a]] and [[d]]\n",
        "topics/d.md": "- [[e]]\n",
        "topics/e.md": "- The end.\n",
    }
    async with opened(notes) as familiar:
        found = await familiar.links.follow("a", 3)
        assert [(one.note, one.distance) for one in found.notes] == [
            ("topics/a.md", 0),
            ("topics/b.md", 1),
            ("topics/c.md", 2),
            ("topics/d.md", 3),
        ]
        back = await familiar.links.back("a")
        assert [(one.source, one.line) for one in back.links] == [
            ("topics/a.md", 1),
            ("topics/b.md", 1),
            ("topics/c.md", 1),
        ]


async def test_a_note_that_was_renamed_is_followed(opened):
    """By the journal, where neither its name nor an id says it; in both directions."""
    notes = {"topics/here.md": "- [[Old]] and [x](Old.md)\n", "topics/Old.md": "- Words.\n"}
    async with opened(notes) as familiar:
        familiar.store.move("topics/Old.md", "topics/New.md")
        familiar.store.move("topics/New.md", "topics/Newer.md")
        await familiar.settle()
        assert await _links(familiar, "topics/here.md") == [
            ("Old", "renamed", "topics/Newer.md"),
            ("Old.md", "renamed", "topics/Newer.md"),
        ]
        assert len((await familiar.links.back("topics/Newer.md")).links) == 2


async def test_a_heading_or_a_line_that_is_not_there_is_said(opened):
    """To the owner."""
    notes = {
        "topics/here.md": "- [[tea#Brewing]] [[tea#Milk]] [[tea#^b1]] [[tea#^b2]]\n",
        "topics/tea.md": "# Tea\n\n## Brewing!\n\n- Hot. ^b1\n",
    }
    async with opened(notes) as familiar:
        (note,) = (await familiar.links.follow("here", 0)).notes
        assert [(one.anchor, one.is_anchor_lost) for one in note.links] == [
            ("#Brewing", False),
            ("#Milk", True),
            ("#^b1", False),
            ("#^b2", True),
        ]


async def test_properties_count_for_the_owner(opened):
    """As Obsidian writes them there, or in a list."""
    text = '---\nfriend: "[[tea]]"\nlist:\n  - "[[tea|Tee]]"\n---\n\n- Words.\n'
    async with opened({"topics/here.md": text, "topics/tea.md": "- Hot.\n"}) as familiar:
        back = await familiar.links.back("tea")
        assert [(one.line, one.text) for one in back.links] == [(2, "tea"), (4, "Tee")]
        assert (await familiar.links.back("tea", place=TAVERN)).links == ()


HIDDEN = "(2026-02-01, in:discord-dm-42)"
SHOWN = {
    "topics/here.md": "# Here\n\n- [[tea]] and [[kate]] and [[Ro]] and [[gone]]\n",
    "topics/tea.md": "# Tea\n\n- Hot, says [[here]].\n",
    "topics/deep/kate.md": "# Kate's café\n\n- A place.\n",
}
WITH_SECRETS = {
    "topics/here.md": SHOWN["topics/here.md"] + f"- Secretly [[tea]] {HIDDEN}\n",
    "topics/tea.md": SHOWN["topics/tea.md"] + f"- Secretly [[here]] {HIDDEN}\n",
    "topics/deep/kate.md": SHOWN["topics/deep/kate.md"],
    "topics/kate.md": f"# Kate, whom nobody knows\n\n- Hidden {HIDDEN} and [[tea]] {HIDDEN}\n",
    "topics/gone.md": f"# Gone\n\n- [[here]] [[tea]] {HIDDEN}\n",
    "people/discord-7.md": f"---\naliases: [Ro]\n---\n\n- Knows [[tea]] {HIDDEN}\n",
}


async def test_what_may_not_be_known_changes_nothing(opened, new_familiar, tmp_path):
    """Every answer in the room is that of a world without the hidden lines and notes."""
    asked = ("topics/here.md", "here", "tea", "kate", "gone", "Ro", "people/discord-7.md")

    async def told(familiar):
        answers = []
        for name in asked:
            answers.append(await familiar.links.follow(name, 3, place=TAVERN))
            answers.append(await familiar.links.back(name, place=TAVERN))
        return answers

    async with opened(WITH_SECRETS) as familiar:
        with_secrets = await told(familiar)
        owner = await familiar.links.back("tea")
        assert len(owner.links) == 5
        assert len((await familiar.links.back("tea", place=DM, author=ROWAN)).links) > 1
    other = tmp_path / "other"
    put_notes(other / "ember" / "memory", SHOWN)
    async with started(new_familiar(other)) as familiar:
        await familiar.settle()
        assert await told(familiar) == with_secrets


async def test_a_viewer_is_told_keys_and_no_lines(opened):
    """What a file is called, and where in it a line stands, is the owner's."""
    notes = {
        "people/Rowan Ash.md": "---\nid: discord-42\n---\n# Rowan\n\n- Drinks [[tea]].\n",
        "topics/tea.md": "- Hot.\n",
    }
    async with opened(notes) as familiar:
        back = await familiar.links.back("tea", place=TAVERN)
        assert back.links == (
            NoteLink(
                "people/discord-42.md", "tea", "topics/tea.md", LinkState.FOUND, "topics/tea.md"
            ),
        )


async def test_what_was_just_saved_counts(opened):
    """Links are read where they stand."""
    async with opened({"topics/here.md": "- Words.\n", "topics/tea.md": "- Hot.\n"}) as familiar:
        familiar.store.write_file("topics/here.md", "- Drinks [[tea]]\n")
        assert len((await familiar.links.back("tea")).links) == 1


async def test_what_cannot_be_asked_is_refused(opened):
    """By what would be accepted."""
    async with opened({"topics/tea.md": "- Hot.\n"}) as familiar:
        with pytest.raises(UsageError, match="depth is 7"):
            await familiar.links.follow("tea", 7)
        with pytest.raises(InputError):
            await familiar.links.follow(3)
        assert not (await familiar.links.follow("", 1)).found
        assert not (await familiar.links.back("../../etc/passwd")).found
