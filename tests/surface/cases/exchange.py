"""Import and export."""

import json

from surface.table import both, case, file, gone, note, plain

_CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {"name": "Aqua", "description": "A goddess.", "first_mes": "Praise me."},
}
_MCP = (
    '{"type": "entity", "name": "Rowan", "entityType": "person", "observations": ["Likes tea"]}\n'
    '{"type": "relation", "from": "Rowan", "to": "Gus", "relationType": "knows"}\n'
)
_CHAT = '{"user": "Rowan", "text": "hello", "time": "2026-02-27T10:00:00+00:00"}\n'
_DISCORD = {
    "guild": {"id": "1", "name": "Lantern"},
    "channel": {"id": "2", "type": "GuildTextChat", "name": "tavern"},
    "messages": [
        {
            "id": "3",
            "type": "Default",
            "timestamp": "2026-02-27T10:00:00+00:00",
            "content": "hi",
            "author": {"id": "42", "name": "rowan", "nickname": "Rowan", "isBot": False},
        },
    ],
}
_GPT = [{"id": "c1", "title": "t", "mapping": {}}]
_CLAUDE = [
    {
        "uuid": "u1",
        "name": "t",
        "account": {"uuid": "a"},
        "chat_messages": [
            {"uuid": "x1", "sender": "human", "text": "hi", "created_at": "2026-02-27T10:00:00Z"}
        ],
    }
]
_TWITCH = "[2026-02-27 14:22:33] #mosslight rowan: hello\n"
_TAVERN_CHAT = (
    '{"user_name": "Rowan", "character_name": "Ember", "create_date": "2026-02-27@10h00m00s"}\n'
    '{"name": "Rowan", "is_user": true, "send_date": "2026-02-27T10:00:00.000Z", "mes": "hi"}\n'
)
_NEWER = {"entries": {"0": {"uid": 0, "key": ["katana"], "comment": "Katana", "content": "Sold."}}}

_GOOD = {
    "aqua.json": (json.dumps(_CARD), "", "--as card", "--set replace=yes"),
    "memory.jsonl": (_MCP, "", "--set folder=graph", "--set audience=everyone"),
    "talk.jsonl": (_CHAT, "--as chat-jsonl", "--as chat-jsonl --set platform=irc"),
    "discord.json": (json.dumps(_DISCORD), "", "--set me=42", "--set private=yes"),
    "conversations.json": (json.dumps(_CLAUDE), "", "--as claude"),
    "gpt.json": (json.dumps(_GPT), "--as chatgpt"),
    "mosslight-2026-02-27.log": (_TWITCH, "", "--as twitch-log --set zone=Asia/Tokyo"),
    "tavernchat.jsonl": (_TAVERN_CHAT, "", "--as sillytavern-chat --set zone=UTC"),
    "MEMORY.md": ("# Memory\n\n- Rowan likes tea\n", "", "--as memory-md", "--as markdown"),
    "mem0.json": ('[{"memory": "Likes tea", "id": "1"}]', "", "--as memory-json --set folder=m"),
}
_BAD = {
    "a text": ("x.json", "hello", ("", "--as card", "--as lorebook", "--as memory-json")),
    "nothing": (
        "x.json",
        "",
        (
            "",
            "--as card",
            "--as lorebook",
            "--as chatgpt",
            "--as claude",
            "--as discord-chat-exporter",
            "--as memory-json",
        ),
    ),
    "cut short": (
        "x.json",
        '{"entries": {"0"',
        ("", "--as card", "--as lorebook", "--as chatgpt", "--as discord-chat-exporter"),
    ),
    "an empty object": (
        "x.json",
        "{}",
        (
            "",
            "--as card",
            "--as lorebook",
            "--as chatgpt",
            "--as claude",
            "--as discord-chat-exporter",
            "--as memory-json",
        ),
    ),
    "a key twice": ("x.json", '{"a": 1, "a": 2}', ("--as card", "--as lorebook")),
    "nested too deep": ("x.json", "[" * 3000 + "]" * 3000, ("--as card", "--as lorebook")),
    "UTF-16": ("x.json", b"\xff\xfe{\x00}\x00", ("--as card", "--as lorebook", "--as claude")),
    "no UTF-8": ("x.json", b'{"name": "\xff"}', ("--as card", "--as lorebook", "--as chatgpt")),
    "a nameless card": ("x.json", '{"spec": "chara_card_v2", "data": {}}', ("", "--as card")),
    "a list of numbers": (
        "x.json",
        "[1, 2]",
        ("", "--as memory-json", "--as claude", "--as chatgpt", "--as lorebook"),
    ),
    "a lorebook with odd entries": ("x.json", '{"entries": 3}', ("", "--as lorebook")),
    "a conversation without messages": ("x.json", '[{"uuid": "u"}]', ("--as claude",)),
    "a conversation without a mapping": ("x.json", '[{"id": "u"}]', ("--as chatgpt",)),
    "messages before the channel": ("x.json", '{"messages": []}', ("--as discord-chat-exporter",)),
    "a memory without a text": ("x.json", '[{"id": "1"}]', ("--as memory-json",)),
    "lines that are no JSON": (
        "x.jsonl",
        "hello\n",
        ("", "--as turns", "--as chat-jsonl", "--as mcp-memory", "--as sillytavern-chat"),
    ),
    "an odd graph": ("x.jsonl", '{"type": "entity"}\n', ("--as mcp-memory",)),
    "a silent chat": ("x.jsonl", '{"user": "Rowan"}\n', ("--as chat-jsonl",)),
    "a chat of nobody": ("x.jsonl", '{"text": "hi"}\n', ("--as chat-jsonl",)),
    "no log": ("x.log", "hello\n", ("", "--as twitch-log")),
    "a picture": ("x.png", b"\x89PNG\r\n\x1a\n", ("", "--as card", "--as lorebook")),
    "a cut picture": ("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("", "--as card")),
    "no picture": ("x.png", b"GIF89a", ("", "--as card")),
    "no archive": ("x.charx", b"PK\x03\x04", ("", "--as card")),
    "no zip": ("x.zip", b"PK\x03\x04", ("", "--as tree")),
    "bad YAML": ("x.yaml", "a: [", ("", "--as card")),
    "a note not in UTF-8": ("x.md", b"\xff\n", ("", "--as markdown", "--as memory-md")),
    "no database": ("history.db", "hello", ("", "--as familiar-connect")),
    "YAML that is a list": ("x.yaml", "- a\n- b\n", ("--as card",)),
    "YAML that refers to itself": ("x.yaml", "a: &b [*b]\n", ("--as card",)),
    "YAML nested too deep": ("x.yaml", "a: " + "[" * 200 + "]" * 200, ("--as card",)),
    "a card that is a list": ("x.json", "[1]", ("--as card",)),
    "a bare value": ("x.json", "3", ("--as claude", "--as chatgpt", "--as memory-json")),
    "a lone surrogate": ("x.json", '{"name": "\\ud800"}', ("--as card", "--as lorebook")),
    "a number too long": ("x.json", '{"name": ' + "9" * 5000 + "}", ("--as card",)),
    "data that is a text": ("x.json", '{"spec": "lorebook_v3", "data": "x"}', ("--as lorebook",)),
    "messages that are none": (
        "x.json",
        '{"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": 3}',
        ("--as discord-chat-exporter",),
    ),
    "a conversation without an id": ("x.json", '[{"mapping": {}}]', ("--as chatgpt",)),
    "messages that are an object": (
        "x.json",
        '[{"uuid": "u", "chat_messages": {}}]',
        ("--as claude",),
    ),
    "a relation that is none": (
        "x.json",
        '{"entities": [], "relations": [3]}',
        ("--as memory-json",),
    ),
    "an entity without a name": (
        "x.json",
        '{"entities": [{"observations": []}]}',
        ("--as memory-json",),
    ),
    "memories that are no list": ("x.json", '{"memories": 3}', ("--as memory-json",)),
    "neither entity nor relation": ("x.jsonl", '{"type": "dream"}\n', ("--as mcp-memory",)),
    "observations that are none": (
        "x.jsonl",
        '{"type": "entity", "name": "a", "entityType": "b", "observations": 3}\n',
        ("--as mcp-memory",),
    ),
    "a chat of a time without a day": ("x.log", "[14:22] rowan: hi\n", ("--as twitch-log",)),
    "a chat of no channel": ("x.log", "[2026-02-27 14:22:33] rowan: hi\n", ("--as twitch-log",)),
    "a line too long": ("x.log", "x" * 70_000, ("--as twitch-log",)),
    "a picture with a damaged chunk": (
        "x.png",
        b"\x89PNG\r\n\x1a\n\0\0\0\x01tEXtx\0\0\0\0",
        ("--as card",),
    ),
    "a picture cut in its chunk": ("x.png", b"\x89PNG\r\n\x1a\n\0\0\1\0tEXtchara", ("--as card",)),
    "something else": ("x.bin", b"\0\1", ("", "--as turns")),
}

_MINE = note("garden.md", "# Garden\n\nMine.\n", "garden.md edited")
_OLD_OUT = file("out.zip", "old", "out.zip")

GROUPS = {
    "import": [
        *both("import --formats"),
        *both("import chat.jsonl", "import tavern.json", "import Ember.json", "import vault",
              "import vault --dry-run", "import tavern.json --dry-run", world="empty"),
        *both("import chat.jsonl", "import tavern.json", "import Ember.json", "import vault",
              "import tavern.json --force", "import vault --set audience=everyone --force"),
        *(
            case(f"import {name} {option}".rstrip(), given=file(name, content))
            for name, (content, *options) in _GOOD.items()
            for option in (*options, "--dry-run --json", "--json")
        ),
        *both("import vault", "import vault --force", given=_MINE),
        *both("import vault", "import vault --accept-removals", given=gone("vault/garden.md")),
        *both("import tavern.json", given=file("tavern.json", _NEWER, "another tavern.json")),
        case("import personality.md --as markdown", given=file("personality.md", "Mine.\n")),
        *plain("import vault", "import vault --json", world="empty",
               given=note("garden.md", "# Garden\n\nMine alone.\n", "a garden.md by hand")),
        case("import vault", "undo $(familiar log garden.md -n 1 --ids) --yes", "import vault",
             world="empty"),
    ],
    "import_refused": [
        *plain(
            "import absent.json",
            "import ''",
            "import vault/picture.svg",
            "import familiars",
            "import chat.jsonl --as nothing",
            "import chat.jsonl --as card",
            "import chat.jsonl --as lorebook",
            "import tavern.json --as card",
            "import Ember.json --as lorebook",
            "import vault --as card",
            "import vault --as turns",
            "import tavern.json --set book",
            "import tavern.json --set book=",
            "import tavern.json --set shelf=x",
            "import tavern.json --set book=../x",
            "import chat.jsonl --set x=y",
            "import vault --set audience=nobody",
            "import vault --set audience=",
            "import vault --set attachments=maybe",
            "import Ember.json --set replace=maybe",
            "import Ember.json --set",
            "import chat.jsonl --as twitch-log --set zone=Mars/Olympus",
        ),
        *(
            case(f"import {name} {option}".rstrip(), given=file(name, content, called))
            for called, (name, content, options) in _BAD.items()
            for option in options
        ),
        case("import x.json --json", given=file("x.json", "hello", "a text")),
        case("import empty", given=file("empty/.keep", "", "an empty folder")),
        case("import many", given=(file("many/a.json", "{}"), file("many/b.json", "{}"))),
    ],
    "export": [
        *both(
            "export tree -o out.zip",
            "export records -o out.jsonl",
            "export lorebook -o out.json",
            "export lorebook --book tavern --form v3 -o out.json",
            "export lorebook --form worldinfo -o out.json --set audience=everyone",
            "export card -o out.json",
            "export card -o out.png",
            "export card -o out.charx",
            "export person --person Rowan -o out.md",
            "export person --person discord-7 -o out.md",
        ),
        *plain(
            "export frobnicate -o out.zip",
            "export tree -o out.txt",
            "export tree -o absent/out.zip",
            "export tree -o vault",
            "export tree -o out.zip --set audience=everyone",
            "export tree -o out.zip --set audience",
            "export records -o out.txt",
            "export lorebook -o out.txt",
            "export lorebook -o out.json --book absent",
            "export lorebook -o out.json --form old",
            "export lorebook -o out.json --set audience=discord-dm-7",
            "export card -o out.gif",
            "export card -o out.png --image chat.jsonl",
            "export card -o out.png --image absent.png",
            "export card -o out.json --book absent",
            "export card -o out.json --set audience=nobody",
            "export person -o out.md",
            "export person --person nobody -o out.md",
            "export person --person Rowan -o out.txt",
            "export person --person Rowan -o out.md --set audience=everyone",
        ),
        *plain("export tree -o out.zip", "export tree -o out.zip --json",
               "export tree -o out.zip --force", given=_OLD_OUT),
        *plain("export lorebook -o out.json", "export card -o out.json", "export tree -o out.zip",
               "export records -o out.jsonl", "export person --person Rowan -o out.md",
               world="empty"),
        case("export tree -o out.zip", "import out.zip", "import out.zip --as tree --json"),
        case("export records -o out.jsonl",
             given=note("topics/bad.md", b"\xff\n", "a note not in UTF-8")),
        case("export lorebook -o out.json",
             given=note("lore/imported/tavern/vault.md",
                        "---\nkeys: [vault]\nvisibility: owner\n---\n# Vault\n\nHidden.\n",
                        "lore for the owner")),
        case("export lorebook -o out.json --set audience=everyone --json",
             given=note("lore/imported/tavern/vault.md",
                        "---\nkeys: [vault]\nvisibility: owner\n---\n# Vault\n\nHidden.\n",
                        "lore for the owner")),
        case("export lorebook -o out.json",
             given=file("familiars/ember/memory/lore/imported/tavern/.book.json", "{",
                        "a damaged sidecar")),
        *(
            case("export card -o out.json",
                 given=file("familiars/ember/memory/self/.card.json", text, f"the sidecar {text}"))
            for text in ("{", "{}", "[]")
        ),
        *(
            case("export lorebook -o out.json",
                 given=file("familiars/ember/memory/lore/imported/tavern/.book.json", text,
                            f"the sidecar {text}"))
            for text in ("{}", "[]", '{"version": 1}', '{"version": 1, "book": {}}',
                         '{"version": 1, "book": {}, "files": [3]}')
        ),
    ],
}  # fmt: skip
