"""Turns as JSON lines."""

import json
from pathlib import Path

import pytest

from familiar_importers.turns_jsonl import TurnsJsonlImporter
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import TurnItem

_LINE = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:31:00+00:00",
    "channel": "tavern",
    "author": {"platform": "discord", "user_id": "42"},
    "text": "hello",
}


def _file(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "chat.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_each_line_is_a_turn_with_its_place(tmp_path: Path) -> None:
    """Blank lines count as lines and are no turns."""
    path = _file(tmp_path, json.dumps(_LINE), "", json.dumps({**_LINE, "ref": "m2"}), "")
    assert list(TurnsJsonlImporter().read(path)) == [
        TurnItem(Turn.from_json(_LINE), f"{path}, line 1"),
        TurnItem(Turn.from_json({**_LINE, "ref": "m2"}), f"{path}, line 3"),
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"timestamp": "2026-02-02T19:31:00"}, "has no offset from UTC"),
        ({"privat": True}, "looks like 'private'"),
        ({"author": "Rowan"}, "'author' must be an object"),
        ({"ref": " "}, "'ref' is empty"),
    ],
)
def test_a_bad_line_is_told_with_its_number(
    tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    """Whoever imports reads all before writing any, so a late one costs nothing."""
    path = _file(tmp_path, *[json.dumps(_LINE)] * 2, json.dumps({**_LINE, **change}))
    with pytest.raises(InputError, match=problem) as caught:
        list(TurnsJsonlImporter().read(path))
    assert caught.value.problem.startswith(f"{path}, line 3: ")


def test_it_knows_its_format_by_the_ending(tmp_path: Path) -> None:
    """A cheap look that never raises."""
    path = _file(tmp_path)
    detect = TurnsJsonlImporter().detect
    assert (detect(path), detect(tmp_path), detect(tmp_path / "absent.jsonl")) == (
        True,
        False,
        False,
    )


def test_the_sample_chat_is_well_formed() -> None:
    """What the package ships is 489 turns in five places."""
    from familiar_memory.interfaces.cli.demo.story import sample_chat

    turns = [item.turn for item in TurnsJsonlImporter().read(sample_chat())]
    assert len(turns) == 489
    assert sorted({turn.place.slug for turn in turns}) == [
        "discord-dm-gus",
        "discord-dm-rowan",
        "discord-lantern.build-log",
        "discord-lantern.tavern",
        "twitch-stream-mosslight",
    ]
