"""`familiar facts` and `familiar timeline`: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from familiars import put_notes

from familiar_memory.interfaces.cli.main import app

NOTES = {
    "people/Rowan.md": """---
id: discord-42
---
# Rowan

- ~~lives_in:: Hull (2024-03-02, since 2023, until 2025-05, ref:a1, by:discord-42)~~ ^h1
- lives_in:: Oban (2025-06-01, since 2025-05, ref:a2, by:discord-42) ^o1
- ~~likes:: tea (2025-01-01, ref:a3)~~ ^t1
- works_at:: [Acme](../topics/acme.md) (2025-06-01, in:owner) ^w1
""",
    "people/Zed.md": "# Zed\n\n- friend_of:: [[Rowan]] (2025-03-03) ^f1\n",
}


class Shell:
    """Runs commands on a familiar with these notes: exit code, stdout and stderr."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._capsys = capsys

    def __call__(self, *line: str) -> tuple[int, str, str]:
        """One line."""
        with pytest.raises(SystemExit) as end:
            app(["--home", str(self.home), *line], prog_name="familiar")
        told = self._capsys.readouterr()
        code = end.value.code
        assert code is None or isinstance(code, int)
        return code or 0, told.out, told.err


@pytest.fixture
def shell(tmp_path, capsys):
    """A shell in a home with one familiar."""
    made = Shell(tmp_path, capsys)
    assert made("init", "ember", "--embedder", "none")[0] == 0
    put_notes(tmp_path / "ember" / "memory", NOTES)
    return made


def test_facts_are_a_row_each(shell):
    """What holds, with when it was learned and from whom; columns of nothing are left out."""
    code, out, _ = shell("facts", "--entity", "Rowan")
    assert (code, out) == (
        0,
        "fact                                 learned     from   record\n"
        "Rowan lives in Oban (since 2025-05)  2025-06-01  Rowan  people/Rowan.md#^o1\n"
        "Rowan works at Acme                  2025-06-01         people/Rowan.md#^w1\n"
        "Zed is a friend of Rowan             2025-03-03         people/Zed.md#^f1\n",
    )


def test_all_of_them_say_what_became_of_each(shell):
    """In a column of its own."""
    _, out, err = shell("facts", "--entity", "Rowan", "--all", "--limit", "4")
    assert [line[62:71].strip() for line in out.splitlines()[1:]]
    assert "was wrong  2025-01-01" in out
    assert "4 of 5: --limit shows more" in err


def test_a_timeline_is_read_from_top_to_bottom(shell):
    """When it began, what it says, how it is known, what came after it."""
    code, whole, _ = shell("timeline", "Rowan")
    assert code == 0
    assert "            then Rowan lives in Oban\n2025-01-01" in whole
    _, out, _ = shell("timeline", "Rowan", "--limit", "3")
    assert out == (
        "Rowan  people/Rowan.md\n"
        "2023        Rowan used to live in Hull (until 2025-05)  ended\n"
        "            learned 2024-03-02 from Rowan  people/Rowan.md#^h1\n"
        "            then Rowan lives in Oban\n"
        "2025-01-01  Rowan likes tea  was wrong\n"
        "            learned 2025-01-01  people/Rowan.md#^t1\n"
        "2025-03-03  Zed is a friend of Rowan\n"
        "            learned 2025-03-03  people/Zed.md#^f1\n"
    )


def test_what_was_merged_is_no_mistake(shell):
    """It reads as it was said, and names the line that says so since."""
    lines = (
        "- ~~likes:: tea (2025-01-01, into:^g2)~~ ^g1",
        "- likes:: green tea (2025-03-01) ^g2",
    )
    put_notes(shell.home / "ember" / "memory", {"people/Gus.md": "\n".join(("# Gus", "", *lines))})
    _, out, _ = shell("timeline", "Gus")
    assert out == (
        "Gus  people/Gus.md\n"
        "2025-01-01  Gus likes tea  merged\n"
        "            learned 2025-01-01  people/Gus.md#^g1\n"
        "            then Gus likes green tea\n"
        "2025-03-01  Gus likes green tea\n"
        "            learned 2025-03-01  people/Gus.md#^g2\n"
    )


def test_programs_get_all_that_is_known_of_a_fact(shell):
    """Records are named as commands take them."""
    code, out, _ = shell("timeline", "people/Rowan.md", "--as-of", "2024-06-01", "--json")
    value = json.loads(out)
    assert code == 0
    assert value["entity"] == {"name": "Rowan", "note": "people/Rowan.md", "slug": "discord-42"}
    assert value["total"] == 1
    (hull,) = value["facts"]
    assert (
        hull
        | {
            "record": "people/Rowan.md#^h1",
            "predicate": "lives_in",
            "object": {"text": "Hull", "note": None},
            "state": "ended",
            "holds": True,
            "since": "2023",
            "until": "2025-05",
            "refs": ["a1"],
            "replaced_by": "people/Rowan.md#^o1",
        }
        == hull
    )


@pytest.mark.parametrize(
    "line", [("facts", "--entity", "Nobody"), ("timeline", "Nobody"), ("facts", "--predicate", "x")]
)
def test_nothing_known_ends_with_1(shell, line):
    """And says so, in JSON with an empty list."""
    code, out, err = shell(*line)
    assert (code, out) == (1, "")
    assert "known" in err
    code, out, _ = shell(*line, "--json")
    assert (code, json.loads(out)["facts"]) == (1, [])


def test_a_name_in_place_of_a_command_is_told_what_to_write(shell):
    """It is what everybody tries first."""
    code, _, err = shell("facts", "Rowan")
    assert code == 2
    assert "facts has no command 'Rowan'" in err
    assert "--entity 'Rowan'" in err


def test_a_place_is_shown_what_it_may_know(shell, tmp_path):
    """By the keys of notes, which tell no name."""
    turn = {
        "ref": "m1",
        "timestamp": "2026-02-02T19:00:00+00:00",
        "platform": "discord",
        "guild": "lantern",
        "channel": "tavern",
        "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
        "text": "hello",
    }
    (tmp_path / "turns.jsonl").write_text(json.dumps(turn), "utf-8")
    assert shell("import", str(tmp_path / "turns.jsonl"))[0] == 0
    code, out, _ = shell("facts", "--entity", "Rowan", "--place", "#tavern", "--json")
    assert code == 0
    assert [fact["record"] for fact in json.loads(out)["facts"]] == [
        "people/discord-42.md#^o1",
        "people/Zed.md#^f1",
    ]


def test_a_note_edited_a_moment_ago_is_answered_from_its_new_text(shell):
    """Each command looks at the tree first."""
    shell("facts")
    text = NOTES["people/Zed.md"] + "- plays:: chess ^c1\n"
    put_notes(shell.home / "ember" / "memory", {"people/Zed.md": text})
    _, out, _ = shell("facts", "--predicate", "plays")
    assert "Zed plays chess" in out


def test_what_expires_says_when_and_the_home_before_holds_again(shell):
    """Nothing is struck for a week elsewhere; meanwhile the other home is said to wait."""
    assert shell("facts", "add", "Kim", "lives_in", "Bergen", "--since", "2024")[0] == 0
    assert shell("remember", "lives_in:: Hull", "--about", "Kim", "--ttl", "2099-01-01")[0] == 0
    code, out, _ = shell("facts", "--entity", "Kim", "--all")
    assert (code, [line.split("  ")[0] for line in out.splitlines()[1:]]) == (
        0,
        ["Kim lives in Hull (until 2099-01-01)", "Kim lives in Bergen (since 2024)"],
    )
    assert "not meanwhile" in out.splitlines()[2]
    assert "Kim lives in Hull (until 2099-01-01)\n" in shell("timeline", "Kim")[1]
    after = shell("facts", "--entity", "Kim", "--as-of", "2099")[1]
    assert "Kim lives in Bergen (since 2024)" in after and "Hull" not in after


def test_what_is_known_of_another_time_alone_is_counted(shell):
    """What nobody knew then is no answer, and is not denied either."""
    assert shell("facts", "add", "Kim", "likes", "tea")[0] == 0
    assert shell("facts", "--entity", "Kim", "--as-of", "2016") == (
        1,
        "",
        "no such fact is known of 'Kim' that holds then; --all shows what does not (1)\n",
    )
    assert shell("timeline", "Kim", "--as-of", "2016") == (
        1,
        "",
        "no fact is known of 'Kim' that had begun then; without --as-of there is more (1)\n",
    )


def test_people_of_two_notes_are_shown_as_one(shell):
    """Below the list, and above the one note that a name shows."""
    put_notes(
        shell.home / "ember" / "memory",
        {
            "people/discord-1.md": "## Aliases\n- Dot\n",
            "people/twitch-2.md": "## Aliases\n- Dot\n\n## Facts\n"
            "- same_as:: [Dot](discord-1.md)\n",
        },
    )
    code, out, _ = shell("people")
    assert code == 0
    assert out.splitlines()[-1] == "discord-1 and twitch-2 are one person (same_as)"
    code, out, err = shell("people", "Dot")
    assert (code, out) == (0, "## Aliases\n- Dot\n")
    assert "discord-1 and twitch-2 are one person (same_as): `familiar people twitch-2`" in err
    assert json.loads(shell("people", "Dot", "--json")[1])["same_as"] == ["twitch-2"]
    assert shell("facts", "--entity", "Dot")[0] == 0


def test_whoever_a_note_joins_is_told_below_the_list(shell):
    """Also where nothing else is known of them, and their slug comes first."""
    put_notes(
        shell.home / "ember" / "memory",
        {"people/twitch-2.md": "## Facts\n- same_as:: [Dot](discord-1.md)\n"},
    )
    _, out, _ = shell("people")
    assert out.splitlines()[-1] == "twitch-2 and discord-1 are one person (same_as)"
