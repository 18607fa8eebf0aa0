"""A sound file of every format, to be damaged."""

from __future__ import annotations

import base64
import io
import json
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Seed", "seeds"]


@dataclass(frozen=True, slots=True)
class Seed:
    """A file, and the importer that it is for."""

    importer: str
    file_name: str
    data: bytes


def seeds() -> tuple[Seed, ...]:
    """All of them."""
    return (*_cards(), *_lorebooks(), *_chats(), *_memories())


_ENTRY: dict[str, Any] = {
    "uid": 0,
    "key": ["katana", "/swords?/i"],
    "keysecondary": ["forge"],
    "comment": "Katana",
    "content": "A blade.\r\n\r\nMade of *folded* steel.\n",
    "constant": False,
    "selective": True,
    "selectiveLogic": 0,
    "order": 100,
    "position": 4,
    "depth": 2,
    "role": 1,
    "disable": False,
    "probability": 50.5,
    "useProbability": True,
    "group": "a, b",
    "scanDepth": None,
    "characterFilter": {"isExclude": False, "names": ["Ember"], "tags": []},
    "vendor": {"keep": [None, 1.10]},
}
_BOOK_ENTRY: dict[str, Any] = {
    "keys": ["tea"],
    "secondary_keys": [],
    "content": "Lapsang.",
    "extensions": {"position": 0, "probability": 100, "vendor": {}},
    "enabled": True,
    "insertion_order": 3,
    "name": "Tea",
    "id": 7,
    "position": "after_char",
}
_BOOK: dict[str, Any] = {"name": "Tea house", "extensions": {}, "entries": [_BOOK_ENTRY] * 2}
_CARD: dict[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "name": "Ember",
    "data": {
        "name": "Ember",
        "description": "{{char}} keeps a tavern.\r\n",
        "personality": "warm",
        "scenario": "",
        "first_mes": "---\nHello, {{user}}.",
        "mes_example": "<START>\n{{user}}: Tea?",
        "creator_notes": "for you",
        "system_prompt": "",
        "post_history_instructions": None,
        "alternate_greetings": ["Hi.", "Oi."],
        "tags": ["tavern"],
        "extensions": {"depth_prompt": {"prompt": "Be brief.", "depth": 4, "role": "system"}},
        "assets": [{"type": "icon", "uri": "embeded://assets/icon/a.png", "name": "main"}],
        "character_book": _BOOK,
    },
}


def _cards() -> Iterator[Seed]:
    card = _json(_CARD)
    v3 = _json({**_CARD, "spec": "chara_card_v3", "spec_version": "3.0"})
    yield Seed("card", "ember.json", card)
    yield Seed("card", "v1.json", _json({"name": "Old", "description": "d", "first_mes": "m"}))
    yield Seed("card", "ember.png", _png((b"tEXt", b"chara\0" + base64.b64encode(card))))
    both = ((b"tEXt", b"chara\0" + base64.b64encode(card)),)
    yield Seed("card", "both.png", _png(*both, (b"tEXt", b"ccv3\0" + base64.b64encode(v3))))
    packed = b"chara\0\0" + zlib.compress(base64.b64encode(card))
    yield Seed("card", "packed.png", _png((b"zTXt", packed)))
    international = b"ccv3\0\1\0\0\0" + zlib.compress(base64.b64encode(v3))
    yield Seed("card", "itxt.png", _png((b"iTXt", international)))
    yield Seed("card", "ember.charx", _zip({"card.json": v3, "assets/icon/a.png": _png()}))
    yield Seed("card", "ember.jpeg", b"\xff\xd8\xff\xe0\x00\x10JFIF" + _zip({"card.json": v3}))


def _lorebooks() -> Iterator[Seed]:
    world = {"entries": {"0": _ENTRY, "7": {**_ENTRY, "uid": 7, "comment": ""}}, "name": "W"}
    novelai = {
        "lorebookVersion": 4,
        "entries": [
            {
                "text": "A rift.",
                "contextConfig": {"budgetPriority": 400},
                "displayName": "Rift",
                "keys": ["rift"],
                "enabled": True,
                "forceActivation": False,
            }
        ],
        "settings": {},
    }
    agnai_entry = {
        "name": "A",
        "entry": "text",
        "keywords": ["k"],
        "priority": 1,
        "weight": 2,
        "enabled": False,
    }
    risu_entry = {
        "key": "a, b",
        "secondkey": "",
        "insertorder": 1,
        "comment": "R",
        "content": "text",
        "alwaysActive": True,
        "selective": False,
    }
    yield Seed("lorebook", "world.json", _json(world))
    yield Seed("lorebook", "list.json", _json({"entries": [_BOOK_ENTRY, _ENTRY]}))
    yield Seed("lorebook", "v3.json", _json({"spec": "lorebook_v3", "data": _BOOK}))
    yield Seed("lorebook", "novelai.lorebook", _json(novelai))
    naidata = b"naidata\0" + base64.b64encode(_json(novelai))
    yield Seed("lorebook", "novelai.png", _png((b"tEXt", naidata)))
    agnai = {"kind": "memory", "name": "M", "entries": [agnai_entry]}
    yield Seed("lorebook", "agnai.json", _json(agnai))
    yield Seed("lorebook", "risu.json", _json({"type": "risu", "ver": 1, "data": [risu_entry]}))


def _chats() -> Iterator[Seed]:
    author = {"platform": "discord", "user_id": "42"}
    turn = {
        "ref": "1",
        "timestamp": "2026-02-02T19:31:00Z",
        "channel": "t",
        "author": author,
        "text": "hi",
    }
    yield Seed("turns", "turns.jsonl", _lines(turn, {**turn, "ref": "2"}))
    header = {"user_name": "Rowan", "character_name": "Ember", "create_date": "2024-3-5@14h22m33s"}
    said = {"name": "Rowan", "is_user": True, "send_date": "March 5, 2024 2:22pm", "mes": "hi"}
    reply = {"name": "Ember", "is_user": False, "send_date": 1709648553000, "swipes": ["a"]}
    said_both = _lines(header, said, {**said, **reply})
    yield Seed("sillytavern-chat", "Ember - 2024-3-5.jsonl", said_both)
    message = {
        "id": "10",
        "type": "Default",
        "timestamp": "2024-03-05T14:22:33.1+00:00",
        "timestampEdited": None,
        "content": "hi",
        "author": {"id": "42", "name": "rowan", "nickname": "Rowan", "isBot": False},
        "attachments": [{"id": "1", "url": "https://example.org/a.png", "fileName": "a.png"}],
        "reference": {"messageId": "9"},
        "mentions": [],
    }
    discord = {
        "guild": {"id": "1", "name": "Lantern"},
        "channel": {"id": "2", "type": "GuildTextChat", "name": "tavern"},
        "messages": [message, {**message, "id": "11", "timestampEdited": message["timestamp"]}],
        "messageCount": 2,
    }
    yield Seed("discord-chat-exporter", "tavern.json", _json(discord))
    tags = b"@display-name=Rowan;id=ab-1;user-id=42;tmi-sent-ts=1709648553000"
    gone = b"@login=rowan;target-msg-id=ab-1;tmi-sent-ts=1709648554000"
    clear = gone + b" :tmi.twitch.tv CLEARMSG #moss :hi"
    irc = tags + b" :rowan!rowan@rowan.tmi.twitch.tv PRIVMSG #moss :hi\n" + clear + b"\n"
    yield Seed("twitch-log", "irc.log", irc)
    plain = (
        b"# Start logging at 2024-03-05 14:22:00 UTC\n[14:22:33] rowan: hi\n[14:23:00] moss: oh\n"
    )
    yield Seed("twitch-log", "moss-2024-03-05.log", plain)
    node = {
        "id": "m1",
        "author": {"role": "user"},
        "create_time": 1709648553.1,
        "content": {"content_type": "text", "parts": ["hi"]},
    }
    mapping = {
        "r": {"id": "r", "message": None, "parent": None, "children": ["m1"]},
        "m1": {"id": "m1", "message": node, "parent": "r", "children": []},
    }
    chat = {"title": "Tea", "create_time": 1709648553.1, "mapping": mapping, "current_node": "m1"}
    yield Seed("chatgpt", "conversations.json", _json([{**chat, "conversation_id": "c1"}]))
    claude = {
        "uuid": "u1",
        "text": "hi",
        "sender": "human",
        "created_at": "2024-03-05T14:22:33.1Z",
        "content": [{"type": "text", "text": "hi"}],
    }
    talk = {"uuid": "c1", "name": "Tea", "created_at": "2024-03-05T14:22:33Z"}
    yield Seed("claude", "conversations.json", _json([{**talk, "chat_messages": [claude]}]))
    other = {"role": "user", "name": "Rowan", "content": "hi", "timestamp": "2024-03-05T14:22:33Z"}
    yield Seed("chat-jsonl", "bot.jsonl", _lines({**other, "id": "1"}, {**other, "id": "2"}))
    yield Seed("familiar-connect", "history.db", _familiar_connect())


def _familiar_connect() -> bytes:
    """A database of one table, as the first versions had it."""
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE TABLE turns (id INTEGER PRIMARY KEY, familiar_id TEXT, channel_id INTEGER,"
        " role TEXT, speaker TEXT, content TEXT, timestamp TEXT)"
    )
    database.execute(
        "INSERT INTO turns VALUES (1, 'ember', 7, 'user', 'Rowan', 'hi', '2024-03-05T14:22:33Z')"
    )
    database.commit()
    data = database.serialize()
    database.close()
    return data


def _memories() -> Iterator[Seed]:
    yield Seed("markdown", "note.md", b"---\ntags: [a]\n---\n# Tea\n\n- [fact] smoked #tea\n")
    yield Seed("markdown", "note.md", b"---\rtags: [a]\r---\r# Tea\r\r- smoked\r")
    yield Seed("memory-md", "MEMORY.md", b"---\ntags: [a]\n---\n# Memory\n\n- Likes tea\n")
    commented = b"- Likes tea <!-- trigger: tea, cup --> <!-- importance: 8 -->\n"
    yield Seed("memory-md", "MEMORY.md", commented)
    head = b"---\ntitle: Tea\ntype: note\npermalink: tea\n---\n"
    stated = (
        b"## Observations\n- [fact] Smoked #tea (from Al)\n\n## Relations\n- goes_with [[Cup]]\n"
    )
    yield Seed("basic-memory", "note.md", head + stated)
    entity = {"type": "entity", "name": "Al", "entityType": "person", "observations": ["Sings"]}
    relation = {"type": "relation", "from": "Al", "to": "Tea", "relationType": "likes"}
    yield Seed("mcp-memory", "memory.jsonl", _lines(entity, relation))
    graph = {"entities": [entity], "relations": [relation]}
    yield Seed("mcp-memory", "memory.json", _json(graph))
    mem0 = {"id": "1", "memory": "Likes tea", "user_id": "al", "metadata": {"platform": "irc"}}
    dated = {"created_at": "2026-01-01T00:00:00Z", "categories": ["food"], "hash": "x"}
    yield Seed("memory-json", "mem0.json", _json({"results": [{**mem0, **dated}]}))
    yield Seed("memory-json", "mem0.jsonl", _lines(mem0, mem0))
    stored = {"id": "a", "type": "fact", "subject": "Tea", "content": "Smoked", "ttl": "7d"}
    ranked = {"importance": 8, "tags": "a,b", "created_at": 1767312000, "consolidated_into": "b"}
    ends = {"source_id": 1, "relation": "likes", "target": "Tea"}
    known = [{"id": 1, "name": "Al", "type": "person", "relations": []}]
    dump = {"memories": [{**stored, **ranked}], "entities": known, "relations": [ends]}
    yield Seed("memory-json", "dump.json", _json(dump))
    tree = {"a.md": b"# A\n", "self/.card.json": b"{}", "self/a.png": _png()}
    marked = _zip(tree)[:-2] + (22).to_bytes(2, "little") + b"familiar_memory tree 1"
    yield Seed("tree", "memory.zip", marked)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(*values: object) -> bytes:
    return b"".join(_json(value) + b"\n" for value in values)


def _png(*chunks: tuple[bytes, bytes]) -> bytes:
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    body = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0\0\0\0")), *chunks, (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in body
    )


def _zip(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)
    return target.getvalue()
