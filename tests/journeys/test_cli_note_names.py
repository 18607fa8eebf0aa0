"""What the owner is shown of a note is its file; however they name it, it is found."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from transcript import Ran, run_familiar

_CHAT = [
    {
        "ref": ref,
        "timestamp": f"2026-02-0{day}T19:31:00+00:00",
        "guild": "lantern",
        "channel": "tavern",
        "author": {"platform": "discord", "user_id": "7", "display_name": "Gus"},
        "text": text,
    }
    for ref, day, text in (("m1", 2, "I play the banjo."), ("m2", 3, "My sister is called Posy."))
]
_FILE, _KEY = "people/Gus.md", "people/discord-7.md"
_NAMES = ["Gus", "discord-7", "people/Gus", _FILE, "./people/Gus.md", "people/discord-7", _KEY]
_HERE = "--place discord-lantern.tavern"


@pytest.fixture
def memory(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The notes of a familiar that has heard Gus."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text("\n".join(map(json.dumps, _CHAT)), "utf-8")
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    for command in ("init ember --embedder none", "record chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    yield alone / "familiars/ember/memory"


def _run(command: str) -> Ran:
    return run_familiar(command.split())


@pytest.mark.parametrize(
    "command",
    [
        "search banjo",
        "search banjo --json",
        "search banjo --explain",
        "search banjo --explain --json",
        f"search banjo {_HERE} --why-not Posy --json",
        "search banjo --why-not people/discord-7.md",
        "search banjo --why-not people/discord-7.md:1",
        "recall Gus --json",
        "recall Gus --explain",
        "recall Gus --explain --json",
        f"recall Gus {_HERE} --why-not people/Gus.md",
        "people",
        "people --json",
        "grep banjo",
        "log",
        "log --json",
        "show",
        "show discord-7 --json",
        "index update people --json",
    ],
)
def test_the_owner_is_shown_the_file(memory: Path, command: str) -> None:
    """And no name that is only ours."""
    if command.startswith("index"):
        with (memory / _FILE).open("a", encoding="utf-8") as note:
            note.write("\nPlays on Sundays.\n")
    ran = _run(command)
    assert _FILE in ran.stdout
    assert _KEY not in ran.stdout


@pytest.mark.parametrize("command", ["search banjo --json", "recall Gus --json"])
def test_whoever_asks_in_a_place_is_shown_no_name_of_a_file(memory: Path, command: str) -> None:
    """It may come from other talk."""
    ran = _run(f"{command} {_HERE}")
    assert _FILE not in ran.stdout
    assert _KEY in ran.stdout


@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("show NAME", "plays:: banjo"),
        ("show NAME --as-of today", "plays:: banjo"),
        ("log NAME", _FILE),
        ("grep banjo NAME", f"{_FILE}:"),
        ("people NAME", "plays:: banjo"),
        ("index update NAME", "1 unchanged"),
        ("search banjo --entity NAME", "banjo"),
    ],
)
def test_a_note_is_found_by_all_of_its_names(
    memory: Path, command: str, shown: str, name: str
) -> None:
    """Its path, its key, the bare name of each, with and without `.md`."""
    ran = _run(command.replace("NAME", name))
    assert (ran.code, shown in ran.stdout) == (0, True), ran


def test_a_note_that_is_gone_is_found_in_the_past_by_its_name(memory: Path) -> None:
    """In the log too."""
    assert _run("log Gus").code == 0
    (memory / _FILE).unlink()
    ran = _run("log Gus")
    assert "deleted" in ran.stdout
    assert "banjo" not in _run("show Gus").stdout
    assert "not there" in _run("show Gus --as-of today").stderr


def test_what_cannot_be_read_is_named_by_its_file(memory: Path) -> None:
    """By the commands that index, and by doctor."""
    (memory / _FILE).write_bytes((memory / _FILE).read_bytes() + b"\xff\n")
    for command in ("search banjo", "index rebuild", "doctor"):
        ran = _run(command)
        told = ran.stdout + ran.stderr
        assert f"{_FILE}: not UTF-8 text at byte" in told
        assert _KEY not in told


@pytest.mark.skipif(sys.platform == "win32", reason="no file can have that name there")
def test_a_name_that_some_disks_refuse_is_found_where_it_stands(memory: Path) -> None:
    """It is listed, so it can be shown."""
    (memory / "people/Who?.md").write_text("- likes:: tea\n", "utf-8")
    assert "likes:: tea" in _run("show Who?").stdout
    assert _run("show Whom?").code == 2


def test_an_empty_folder_is_said_to_be_empty(memory: Path) -> None:
    """Nothing needs to be written first."""
    (memory / "people/friends").mkdir()
    assert "there are no notes in people/friends" in _run("show people/friends").stderr
