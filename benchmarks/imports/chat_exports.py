"""Made-up exports of other programs, of any size, written as they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from benchmarks.corpora.turns import TurnsCorpus
from familiar_memory import Turn

__all__ = ["EXPORTS", "write_export"]

_COUNT = 10_000_000
"""More turns than any file here holds."""


def write_export(path: Path, pieces: Iterator[bytes], megabytes: int) -> int:
    """Write until the file has about so many megabytes; returns how many messages it holds."""
    limit = megabytes * 1_000_000
    written = messages = 0
    with path.open("wb") as file:
        file.write(next(pieces))
        for piece in pieces:
            written += file.write(piece)
            messages += 1
            if written >= limit:
                break
        file.write(b"\n]}" if path.suffix == ".json" else b"")
    return messages


def _sillytavern() -> Iterator[bytes]:
    yield _line({"user_name": "Rowan", "character_name": "Ember", "chat_metadata": {}})
    for number, turn in enumerate(TurnsCorpus().turns(_COUNT)):
        yield _line(_sillytavern_message(turn, is_user=number % 2 == 0))


def _sillytavern_message(turn: Turn, *, is_user: bool) -> dict[str, Any]:
    """A message with two swipes where the character speaks, as SillyTavern saves it."""
    said = turn.text if is_user else f"*smiles* {turn.text * 4}"
    message: dict[str, Any] = {
        "name": "Rowan" if is_user else "Ember",
        "is_user": is_user,
        "is_system": False,
        "send_date": _spoken(turn.timestamp),
        "mes": said,
        "extra": {"api": "openai", "model": "some-model", "token_count": len(said) // 4},
    }
    if not is_user:
        begun = turn.timestamp.isoformat()
        info = {"send_date": _spoken(turn.timestamp), "gen_started": begun, "extra": {}}
        message |= {"swipe_id": 1, "swipes": [turn.text, said], "swipe_info": [info, info]}
    return message


def _spoken(moment: datetime) -> str:
    return f"{moment:%B} {moment.day}, {moment.year} {moment:%I:%M%p}".replace(" 0", " ").lower()


def _discord() -> Iterator[bytes]:
    head = orjson.dumps(
        {
            "guild": {"id": "7", "name": "Lantern", "iconUrl": "https://example.org/7.png"},
            "channel": {"id": "8", "type": "GuildTextChat", "name": "tavern", "topic": None},
        },
        option=orjson.OPT_INDENT_2,
    )
    yield head.removesuffix(b"\n}") + b',\n  "messages": [\n'
    comma = b""
    for turn in TurnsCorpus().turns(_COUNT):
        message = orjson.dumps(_discord_message(turn), option=orjson.OPT_INDENT_2)
        yield comma + message.replace(b"\n", b"\n    ")
        comma = b",\n"


def _discord_message(turn: Turn) -> dict[str, Any]:
    author = turn.author
    return {
        "id": str(10**17 + int(turn.ref.removeprefix("t"))),
        "type": "Default",
        "timestamp": turn.timestamp.isoformat(),
        "timestampEdited": None,
        "callEndedTimestamp": None,
        "isPinned": False,
        "content": turn.text,
        "author": {
            "id": author.user_id,
            "name": author.label.lower(),
            "discriminator": "0000",
            "nickname": author.display_name,
            "color": "#112233",
            "isBot": False,
            "roles": [{"id": "1", "name": "mods", "color": None, "position": 3}],
            "avatarUrl": f"https://cdn.example.org/avatars/{author.user_id}/abcdef.png?size=512",
        },
        "attachments": [],
        "embeds": [],
        "stickers": [],
        "reactions": [],
        "mentions": [],
        "inlineEmojis": [],
    }


def _line(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value) + b"\n"


EXPORTS: dict[str, tuple[str, Callable[[], Iterator[bytes]]]] = {
    "sillytavern-chat": ("Ember.jsonl", _sillytavern),
    "discord-chat-exporter": ("tavern.json", _discord),
}
"""(file name, what stands in it: a head, then messages), by the name of the importer."""
