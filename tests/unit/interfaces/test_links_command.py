"""`familiar links`: what it prints, and how it ends."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest
from familiars import put_notes
from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Turn
from familiar_memory.interfaces.cli.main import app

AT = datetime(2026, 2, 2, tzinfo=UTC)
NOTES = {
    "people/Rowan.md": (
        '---\nid: discord-42\nfriend: "[[Zed]]"\n---\n# Rowan\n\n'
        "- works_at:: [[Acme Corp|the office]] (2025-06-01) ^w1\n"
        "- Drinks [tea](../topics/green%20tea.md#Brewing) (2025-06-02, in:discord-dm-42)\n"
        "- Reads [[Nowhere]] and ![[cat.png]] and [passwords](../../etc/passwd)\n"
        "- Looks at [[#Rowan]] and `[[not a link]]`\n"
    ),
    "people/Zed.md": "# Zed\n\n- knows:: [[Rowan#^w1]] and [[Rowan#^gone]]\n",
    "topics/Acme Corp.md": "- part_of:: [[people/Rowan|Rowan]] (2025-01-01)\n",
    "topics/green tea.md": "# Green tea\n\n## Brewing\n\n- Hot.\n",
}


def record(home):
    """Have something said in a place, so that it is known."""

    async def said():
        async with Familiar.open("ember", home=home) as familiar:
            await familiar.record(Turn("m1", AT, TAVERN, ROWAN, "hello"))

    asyncio.run(said())


@pytest.fixture
def shell(tmp_path, capsys):
    """A shell in a home with one familiar: exit code, stdout and stderr of a line."""

    def run(*line):
        with pytest.raises(SystemExit) as end:
            app(["--home", str(tmp_path), *line], prog_name="familiar")
        told = capsys.readouterr()
        return end.value.code or 0, told.out, told.err

    assert run("init", "ember", "--embedder", "none")[0] == 0
    put_notes(tmp_path / "ember" / "memory", NOTES)
    return run


def test_links_are_a_tree(shell):
    """What each says, where it leads, and what is wrong with it."""
    assert shell("links", "Rowan")[:2] == (
        0,
        "people/Rowan.md  Rowan\n"
        "  → people/Zed.md\n"
        "  → the office: topics/Acme Corp.md\n"
        "  → tea: topics/green tea.md#Brewing\n"
        "  → Nowhere  (leads to no note)\n"
        "  → cat.png  (leads to no note)\n"
        "  → ../../etc/passwd  (leads out of the memory, and is not followed)\n"
        "  people/Zed.md  Zed\n"
        "    → people/Rowan.md#^w1\n"
        "    → people/Rowan.md#^gone  (#^gone is not there)\n"
        "  topics/Acme Corp.md\n"
        "    → Rowan: people/Rowan.md\n"
        "  topics/green tea.md  Green tea\n",
    )
    assert shell("links", "Rowan", "--depth", "0")[1].count("\n") == 7


def test_links_to_a_note_are_a_list(shell):
    """By note and line."""
    assert shell("links", "people/Rowan.md", "--back")[:2] == (
        0,
        "people/Rowan.md  Rowan\n"
        "  ← people/Zed.md:3  Rowan#^w1\n"
        "  ← people/Zed.md:3  Rowan#^gone  (#^gone is not there)\n"
        "  ← topics/Acme Corp.md:1  Rowan\n",
    )


def test_what_several_lines_say_is_told_once_and_of_itself_nothing(shell, tmp_path):
    """With a count of lines; `--json` has every link."""
    note = "topics/Zebras.md"
    text = (
        "# Zebras\n\n- Knows [[Zed]]\n- Saw [[Zed]], and [[Zed]]\n- Likes [[Zed|him]], [[Zebras]]\n"
    )
    put_notes(tmp_path / "ember" / "memory", {note: text})
    assert shell("links", "Zebras", "--depth", "0")[1] == (
        f"{note}  Zebras\n  → people/Zed.md  (2 lines)\n  → him: people/Zed.md\n"
    )
    assert shell("links", "Zed", "--back")[1] == (
        "people/Zed.md  Zed\n"
        "  ← people/Rowan.md:3  Zed\n"
        f"  ← {note}:3  Zed  (2 lines)\n"
        f"  ← {note}:5  him\n"
    )
    assert shell("links", "Zebras", "--back") == (0, f"{note}  Zebras\n", "no link leads to it\n")
    found = json.loads(shell("links", "Zebras", "--depth", "0", "--json")[1])
    assert len(found["notes"][0]["links"]) == 5
    record(tmp_path)
    at = ("--place", TAVERN.slug)
    assert shell("links", "Zebras", "--depth", "0", *at)[1].count("(3 times)") == 1


def test_in_a_place_what_may_not_be_known_there_is_not_there(shell, tmp_path):
    """Neither a line of a direct message, nor properties, nor where a file stands."""
    record(tmp_path)
    code, out, _ = shell("links", "Rowan", "--place", TAVERN.slug, "--json")
    told = json.loads(out)
    assert (code, [one["note"] for one in told["notes"]]) == (
        0,
        ["people/discord-42.md", "topics/Acme Corp.md"],
    )
    assert [(one["target"], one["state"], one["line"]) for one in told["notes"][0]["links"]] == [
        ("topics/Acme Corp.md", "found", None),
        ("Nowhere", "broken", None),
        ("cat.png", "file", None),
        ("people/discord-42.md", "found", None),
    ]


def test_in_a_place_keys_are_said_to_be_such(shell, tmp_path):
    """A key of a person looks like a file that there is not."""
    record(tmp_path)
    at = ("--place", TAVERN.slug)
    for line in (("Rowan",), ("Rowan", "--back")):
        code, out, err = shell("links", *line, *at)
        assert (code, out.startswith("people/discord-42.md  ")) == (0, True)
        assert err == "notes are shown by their keys there, which need not be names of files\n"
        assert shell("links", *line)[2] == shell("links", *line, *at, "--json")[2] == ""


def test_a_note_that_is_not_there(shell):
    """Is no error, and ends with 1."""
    assert shell("links", "Nobody") == (1, "", "there is no note 'Nobody'\n")
    code, out, _ = shell("links", "Nobody", "--back", "--json")
    assert (code, json.loads(out)["found"]) == (1, False)
    assert shell("links", "Rowan", "--depth", "9")[0] == 2
