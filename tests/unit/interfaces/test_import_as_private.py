"""`familiar import` of a channel that was made private."""

import json
from pathlib import Path

import pytest

from familiar_memory.history.turns import leaving
from familiar_memory.interfaces.cli.main import app
from familiar_memory.transfer.staging import run


def test_the_open_room_is_divided_once_in_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However many transactions record the turns."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path / "familiars"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(run, "_TURNS_AT_ONCE", 2)
    divided: list[int] = []
    monkeypatch.setattr(leaving, "divide_anew", lambda _, place, since: divided.append(since))
    chat = tmp_path / "chat.jsonl"
    turns = [
        {
            "ref": f"m{i}",
            "timestamp": f"2026-02-02T19:{i:02}:00+00:00",
            "platform": "discord",
            "guild": "lantern",
            "channel": "mods",
            "author": {"platform": "discord", "user_id": "42"},
            "text": "tea",
        }
        for i in range(9)
    ]

    def imported(private: bool) -> str:
        lines = (json.dumps({**turn, "private": private}) for turn in turns)
        chat.write_text("\n".join(lines), "utf-8")
        with pytest.raises(SystemExit) as end:
            app(["--json", "import", str(chat)], prog_name="familiar")
        assert end.value.code in (0, None)
        counts = json.loads(capsys.readouterr().out)["turns"]
        return f"{counts['added']} added, {counts['amended']} amended"

    with pytest.raises(SystemExit):
        app(["init", "ember", "--embedder", "none"], prog_name="familiar")
    capsys.readouterr()
    assert (imported(False), divided) == ("9 added, 0 amended", [])
    assert (imported(True), divided) == ("0 added, 9 amended", [1])
