"""What a chat or a note holds moves no cursor, recolours no terminal, and turns no line around."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import pytest
from surface import command as pipes
from surface.command import Ran, run_familiar
from surface.running import Stage

_BAD = "x\x1b[31my\u202ez\x9b2J\x07"
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_REVIEW = (
    f"# Review\n\n## Open\n\n- [ ] allergic_to:: cats {_BAD} (2026-02-03, ref:t1, by:discord-42,"
    " in:discord-dm-42, source:inferred) ^p1111111111\n  - add to: people/discord-42.md\n"
    f"  - section: Facts\n  - title: Rowan {_BAD}\n  - why: a guess {_BAD}\n"
    "  - audience: discord-dm-42\n"
)
_NOTES = {
    "people/discord-42.md": (
        f"---\nid: discord-42\n---\n# Rowan {_BAD}\n\n## Facts\n\n- likes:: tea {_BAD}"
        " (2026-02-03, ref:t1, by:discord-42) ^k3f9a1\n- lives_in:: [[Oban]]"
        f" (2026-02-03, ref:t1, by:discord-42)\n- ~~lives_in:: Hull {_BAD} (2026-01-01,"
        " ref:t0, by:discord-42, until 2026-02-03)~~\n"
    ),
    "topics/oban.md": f"# Oban {_BAD}\n\nTea {_BAD} is sold in Oban.\n\n- the tea {_BAD} is warm\n",
    "topics/odd\u202e.md": f"# Odd {_BAD}\n\n- part_of:: [[Oban]]\n",
    "self/rules.md": f"# Rules\n\n## Active\n\n- Be kind {_BAD} (2026-02-02) ^r1c2dbb2f\n",
    "review.md": _REVIEW,
}
_ROWAN = {"platform": "discord", "user_id": "42", "display_name": f"Rowan {_BAD}"}
_TURN = {
    "ref": "t1",
    "timestamp": "2026-02-03T19:31:00+00:00",
    "channel": "tavern",
    "channel_name": f"tavern {_BAD}",
    "guild": "lantern",
    "author": _ROWAN,
    "text": f"I like tea {_BAD} most of all.",
}
_TALK = "--author discord-42 --place discord-lantern.tavern"
_LINES = (
    "list",
    "facts",
    "facts --all",
    "timeline discord-42",
    "graph discord-42",
    "links discord-42",
    "links discord-42 --back",
    "people",
    "search tea",
    "search 'what does Rowan like?'",
    "search tea --why-not people/discord-42.md#3",
    "grep tea",
    f"recall tea {_TALK}",
    f"recall tea {_TALK} --explain",
    "show",
    "show people/discord-42.md",
    "show people/discord-42.md --as-of 2026-02-20",
    "log",
    "log -n 0 --author baseline",
    "rules",
    "review --dry-run",
    "review",
    "doctor",
    "stats",
    "forget --person discord-42 --dry-run",
    "forget --topic Oban --dry-run",
    "export person discord-42",
    "tidy --dry-run",
    "remember 'the tea is warm' --about Oban --dry-run",
    "edit people/discord-42.md#^k3f9a1 'likes:: jam' --dry-run",
    "retire people/discord-42.md#^k3f9a1 --dry-run",
    "facts delete people/discord-42.md#^k3f9a1 --dry-run",
    "facts add discord-42 likes jam --dry-run",
    'tools call memory_search \'{"query": "tea"}\'',
    "index verify",
    "write --dry-run",
)
_CHANGES = (
    "review --accept p1111111111",
    "rules archive ^r1c2dbb2f",
    "rules remove ^r1c2dbb2f",
    "edit people/discord-42.md#^k3f9a1 'likes:: jam'",
    "retire people/discord-42.md#^k3f9a1",
    "tidy --yes",
    "forget --person discord-42 --yes",
)
_BYTE_FOR_BYTE = {"grep", "show", "export"}
"""What a pipe gets of these is what stands in the file."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A familiar whose notes and talk hold what terminals obey."""
    root = tmp_path_factory.mktemp("escapes")
    with pytest.MonkeyPatch.context() as patch:
        stage = Stage(root / "work", patch, root / "home")
        stage.now = datetime(2026, 2, 20, 9, tzinfo=UTC)
        stage.folder.mkdir()
        assert stage.run("init ember --name Ember --embedder none --plain").code == 0
        (stage.folder / "chat.jsonl").write_text(json.dumps(_TURN) + "\n")
        for name, text in _NOTES.items():
            file = stage.folder / "familiars/ember/memory" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
            os.utime(file, (stage.now.timestamp() - 60, stage.now.timestamp() - 60))
        assert stage.run("index update").code == 0
        assert stage.run("record --jsonl chat.jsonl").code == 0
        assert stage.run("index update").code == 0
    return root


@pytest.fixture
def run(world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Ran]:
    """Run a command there; a terminal without styles, so that all escapes are somebody's."""
    monkeypatch.setenv("TERM", "dumb")
    shutil.copytree(world / "work", tmp_path / "work")
    stage = Stage(tmp_path / "work", monkeypatch, world / "home")

    def at_once(line: str) -> Ran:
        monkeypatch.chdir(stage.folder)
        return run_familiar(shlex.split(line))

    return at_once


def _terminal() -> IO[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    stream.isatty = lambda: True  # type: ignore[method-assign]
    return stream


@pytest.mark.long
@pytest.mark.parametrize("form", ["", " --plain", " --json"])
@pytest.mark.parametrize("line", _LINES)
def test_no_command_prints_what_a_terminal_obeys(
    run: Callable[[str], Ran], monkeypatch: pytest.MonkeyPatch, line: str, form: str
) -> None:
    """Neither in a pipe nor on a terminal, as text or as JSON."""
    in_a_pipe = run(line + form)
    monkeypatch.setattr(pipes, "_pipe", _terminal)
    on_a_terminal = run(line + form)
    for ran in (in_a_pipe, on_a_terminal):
        assert ran.code in (0, 1), ran.stderr
        is_exact = ran is in_a_pipe and line.split()[0] in _BYTE_FOR_BYTE
        shown = ran.stderr if is_exact else ran.stdout + ran.stderr
        assert not _OBEYED.findall(shown.replace("\r\n", "\n")), ascii(shown)


def test_json_keeps_what_it_escapes(
    run: Callable[[str], Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The value is the same as it stands in the note."""
    monkeypatch.setattr(pipes, "_pipe", _terminal)
    (rule,) = json.loads(run("rules --json").stdout)["rules"]
    assert rule["text"] == f"Be kind {_BAD}"


@pytest.mark.long
def test_what_is_changed_is_reported_so_too(
    run: Callable[[str], Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these takes something that holds it."""
    monkeypatch.setattr(pipes, "_pipe", _terminal)
    for line in _CHANGES:
        ran = run(line)
        assert ran.code in (0, 3), ran.stderr
        assert not _OBEYED.findall(ran.stdout + ran.stderr), (line, ascii(ran.stdout + ran.stderr))
