"""Recording what was said, and writing it up."""

import json

from surface.table import both, case, character, file, note, plain
from surface.world import turn

_WHEN = "2026-02-28T19:31"
_GOOD = turn("n1", _WHEN, "hello")


def _without(key: str) -> dict[str, object]:
    return {name: value for name, value in _GOOD.items() if name != key}


_BAD_LINES = {
    "cut short": '{"ref": "n1"',
    "no JSON": "hello",
    "a list": "[1]",
    "a text": '"hello"',
    "nothing": "",
    "an empty line": "\n\n",
    "NaN": '{"ref": NaN}',
    "a key twice": '{"ref": "a", "ref": "b"}',
    "an empty object": "{}",
    "nested too deep": "[" * 2000 + "]" * 2000,
    "no text": json.dumps(_without("text")),
    "no author": json.dumps(_without("author")),
    "an unknown key": json.dumps(_GOOD | {"mood": "fine"}),
    "a misspelt key": json.dumps(_GOOD | {"chanel": "x"}),
    "another word for private": json.dumps(_GOOD | {"is_private": True}),
    "a naive time": json.dumps(_GOOD | {"timestamp": "2026-02-28T19:31:00"}),
    "no time": json.dumps(_GOOD | {"timestamp": "yesterday"}),
    "a number for a time": json.dumps(_GOOD | {"timestamp": 3}),
    "a time outside all years": json.dumps(_GOOD | {"timestamp": "0001-01-01T00:00:00+10:00"}),
    "an author's name": json.dumps(_GOOD | {"author": "Rowan"}),
    "an author without an id": json.dumps(_GOOD | {"author": {"platform": "discord"}}),
    "an author of an empty id": json.dumps(
        _GOOD | {"author": {"platform": "discord", "user_id": ""}}
    ),
    "an author of a number of a platform": json.dumps(
        _GOOD | {"author": {"platform": 3, "user_id": "42"}}
    ),
    "aliases that are a text": json.dumps(
        _GOOD | {"author": {"platform": "discord", "user_id": "42", "aliases": "Ro"}}
    ),
    "a number for a text": json.dumps(_GOOD | {"text": 3}),
    "an empty ref": json.dumps(_GOOD | {"ref": ""}),
    "a list for a ref": json.dumps(_GOOD | {"ref": []}),
    "a flag for a ref": json.dumps(_GOOD | {"ref": True}),
    "a text for a flag": json.dumps(_GOOD | {"private": "yes"}),
    "no such role": json.dumps(_GOOD | {"role": "system"}),
    "no such kind": json.dumps(_GOOD | {"kind": "dream"}),
    "no such kind of place": json.dumps(_GOOD | {"place_kind": "planet"}),
    "a text for actions": json.dumps(_GOOD | {"actions": "waved"}),
    "a lone surrogate": json.dumps(_GOOD | {"text": "\ud800"}),
    "an empty channel": json.dumps(_GOOD | {"channel": ""}),
    "deleted without a text": json.dumps(_without("text") | {"deleted": True}),
    "integers for ids": json.dumps(
        _GOOD | {"ref": 5, "channel": 6, "author": {"platform": "discord", "user_id": 42}}
    ),
}

_HELD_TOPIC = note("people/Gus.md", "# Gus\n\n- plays:: banjo\n\n```\n", "an open fence")

GROUPS = {
    "record": [
        *both("record --jsonl late.jsonl", "record --jsonl chat.jsonl", world="empty"),
        *both("record --jsonl amended.jsonl", "record --jsonl chat.jsonl"),
        *(
            case("record --jsonl bad.jsonl", given=file("bad.jsonl", line, name))
            for name, line in _BAD_LINES.items()
        ),
        case("record --jsonl bad.jsonl", given=file("bad.jsonl", b"\xff\xfe{\x00", "UTF-16")),
        case("record --jsonl bad.jsonl", given=file("bad.jsonl", b'{"ref": "\xff"}', "no UTF-8")),
        case(
            "record --jsonl bad.jsonl",
            "stats",
            given=file("bad.jsonl", json.dumps(_GOOD) + "\n\n{", "a good line and a bad one"),
        ),
        case(
            "record --jsonl -",
            "record --jsonl - --json",
            stdin=json.dumps(_GOOD),
            given=(),
        ),
        case("record --jsonl - --plain", stdin="{"),
        case("record --jsonl - --json", stdin="[]"),
        case("record --jsonl -"),
        *plain("record --jsonl absent.jsonl", "record --jsonl vault", "record --jsonl ''"),
    ],
    "write": [
        *both("write", "write --dry-run", "write --dry-run --verbose", "write -v"),
        case("write", "write", "write --json"),
        *both("write", world="empty"),
        case("write", given=_HELD_TOPIC),
        case("write --json", given=_HELD_TOPIC),
        case("write", given=note("people/Gus.md", b"# Gus \xff\n", "a note not in UTF-8")),
        case("write --json", given=note("people/Gus.md", b"\xff", "a note not in UTF-8")),
        case("write --verbose", given=character("[memory_writer]\nbatch_turns = 1")),
    ],
}
