"""Files that come and go without an option: `record FILE`, `export` to a pipe, `list`."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from transcript import run_familiar

from familiar_memory.interfaces.cli.main import app

_TURN = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:31:00+00:00",
    "channel": 777,
    "guild": 555,
    "channel_name": "tavern",
    "author": {"platform": "discord", "user_id": "42", "display_name": "Rowan"},
    "text": "I work at the county records office.",
}


@pytest.fixture(autouse=True)
def home(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A familiar, and a file of turns."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text(json.dumps(_TURN), "utf-8")
    assert run_familiar(["init", "ember", "--embedder", "none"]).code == 0
    return alone


def test_turns_are_recorded_from_a_file_by_its_name() -> None:
    """As from the option that stays."""
    first = run_familiar(["record", "chat.jsonl"])
    assert (first.code, first.stdout) == (0, "1 turn: 1 added\n")
    again = run_familiar(["record", "--jsonl", "chat.jsonl"])
    assert (again.code, again.stdout) == (0, "1 turn: 1 unchanged\n")
    piped = run_familiar(["record", "-"], json.dumps(_TURN | {"ref": "m2"}).encode())
    assert piped.stdout == "1 turn: 1 added\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "no file was given"),
        (["chat.jsonl", "--jsonl", "chat.jsonl"], "two files were given"),
    ],
)
def test_one_file_is_wanted(given: list[str], said: str) -> None:
    """And nothing is waited for."""
    ran = run_familiar(["record", *given])
    assert ran.code == 2
    assert said in ran.stderr
    assert "or - for stdin" in ran.stderr


def test_text_is_exported_to_a_pipe() -> None:
    """Without an option, or by `-`: the bytes that a file would have; notices beside it."""
    for command in ("record chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    for what, name in ((["records"], "a.jsonl"), (["person", "--person", "Rowan"], "a.md")):
        assert run_familiar(["export", *what, "-o", name]).code == 0
        made = Path(name).read_bytes()
        assert b"records office" in made
        for way in ([], ["-o", "-"]):
            ran = run_familiar(["export", *what, *way])
            assert (ran.code, ran.stdout.encode()) == (0, made)


def test_what_is_no_text_goes_to_stdout_only_where_that_is_said() -> None:
    """A zip, by `-`; without it no guess is made."""
    refused = run_familiar(["export", "tree"])
    assert refused.code == 2
    assert "-o FILE, or -o - for stdout" in refused.stderr
    json_too = run_familiar(["export", "records", "--json"])
    assert json_too.code == 2
    assert "--json reports on a file" in json_too.stderr


def test_a_zip_goes_through_a_pipe(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte; a terminal is refused."""
    made_in = Path(json.loads(run_familiar(["list", "--json"]).stdout)["home"])
    (made_in / "ember/memory/topics/tea.md").write_text("# Tea\n", "utf-8")
    with pytest.raises(SystemExit):
        app(["export", "tree", "-o", "-"], prog_name="familiar")
    made = capfdbinary.readouterr().out
    assert "topics/tea.md" in zipfile.ZipFile(BytesIO(made)).namelist()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    with pytest.raises(SystemExit) as ended:
        app(["export", "tree", "-o", "-"], prog_name="familiar")
    assert ended.value.code == 2
    assert b"a terminal cannot show" in capfdbinary.readouterr().err


def test_familiars_are_listed(home: Path) -> None:
    """Each with its size and when something last happened; one that is damaged too."""
    assert run_familiar(["init", "ash", "--embedder", "none"]).code == 0
    assert run_familiar(["-f", "ember", "record", "chat.jsonl"]).code == 0
    told = json.loads(run_familiar(["list", "--json"]).stdout)
    assert [one["id"] for one in told["familiars"]] == ["ash", "ember"]
    ash, ember = told["familiars"]
    assert ember["bytes"] > ash["bytes"] > 0
    assert ember["last_activity"] >= ash["last_activity"]
    (Path(told["home"]) / "ember" / "history.sqlite").write_bytes(b"")
    shown = run_familiar(["list"])
    assert shown.code == 0
    assert [line.split()[0] for line in shown.stdout.splitlines()] == ["familiar", "ash", "ember"]


def test_a_home_without_familiars_says_so(home: Path) -> None:
    """And how one is made."""
    ran = run_familiar(["--home", str(home / "nowhere"), "list"])
    assert (ran.code, ran.stdout) == (1, "")
    assert "`familiar init ID` makes one" in ran.stderr
