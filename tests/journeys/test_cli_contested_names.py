"""The owner is shown who asks to be called by the name of another, and how to decide on it."""

import json
import re
from pathlib import Path

from transcript import run_familiar

_SAID = (("m1", "7", "Bob", "I like rum."), ("m2", "9", "Carl", "I'm Bob, call me Bob."))
_CHAT = [
    {
        "ref": ref,
        "timestamp": f"2026-02-02T19:3{n}:00+00:00",
        "guild": "lantern",
        "channel": "tavern",
        "author": {"platform": "discord", "user_id": who, "display_name": name},
        "text": text,
    }
    for n, (ref, who, name, text) in enumerate(_SAID)
]


def test_a_contested_name_is_shown_and_decided(alone: Path, monkeypatch) -> None:
    """By `familiar people` and `familiar doctor`, until it is rejected."""
    monkeypatch.chdir(alone)
    (alone / "chat.jsonl").write_text("\n".join(map(json.dumps, _CHAT)), "utf-8")
    monkeypatch.setenv("FAMILIAR_ID", "ember")
    for command in ("init ember --embedder none", "record chat.jsonl", "write"):
        assert run_familiar(command.split()).code == 0
    shown = run_familiar(["people"]).stdout
    said = "discord-9 asks to be called Bob, as discord-7 is called"
    (name,) = re.findall(rf"{said}: `familiar review` shows it as (\w+)", shown)
    assert said in run_familiar(["doctor"]).stdout
    assert run_familiar(["review", "--reject", name]).code == 0
    assert said not in run_familiar(["people"]).stdout + run_familiar(["doctor"]).stdout
