"""The little worlds that commands are run in, made by the commands themselves.

`written`: a familiar with talk of three rooms and a direct message, written up, with notes by
hand, a lorebook, a card and a markdown folder. `empty`: a familiar that knows nothing.
`two`: the written one and an empty one beside it. `nowhere`: an empty folder.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from surface.running import Stage

__all__ = ["build_empty", "build_written", "turn"]


def turn(ref: str, when: str, text: str, **more: object) -> dict[str, object]:
    """A line of a chat: Rowan's, in the tavern, unless it is said otherwise."""
    rowan = {"platform": "discord", "user_id": "42", "display_name": "Rowan"}
    return {
        "ref": ref,
        "timestamp": f"{when}:00+00:00",
        "channel": "tavern",
        "guild": "lantern",
        "author": rowan,
        "text": text,
        **more,
    }


_GUS = {"platform": "discord", "user_id": "7", "display_name": "Gus", "aliases": ["August"]}
_BEX = {"platform": "twitch", "user_id": "900", "display_name": "Bex"}
_EMBER = {"platform": "discord", "user_id": "1", "display_name": "Ember"}

_CHAT = (
    turn("m1", "2026-02-02T19:31", "I work at the county records office in Durham."),
    turn("m2", "2026-02-02T19:32", "I play the banjo, and I love rhubarb pie.", author=_GUS),
    turn("m3", "2026-02-02T19:33", "A banjo! Play it by the mill.", author=_EMBER,
         role="assistant", reply_to="m2"),
    turn("m4", "2026-02-02T19:34", "ssh", silent=True),
    turn("d1", "2026-02-03T08:00", "I am going to quit the records office in May.",
         channel="rowan", guild=None, private=True),
    turn("k1", "2026-02-10T10:15", "My sister Ivy lives in York. I am allergic to walnuts.",
         channel="kitchen", author=_BEX, guild=None),
    turn("k2", "2026-02-10T10:16", "Noted: no walnuts.", channel="kitchen", author=_EMBER,
         guild=None, role="assistant"),
    turn("m1", "2026-02-10T10:20", "said again elsewhere", channel="attic"),
    turn("m5", "2026-02-14T20:00", "I moved to Leeds, and I love sencha tea.", actions=["waved"]),
    turn("m6", "2026-02-14T20:01", "This was a mistake.", author=_GUS),
)  # fmt: skip
_AMENDED = (
    turn("m5", "2026-02-14T20:00", "I moved to York, and I love sencha tea.", edited=True),
    turn("m6", "2026-02-14T20:01", "", author=_GUS, deleted=True),
)
_LATE = (
    turn("m7", "2026-02-27T18:00", "The heron stood by the mill all morning."),
    turn("m8", "2026-02-27T18:01", "I live in Bath now, and I play the fiddle.", author=_GUS),
)

_NOTES = {
    "topics/tea.md": (
        "---\ntags: [kitchen]\naliases: [Chai]\n---\n# Tea\n\n"
        "Tea is drunk at four. See [[topics/mill]] and [[nowhere]].\n\n"
        "- Lapsang is smoked over pine (2026-02-05, topic:work)\n"
        "- Steep sencha for one minute (2026-02-06, type:procedural)\n"
    ),
    "topics/mill.md": "# The mill\n\nThe mill stands by the river. A heron lives there.\n",
    "topics/vault.md": "---\nvisibility: owner\n---\n# Vault\n\nThe vault is behind the clock.\n",
}
_BOOK = {
    "entries": {
        "0": {"uid": 0, "key": ["katana", "/swords?/i"], "comment": "Katana",
              "content": "{{char}} keeps a blade above the bar.", "order": 100},
        "7": {"uid": 7, "key": ["cellar"], "comment": "Cellar",
              "content": "The cellar key hangs behind the clock.", "order": 50},
    }
}  # fmt: skip
_CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {"name": "Ember", "description": "She keeps the Lantern tavern.",
             "personality": "kind", "first_mes": "Hello.", "scenario": "", "mes_example": "",
             "extensions": {}},
}  # fmt: skip
_SETTINGS = """\
# What the tests of the surface need: days of a zone, and no model.
[character]
name = "Ember"
timezone = "Europe/Ljubljana"

[index]
embedder = "none"

[recall.profiles.quiet]
importance = 0.4
recency = 0.3
"""


def build_empty(stage: Stage) -> None:
    """A familiar of which nothing is known, and the files that commands may be given."""
    _must(stage, "init ember --name Ember --timezone Europe/Ljubljana --embedder none --plain")
    (stage.folder / "familiars/ember/character.toml").write_text(_SETTINGS, "utf-8")
    _lines(stage.folder / "chat.jsonl", _CHAT)
    _lines(stage.folder / "amended.jsonl", _AMENDED)
    _lines(stage.folder / "late.jsonl", _LATE)
    _json(stage.folder / "tavern.json", _BOOK)
    _json(stage.folder / "Ember.json", _CARD)
    _note(stage.folder / "vault/garden.md", "# Garden\n\nRosemary grows by the hedge.\n", stage)
    _note(stage.folder / "vault/deep/shed.md", "# Shed\n\nIt leaks.\n", stage)
    _note(stage.folder / "vault/picture.svg", "<svg/>\n", stage)


def build_written(stage: Stage) -> None:
    """The familiar that knows something; `build_empty` came first."""
    memory = stage.folder / "familiars/ember/memory"
    stage.now = datetime(2026, 2, 15, 8, tzinfo=UTC)
    _must(stage, "record --jsonl chat.jsonl", "record --jsonl amended.jsonl", "write")
    for name, text in _NOTES.items():
        _note(memory / name, text, stage)
    _must(stage, "index update")
    stage.now = datetime(2026, 2, 20, 9, tzinfo=UTC)
    _must(stage, "import tavern.json", "import Ember.json", "import vault", "index update")
    stage.now = datetime(2026, 2, 25, 10, tzinfo=UTC)
    _note(memory / "topics/tea.md", _NOTES["topics/tea.md"].replace("four", "five"), stage)
    _must(stage, "index update")
    _must(stage, "record --jsonl late.jsonl")
    # A note's time is the disk's; here it is one that stands.
    moment = stage.now.timestamp()
    for path in sorted(memory.rglob("*.md")):
        os.utime(path, (moment, moment))
    _must(stage, "index update")
    stage.learn_ids()


def _must(stage: Stage, *lines: str) -> None:
    for line in lines:
        ran = stage.run(line)
        assert ran.code == 0, (line, ran.output)


def _note(path: Path, text: str, stage: Stage) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")
    os.utime(path, (stage.now.timestamp(), stage.now.timestamp()))


def _lines(path: Path, values: tuple[object, ...]) -> None:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), "utf-8", newline="\n")


def _json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1), "utf-8", newline="\n")
