"""Ways in which a file goes wrong: of itself, and by somebody's intent."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

__all__ = ["mutated"]

_NASTY_BYTES = (
    b"\x00",
    b"\xff\xff\xff\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\r",
    b"\n---\n",
    b"\\ud800",
    b"NaN",
    b"1e99999",
    b"9" * 5000,
    b"[" * 3000,
    b'{"a":' * 300,
    b"../../x",
    b"PK\x03\x04",
    b"IEND",
)
_NASTY_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**40,
    1.5,
    "",
    " ",
    "\u202e\x1b[31m",
    "../../etc/passwd",
    "CON",
    "a" * 400,
    "/(a+)+$/i",
    "---\nname: x\n---\n",
    "# H\n\n- a (2026-01-01, in:discord-dm-1)",
    [],
    [None, 1, "x", []],
    {},
    {"": {"": ""}},
    "\r\n\x0b\x0c\x85\u2028",
)


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The file with one to four things wrong with it."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        data = dice.choice(_WAYS)(data, dice)
    return data


def _flip(data: bytes, dice: random.Random) -> bytes:
    if not data:
        return data
    spoilt = bytearray(data)
    for _ in range(dice.choice((1, 1, 3, 20))):
        spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
    return bytes(spoilt)


def _cut(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def _drop(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    return data[:start] + data[start + dice.choice((1, 4, 50, 500)) :]


def _double(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    piece = data[start : start + dice.choice((1, 8, 100, 2000))]
    return data[:start] + piece * dice.choice((2, 2, 10)) + data[start + len(piece) :]


def _insert(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    return data[:start] + dice.choice(_NASTY_BYTES) + data[start:]


def _json(data: bytes, dice: random.Random) -> bytes:
    """One value of a JSON file, or of one of its lines, replaced by another sort of value."""
    lines = data.split(b"\n")
    for number in dice.sample(range(len(lines)), min(3, len(lines))):
        try:
            value = json.loads(lines[number])
        except (ValueError, RecursionError):
            continue
        lines[number] = json.dumps(_with_oddity(value, dice)).encode()
        return b"\n".join(lines)
    try:
        return json.dumps(_with_oddity(json.loads(data), dice)).encode()
    except (ValueError, RecursionError):
        return _flip(data, dice)


def _with_oddity(value: Any, dice: random.Random) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        if dice.random() < 0.1:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: _with_oddity(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        at = dice.randrange(len(value))
        return [*value[:at], _with_oddity(value[at], dice), *value[at + 1 :]]
    return dice.choice(_NASTY_VALUES)


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _cut,
    _drop,
    _double,
    _insert,
    _json,
    _json,
    _json,
)
