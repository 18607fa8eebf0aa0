"""`familiar forget` and `familiar export person WHO`: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from familiar_memory.interfaces.cli.main import app

ROWAN = "284619350177841152"
SAID = (
    ("m1", ROWAN, "Rowan", "I work at the quuxwerk archive in Durham, and I like leeks."),
    ("m2", "619835027744129024", "Zed", f"hey <@{ROWAN}>, the kettle sings at six."),
)


class Console:
    """A shell with a familiar in it."""

    def __init__(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = home / "familiars" / "ember"
        self._capsys = capsys

    def __call__(self, *line: str) -> tuple[int, str, str]:
        """Run a command: its exit code, stdout and stderr."""
        with pytest.raises(SystemExit) as end:
            app(list(line), prog_name="familiar")
        told = self._capsys.readouterr()
        code = end.value.code
        assert code is None or isinstance(code, int)
        return code or 0, told.out, told.err


def _chat(*said: tuple[str, str, str, str]) -> str:
    return "\n".join(
        json.dumps(
            {
                "ref": ref,
                "timestamp": "2026-02-02T19:00:00+00:00",
                "platform": "discord",
                "guild": "lantern",
                "channel": "tavern",
                "author": {"platform": "discord", "user_id": user, "display_name": name},
                "text": text,
            }
        )
        for ref, user, name, text in said
    )


@pytest.fixture
def console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Console:
    """With two people who have talked, and been written up."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path / "familiars"))
    monkeypatch.setenv("HOME", str(tmp_path))
    console = Console(tmp_path, capsys)
    assert console("init", "ember", "--embedder", "none")[0] == 0
    (tmp_path / "chat.jsonl").write_text(_chat(*SAID), "utf-8")
    assert console("record", str(tmp_path / "chat.jsonl"))[0] == 0
    assert console("write")[0] == 0
    return console


def test_a_dry_run_shows_every_line_and_changes_nothing(console):
    """Notes, messages, counts."""
    before = (console.folder / "memory" / "people" / "Rowan.md").read_bytes()
    code, out, _ = console("forget", "--person", "Rowan", "--dry-run")
    assert code == 0
    assert "people/Rowan.md: the whole file" in out
    assert "m1: - Rowan: I work at the quuxwerk" in out
    assert "m2: + Zed: hey someone, the kettle" in out
    assert "2 messages" in out
    code, out, _ = console("--json", "forget", "--person", "Rowan", "--dry-run")
    told = json.loads(out)
    assert code == 0 and {turn["ref"] for turn in told["turns"]} == {"m1", "m2"}
    assert "erasure" not in told
    assert (console.folder / "memory" / "people" / "Rowan.md").read_bytes() == before


def test_it_asks_first_and_refuses_where_nobody_can_answer(console):
    """Nothing is changed; `--json` is no answer either."""
    for line in (("forget", "--person", "Rowan"), ("--json", "forget", "--person", "Rowan")):
        code, _, err = console(*line)
        assert code == 2 and "no terminal to ask on" in err
    assert console("forget", "--person", "Rowan", "--dry-run")[0] == 0


def test_it_forgets_refuses_and_allows(console, tmp_path):
    """Exit 0 where nothing is left; what is not looked into is said."""
    code, out, err = console("forget", "--person", "Rowan", "--never-again", "--yes")
    assert code == 0 and "nothing of it is found in any byte" in out
    assert "git" in err and "backups" in err
    assert console("forget", "--person", "Rowan", "--yes")[0] == 1
    code, out, _ = console("record", str(tmp_path / "chat.jsonl"))
    assert code == 0 and "1 unchanged, 1 refused" in out
    note = tmp_path / "vault" / "people" / f"discord-{ROWAN}.md"
    note.parent.mkdir(parents=True)
    note.write_text("# R\n\n- leeks\n", "utf-8")
    _, _, err = console("import", "--as", "markdown", str(tmp_path / "vault"))
    assert "forgotten for good" in err and ROWAN not in err
    assert not (console.folder / "memory" / "people" / f"discord-{ROWAN}.md").exists()
    code, out, _ = console("--json", "forget", "--list")
    assert code == 0 and len(json.loads(out)["refused"]) == 1
    assert console("forget", "--allow", f"discord:{ROWAN}")[0] == 0
    assert console("forget", "--list")[1] == "nobody is refused\n"


def test_what_is_left_ends_with_3_until_it_is_gone(console):
    """A file of nobody's."""
    rest = console.folder / "rest.txt"
    rest.write_text(f"id {ROWAN}", "utf-8")
    code, out, _ = console("--json", "forget", "--person", "Rowan", "--yes")
    told = json.loads(out)
    assert code == 3 and not told["gone"]
    assert any("rest.txt holds it" in line for line in told["residue"])
    rest.unlink()
    assert console("forget", "--again")[0] == 0
    assert console("forget", "--again")[0] == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ((), 2),
        (("--person", "Nobody"), 1),
        (("--again", "--list"), 2),
        (("--person", "Rowan", "--since", "2026-02-02"), 2),
        (("--place", "#nowhere"), 1),
        (("--record", "nothing"), 1),
        (("--since", "soon"), 2),
        (("--since", "2030-01-01", "--dry-run"), 1),
    ],
)
def test_what_means_nothing_is_said_so(console, line, code):
    """And changes nothing."""
    assert console("forget", *line)[0] == code


def test_all_that_is_known_of_somebody_is_handed_over(console, tmp_path):
    """As Markdown, as JSON, by option or by the name of the file."""
    code, out, _ = console("export", "person", "Rowan")
    assert code == 0 and out.startswith("# What ember knows about Rowan")
    assert "I work at the quuxwerk" in out
    code, out, _ = console("--json", "export", "person", "Rowan")
    told = json.loads(out)
    assert code == 0 and [turn["ref"] for turn in told["turns"]] == ["m1"]
    assert [turn["ref"] for turn in told["mentions"]] == ["m2"]
    file = tmp_path / "rowan.json"
    assert console("export", "person", "Rowan", "--to", str(file))[0] == 0
    assert json.loads(file.read_text("utf-8")) == told
    assert console("export", "person", "Rowan", "--to", str(file))[0] == 2
    assert console("export", "person", "Nobody")[0] == 1
    assert console("export", "card", "Rowan")[0] == 2


def test_a_bare_name_is_asked_what_it_names(console):
    """What goes for good is not guessed."""
    assert console("forget", "Gus", "Lee", "--dry-run") == (
        2,
        "",
        "familiar: 'Gus Lee': a person, a topic, a record or a place?\n"
        "  --person 'Gus Lee', --topic 'Gus Lee', --record 'Gus Lee' or --place 'Gus Lee'\n",
    )


def test_an_unknown_topic_where_there_are_none(console):
    """It says that there are none, and lists nothing."""
    told = console("forget", "--topic", "zzz", "--dry-run")
    assert told == (1, "", "familiar: there is no topic 'zzz'\n  there are none\n")
