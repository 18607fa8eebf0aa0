"""Files that are named by ids get the names of people: shown, asked for, done, taken back."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from transcript import Ran, run_familiar

from familiar_memory.interfaces.cli.frame.run import Run

_CHAT = [
    {
        "ref": ref,
        "timestamp": f"2026-02-0{day}T19:31:00+00:00",
        "guild": "lantern",
        "channel": "tavern",
        "author": {"platform": "discord", "user_id": user, "display_name": name},
        "text": text,
    }
    for ref, day, user, name, text in (
        ("m1", 2, "42", "Rowan", "I work at the county records office."),
        ("m2", 2, "7", "Dara O'Neill", "I play the banjo."),
    )
]
_OLD = "# discord-42\n\n- lives_in:: Durham (2026-02-01, ref:a1, by:discord-42)\n- drinks tea ^t1\n"
_BEX = """---
friend: "[[discord-42|Ro]]"
others: ['[[discord-7]]', "[[people/discord-42]]", discord-42]
---
[Ro](../discord-42.md) and [too](<../discord-42.md#Facts>), [[people/discord-42#Facts|him]],
[[discord-42|R]], [[discord-42|Rowan]], [[discord-42#^t1]], `[[discord-42]]`, [s](../../diary.md)

| a | b |
|---|---|
| [[discord-42\\|R]] | x |
"""
_BEX_AFTER = """---
friend: "[[Rowan|Ro]]"
others: ['[[Dara O''Neill|discord-7]]', "[[people/Rowan|people/discord-42]]", discord-42]
---
[Ro](../Rowan.md) and [too](<../Rowan.md#Facts>), [[people/Rowan#Facts|him]],
[[Rowan|R]], [[Rowan]], [[Rowan#^t1|discord-42#^t1]], `[[discord-42]]`, [s](../../diary.md)

| a | b |
|---|---|
| [[Rowan\\|R]] | x |
"""


@pytest.fixture
def memory(alone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Notes as earlier versions wrote them, and what has been written beside them since."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text("\n".join(map(json.dumps, _CHAT)), "utf-8")
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    assert run_familiar(["init", "ember", "--embedder", "none"]).code == 0
    tree = alone / "familiars/ember/memory"
    (tree / "people/friends").mkdir(parents=True)
    (tree / "people/discord-42.md").write_text(_OLD, "utf-8")
    (tree / "people/discord-7.md").write_text("- knits\n- see [Ro](discord-42.md)\n", "utf-8")
    (tree / "people/friends/Bex.md").write_text(_BEX, "utf-8")
    (tree / "diary.md").write_text("Nothing much.\n", "utf-8")
    for command in ("record chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    yield tree


def _run(command: str) -> Ran:
    return run_familiar(command.split())


def _tree(memory: Path) -> dict[str, bytes]:
    files = (file for file in memory.rglob("*.md"))
    return {file.relative_to(memory).as_posix(): file.read_bytes() for file in files}


def _batch() -> str:
    return str(json.loads(_run("tidy --yes --json").stdout)["batch"])


def test_a_dry_run_shows_it_and_writes_nothing(memory: Path) -> None:
    """Each new name, and each note whose links follow."""
    before = _tree(memory)
    ran = _run("tidy --dry-run")
    assert "people/discord-42.md → people/Rowan.md" in ran.stdout
    assert "people/discord-7.md → people/Dara O'Neill.md" in ran.stdout
    assert "people/friends/Bex.md: links follow" in ran.stdout
    assert "diary.md" not in ran.stdout
    assert "this was a dry run" in ran.stderr
    told = json.loads(_run("tidy --dry-run --json").stdout)
    assert told["batch"] is None
    assert {"from": "people/discord-42.md", "to": "people/Rowan.md"} in told["renamed"]
    assert "people/friends/Bex.md" in told["relinked"]
    assert _tree(memory) == before


@pytest.mark.parametrize("more", ["", " --json"])
def test_without_a_terminal_it_wants_to_be_told(memory: Path, more: str) -> None:
    """Nobody can be asked there."""
    before = _tree(memory)
    ran = _run(f"tidy{more}")
    assert ran.code == 2
    assert "--yes does it" in ran.stderr
    assert _tree(memory) == before


@pytest.mark.parametrize("answer", [True, False])
def test_on_a_terminal_it_asks(
    memory: Path, monkeypatch: pytest.MonkeyPatch, *, answer: bool
) -> None:
    """And does what it is told."""
    before = _tree(memory)
    monkeypatch.setattr(Run, "can_ask", property(lambda _: True))
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: answer)
    ran = _run("tidy")
    assert ran.code == (0 if answer else 1)
    assert (_tree(memory) == before) is not answer


def test_every_link_follows(memory: Path) -> None:
    """In texts, tables and properties, by name and by path; code stays, and so does plain text."""
    ran = _run("tidy --yes")
    assert ran.code == 0
    assert "2 notes were renamed; `familiar undo " in ran.stderr
    tree = {path: data.decode() for path, data in _tree(memory).items()}
    assert tree["people/friends/Bex.md"] == _BEX_AFTER
    assert tree["people/Rowan.md"].startswith("---\nid: discord-42\n")
    assert "see [Ro](Rowan.md)" in tree["people/Dara O'Neill.md"]
    session = tree["sessions/2026-02-02-evening.md"]
    assert "discord-" not in session.replace("discord-lantern", "")
    assert '  - "[[Rowan]]"\n' in session
    assert "- [[Rowan]]: I work at the county records office." in session
    links = next(
        one for one in json.loads(_run("doctor --json").stdout)["checks"] if one["check"] == "links"
    )
    assert links["findings"] == []
    assert "county records" in _run("people discord-42").stdout


def test_a_second_time_there_is_nothing_to_do(memory: Path) -> None:
    """And it says so."""
    assert _run("tidy --yes").code == 0
    before = _tree(memory)
    ran = _run("tidy")
    assert (ran.code, ran.stdout) == (0, "")
    assert "nothing to do" in ran.stderr
    told = json.loads(_run("tidy --json").stdout)
    assert told == {"batch": None, "renamed": [], "relinked": []}
    assert _tree(memory) == before


def test_a_name_that_somebody_else_has_gets_a_number(memory: Path) -> None:
    """Also where it is the name of a note of any other kind."""
    (memory / "rowan.md").write_text("A tree.\n", "utf-8")
    assert "people/discord-42.md → people/Rowan (2).md" in _run("tidy --yes").stdout
    assert "[Ro](../Rowan%20%282%29.md)" in _tree(memory)["people/friends/Bex.md"].decode()


def test_undo_takes_all_of_it_back(memory: Path) -> None:
    """Byte for byte; and that can be taken back, too."""
    before = _tree(memory)
    batch = _batch()
    after = _tree(memory)
    assert after != before
    assert _run(f"undo {batch[:8]} --yes").code == 0
    assert _tree(memory) == before
    undone = json.loads(_run("log --json --limit 1").stdout)["changes"][0]["batch"]
    assert _run(f"undo {undone} --yes").code == 0
    assert _tree(memory) == after


def test_undo_keeps_what_a_person_has_written_since(memory: Path) -> None:
    """In a renamed note, and in one whose links had followed."""
    batch = _batch()
    for path in ("people/Rowan.md", "people/friends/Bex.md"):
        with (memory / path).open("a", encoding="utf-8") as note:
            note.write("\nA line of mine.\n")
    assert _run(f"undo {batch} --yes").code == 0
    tree = _tree(memory)
    assert tree["people/friends/Bex.md"].decode() == f"{_BEX}\nA line of mine.\n"
    assert tree["people/discord-42.md"].decode().endswith("\nA line of mine.\n")
    assert "people/Rowan.md" not in tree
    assert "county records" in _run("people Rowan").stdout


def test_what_was_renamed_by_hand_and_what_nobody_is_called_by_stays(memory: Path) -> None:
    """A name that a person has chosen is theirs."""
    (memory / "people/discord-42.md").rename(memory / "people/discord-42 my boss.md")
    (memory / "people/discord-99.md").write_text("- likes:: tea\n", "utf-8")
    ran = _run("tidy --yes")
    assert "discord-42" not in ran.stdout
    assert "discord-99" not in ran.stdout
