"""Small files of every format that is imported, made in code."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

__all__ = [
    "SAMPLES",
    "discord_export",
    "discord_message",
    "familiar_connect_file",
    "json_lines",
    "write_long",
    "write_samples",
]


def json_lines(*values: object) -> bytes:
    """One value a line."""
    return b"".join(json.dumps(value, ensure_ascii=False).encode() + b"\n" for value in values)


def discord_export(*messages: Mapping[str, Any], **head: Any) -> bytes:
    """An export of DiscordChatExporter, with its usual indentation."""
    return json.dumps(
        {
            "guild": {"id": "7", "name": "Lantern", "iconUrl": "https://example.org/a.png"},
            "channel": {"id": "8", "type": "GuildTextChat", "name": "tavern", "topic": None},
            "dateRange": {"after": None, "before": None},
            "exportedAt": "2026-02-02T20:00:00+00:00",
            **head,
            "messages": list(messages),
            "messageCount": len(messages),
        },
        indent=2,
        ensure_ascii=False,
    ).encode()


def discord_message(ref: str = "100", content: str = "hello", **more: Any) -> dict[str, Any]:
    """One message of such an export."""
    return {
        "id": ref,
        "type": "Default",
        "timestamp": "2026-02-02T19:31:00.1230000+00:00",
        "timestampEdited": None,
        "callEndedTimestamp": None,
        "isPinned": False,
        "content": content,
        "author": {
            "id": "42",
            "name": "rowan",
            "discriminator": "0000",
            "nickname": "Rowan",
            "color": "#112233",
            "isBot": False,
            "roles": [{"id": "1", "name": "mods", "color": None, "position": 3}],
            "avatarUrl": "https://example.org/42.png",
        },
        "attachments": [],
        "embeds": [],
        "stickers": [],
        "reactions": [],
        "mentions": [],
        "inlineEmojis": [],
        **more,
    }


def familiar_connect_file(
    path: Path, columns: str, rows: list[tuple[object, ...]], *, table: str = "turns"
) -> Path:
    """A SQLite file with one table."""
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE {table} ({columns})")
    for row in rows:
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} VALUES ({marks})", row)
    connection.commit()
    connection.close()
    return path


def _sillytavern() -> bytes:
    return json_lines(
        {
            "user_name": "Rowan",
            "character_name": "Ember",
            "create_date": "2024-3-5@14h22m33s",
            "chat_metadata": {"note_prompt": ""},
        },
        {
            "name": "Ember",
            "is_user": False,
            "is_system": False,
            "send_date": "March 5, 2024 2:22pm",
            "mes": "Good evening, {{user}}.",
            "extra": {},
        },
        {"name": "Rowan", "is_user": True, "send_date": "March 5, 2024 2:23pm", "mes": "Hi!"},
    )


def _turns() -> bytes:
    return json_lines(
        {
            "ref": "m1",
            "timestamp": "2026-02-02T19:31:00+00:00",
            "channel": "tavern",
            "author": {"platform": "discord", "user_id": "42"},
            "text": "hello",
        }
    )


def _chat() -> bytes:
    return json_lines(
        {"role": "user", "content": "hello", "timestamp": 1707000000},
        {"role": "assistant", "content": "hello yourself", "timestamp": 1707000001},
    )


def _chatgpt() -> bytes:
    def node(ref: str, parent: str | None, role: str, words: str, when: float | None) -> Any:
        message = {
            "id": ref,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": when,
            "content": {"content_type": "text", "parts": [words]},
            "metadata": {},
            "recipient": "all",
        }
        return {"id": ref, "message": message, "parent": parent, "children": []}

    return json.dumps(
        [
            {
                "title": "Tea",
                "create_time": 1707000000.25,
                "update_time": 1707000100.5,
                "mapping": {
                    "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
                    "a": node("a", "root", "user", "Which tea?", 1707000001.5),
                    "b": node("b", "a", "assistant", "Green.", 1707000002.5),
                },
                "current_node": "b",
                "conversation_id": "c-1",
            }
        ]
    ).encode()


def _claude() -> bytes:
    def message(ref: str, sender: str, words: str) -> dict[str, Any]:
        return {
            "uuid": ref,
            "text": words,
            "content": [{"type": "text", "text": words}],
            "sender": sender,
            "created_at": "2026-02-02T19:31:00.123456Z",
            "updated_at": "2026-02-02T19:31:00.123456Z",
            "attachments": [],
            "files": [],
        }

    return json.dumps(
        [
            {
                "uuid": "c-1",
                "name": "Tea",
                "summary": "",
                "created_at": "2026-02-02T19:31:00.123456Z",
                "updated_at": "2026-02-02T19:32:00.123456Z",
                "account": {"uuid": "acc-1"},
                "chat_messages": [
                    message("m-1", "human", "Which tea?"),
                    message("m-2", "assistant", "Green."),
                ],
            }
        ]
    ).encode()


def _tree() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.comment = b"familiar_memory tree 1"
        archive.writestr("topics/tea.md", "# Tea\n\n- Green (2026-02-02, in:owner)\n")
    return packed.getvalue()


def _long_twitch(count: int) -> bytes:
    return b"".join(_IRC.replace(b"abc-1", b"abc-%d" % n) for n in range(count))


def _long_chatgpt(count: int) -> bytes:
    (conversation,) = json.loads(_chatgpt())
    node = conversation["mapping"].pop("b")
    for n in range(count):
        ref = f"n{n}"
        message = {**node["message"], "id": ref}
        conversation["mapping"][ref] = {
            **node,
            "id": ref,
            "message": message,
            "parent": f"n{n - 1}" if n else "a",
            "children": [f"n{n + 1}"],
        }
    conversation["current_node"] = f"n{count - 1}"
    return json.dumps([conversation]).encode()


def _long_claude(count: int) -> bytes:
    (conversation,) = json.loads(_claude())
    message = conversation["chat_messages"][0]
    conversation["chat_messages"] = [{**message, "uuid": f"m-{n}"} for n in range(count)]
    return json.dumps([conversation]).encode()


def _long_lines(sample: bytes, count: int) -> bytes:
    """The last line of a sample many times over, each with a ref of its own where it has one."""
    *head, last = sample.splitlines()
    value = json.loads(last)
    many = ({**value, **({"ref": f"m{n}"} if "ref" in value else {})} for n in range(count))
    return b"".join(line + b"\n" for line in head) + json_lines(*many)


def write_long(folder: Path, importer: str, count: int) -> Path | None:
    """A chat of so many messages as an importer of chats reads it; None for other importers."""
    makers: dict[str, tuple[str, Callable[[], bytes]]] = {
        "sillytavern-chat": ("long.jsonl", lambda: _long_lines(_sillytavern(), count)),
        "turns": ("long.jsonl", lambda: _long_lines(_turns(), count)),
        "chat-jsonl": ("long.jsonl", lambda: _long_lines(_chat(), count)),
        "twitch-log": ("long.log", lambda: _long_twitch(count)),
        "chatgpt": ("long.json", lambda: _long_chatgpt(count)),
        "claude": ("long.json", lambda: _long_claude(count)),
        "discord-chat-exporter": (
            "long.json",
            lambda: discord_export(*(discord_message(str(100 + n)) for n in range(count))),
        ),
    }
    if importer == "familiar-connect":
        rows = [
            (n, "ember", 8, 7, "user", "Rowan", "hello", "2026-02-02T19:31:00+00:00")
            for n in range(count)
        ]
        return familiar_connect_file(folder / "long.db", _CONNECT_COLUMNS, list(rows))
    if importer not in makers:
        return None
    name, make = makers[importer]
    (folder / name).write_bytes(make())
    return folder / name


_IRC = (
    b"@badge-info=;display-name=Rowan;id=abc-1;room-id=9;tmi-sent-ts=1707000000123;user-id=42"
    b" :rowan!rowan@rowan.tmi.twitch.tv PRIVMSG #mosslight :hello there\n"
)

SAMPLES: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "sillytavern": ("sillytavern-chat", "Ember - 2024-3-5@14h22m33s.jsonl", _sillytavern),
    "sillytavern-headless": (
        "sillytavern-chat",
        "group.jsonl",
        lambda: json_lines({"name": "Ember", "is_user": False, "mes": "Hm."}),
    ),
    "sillytavern-new": (
        "sillytavern-chat",
        "new.jsonl",
        lambda: json_lines(
            {"chat_metadata": {"integrity": "x" * 100_000}, "user_name": "unused"},
            {"name": "Ember", "mes": "Hm.", "send_date": "2026-02-02T19:31:00.000Z"},
        ),
    ),
    "discord": ("discord-chat-exporter", "tavern.json", lambda: discord_export(discord_message())),
    "turns": ("turns", "turns.jsonl", _turns),
    "chat": ("chat-jsonl", "bot.ndjson", _chat),
    "chatgpt": ("chatgpt", "conversations.json", _chatgpt),
    "claude": ("claude", "claude-conversations.json", _claude),
    "twitch-irc": ("twitch-log", "raw.log", lambda: _IRC),
    "twitch-chatterino": (
        "twitch-log",
        "mosslight-2024-03-05.log",
        lambda: b"# Start logging at 2024-03-05 14:22:00 CET\n[14:22:33] rowan: hello\n",
    ),
    "twitch-plain": (
        "twitch-log",
        "chat.txt",
        lambda: b"[2024-03-05 14:22:33] #mosslight rowan: hello\n",
    ),
    "card": (
        "card",
        "ember.json",
        lambda: (
            b'{"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Ember",'
            b' "description": "A fox.", "first_mes": "Hello."}}'
        ),
    ),
    "lorebook": (
        "lorebook",
        "canon.json",
        lambda: b'{"entries": {"0": {"uid": 0, "key": ["katana"], "content": "A sword."}}}',
    ),
    "mcp-memory": (
        "mcp-memory",
        "memory.jsonl",
        lambda: json_lines(
            {"type": "entity", "name": "Rowan", "entityType": "person", "observations": ["Tea"]},
            {"type": "relation", "from": "Rowan", "to": "Acme", "relationType": "works_at"},
        ),
    ),
    "memory-json": (
        "memory-json",
        "memories.json",
        lambda: b'[{"id": "1", "memory": "Likes tea", "user_id": "rowan"}]',
    ),
    "memory-md": ("memory-md", "MEMORY.md", lambda: b"# Memory\n\n- Likes tea\n"),
    "tree": ("tree", "ember.zip", _tree),
    "markdown": ("markdown", "note.md", lambda: b"# Tea\n\n- Green (2026-02-02)\n"),
}
"""Importer, file name and bytes, by a name of the sample."""


_CONNECT_COLUMNS = (
    "id INTEGER PRIMARY KEY, familiar_id TEXT, channel_id INTEGER, guild_id INTEGER,"
    " role TEXT, speaker TEXT, content TEXT, timestamp TEXT"
)


def write_samples(folder: Path) -> dict[str, tuple[str, Path]]:
    """Every sample as a file: (importer, path), by the name of the sample."""
    made = {}
    for sample, (importer, name, data) in SAMPLES.items():
        home = folder / sample
        home.mkdir(parents=True)
        (home / name).write_bytes(data())
        made[sample] = (importer, home / name)
    (folder / "familiar-connect").mkdir()
    made["familiar-connect"] = (
        "familiar-connect",
        familiar_connect_file(
            folder / "familiar-connect" / "history.db",
            _CONNECT_COLUMNS,
            [(1, "ember", 8, 7, "user", "Rowan", "hello", "2026-02-02T19:31:00+00:00")],
        ),
    )
    (folder / "vault").mkdir()
    (folder / "vault" / "a.md").write_bytes(b"# A\n")
    made["vault"] = ("markdown", folder / "vault")
    return made
