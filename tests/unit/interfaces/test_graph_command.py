"""`familiar graph`: what it prints, and how it ends."""

from __future__ import annotations

import json

import pytest
from familiars import put_notes

from familiar_memory.interfaces.cli.main import app

NOTES = {
    "people/Rowan.md": """---
id: discord-42
---
# Rowan

- works_at:: [[Acme Corp]] (2025-06-01) ^w1
- knows:: [Zed](Zed.md) (2025-06-02, in:discord-tavern, seen:3) ^k1
""",
    "people/Zed.md": "# Zed\n\n- likes:: tea (2025-03-03)\n",
    "topics/Acme Corp.md": "---\ntype: organisation\n---\n- part_of:: [[Globex]] (2025-01-01)\n",
}


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


def test_a_graph_is_a_tree(shell):
    """Whom it is about, what ties them to others, and who is near, further to the right."""
    assert shell("graph", "rowan")[:2] == (
        0,
        "Rowan  person  2 mentions, 2025-06-01 to 2025-06-02  people/Rowan.md\n"
        "  → knows Zed  (said 3 times)\n"
        "  → works at Acme Corp\n"
        "  Zed  person  2 mentions, 2025-03-03 to 2025-06-02  people/Zed.md\n"
        "  Acme Corp  organization  2 mentions, 2025-01-01 to 2025-06-01  topics/Acme Corp.md\n"
        "    → part of Globex\n"
        "    Globex  concept  1 mention, 2025-01-01\n",
    )
    code, out, _ = shell("graph", "Globex", "--depth", "1")
    assert (code, [line.split("  ")[0] for line in out.splitlines() if line[0] != " "]) == (
        0,
        ["Globex"],
    )


def test_nobody_of_that_name(shell):
    """Exit code 1, in the same words for whoever may not know of somebody."""
    assert shell("graph", "Nobody") == (1, "", "nothing is known of 'Nobody'\n")
    code, out, _ = shell("graph", "Nobody", "--json")
    assert (code, json.loads(out)["found"], json.loads(out)["nodes"]) == (1, False, [])


@pytest.mark.parametrize(
    "line",
    [
        ("timeline", "Row"),
        ("timeline", "Rowen"),
        ("facts", "--entity", "ROW"),
        ("graph", "rown"),
    ],
)
def test_names_like_an_unknown_one_are_offered(shell, line):
    """Those that begin with it, and those that are spelt nearly so."""
    code, out, err = shell(*line)
    assert (code, out, err.rstrip().partition("; ")[2]) == (1, "", "perhaps: Rowan")


def test_no_name_is_offered_to_those_who_may_not_know_it(shell, tmp_path):
    """What is like an unknown name is looked for among what the place may know."""
    put_notes(
        tmp_path / "ember" / "memory",
        {
            "channels/discord-tavern.md": "# tavern\n",
            "people/Zedekiah.md": "---\nvisibility: owner\n---\n- likes:: tea (2025-03-03)\n",
        },
    )
    assert shell("timeline", "Zede")[2].endswith("perhaps: Zedekiah, Zed\n")
    assert "Zedekiah" not in shell("timeline", "Zede", "--place", "discord-tavern")[2]


def test_a_known_one_without_such_facts_is_not_taken_for_another(shell):
    """Nothing else is offered."""
    told = shell("facts", "--entity", "Rowan", "--predicate", "likes")[2]
    assert told == "no such fact is known of 'Rowan'\n"


def test_without_an_entity_the_best_known(shell):
    """A row each."""
    code, out, err = shell("graph", "--limit", "2")
    assert (code, [line.split() for line in out.splitlines()]) == (
        0,
        [
            ["entity", "type", "mentions", "first", "seen", "last", "seen", "note"],
            ["Rowan", "person", "2", "2025-06-01", "2025-06-02", "people/Rowan.md"],
            ["Zed", "person", "2", "2025-03-03", "2025-06-02", "people/Zed.md"],
        ],
    )
    assert "2 of 4: --limit shows more" in err
    code, out, _ = shell("graph", "--type", "organisation")
    assert (code, "Acme Corp" in out, "Rowan" in out) == (0, True, False)
    assert shell("graph", "--type", "place")[0] == 1


def test_as_json(shell):
    """Nodes with their relations, records by name, dates as texts."""
    _, out, _ = shell("graph", "Rowan", "--depth", "0", "--json")
    (node,) = json.loads(out)["nodes"]
    assert {k: node[k] for k in ("name", "type", "mentions", "distance", "first_seen")} == {
        "name": "Rowan",
        "type": "person",
        "mentions": 2,
        "distance": 0,
        "first_seen": "2025-06-01T00:00:00+00:00",
    }
    assert node["relations"][1] == {
        "relation": "works_at",
        "target": "Acme Corp",
        "target_note": "topics/Acme Corp.md",
        "strength": 1,
        "sentence": "works at Acme Corp",
        "records": ["people/Rowan.md#^w1"],
    }


def test_what_cannot_be(shell):
    """Each with what would be accepted."""
    code, _, err = shell("graph", "--type", "company")
    assert (code, "no kind of entity" in err) == (2, True)
    assert shell("graph", "Rowan", "--depth", "9")[0] == 2


@pytest.mark.parametrize(
    "line", [("facts", "add", "Row", "likes", "jam"), ("remember", "a potter", "--about", "Row")]
)
def test_a_new_name_is_made_known_with_those_like_it(shell, line):
    """Nothing is asked or refused; a name that is like none is new without a word."""
    code, _, err = shell(*line)
    assert (code, err.splitlines()[-1]) == (
        0,
        "nothing was called so before; there is already: Rowan",
    )
    assert "called so before" not in shell("remember", "a potter", "--about", "Row")[2]
    assert "called so before" not in shell("remember", "it leaks", "--about", "Quixote")[2]


@pytest.mark.parametrize("name", ["Red Fox Club", "Café Ömür", "tea_house"])
def test_a_new_note_is_not_like_itself(shell, name):
    """Its file is called otherwise, and the index may know it by then."""
    assert "called so before" not in shell("remember", "meets at noon", "--about", name)[2]


def test_rules_are_listed_by_person(shell):
    """Only theirs."""
    assert shell("rules", "add", "Be kind")[0] == 0
    assert shell("rules", "add", "No puns", "--for", "Rowan")[0] == 0
    code, out, _ = shell("rules", "--for", "Rowan", "--json")
    assert (code, [one["text"] for one in json.loads(out)["rules"]]) == (0, ["No puns"])
    assert shell("rules", "list", "--for", "Nobody")[0] == 1
