"""What a file looks like, from its first bytes: one answer, so that no two importers claim it.

Nothing here raises, and no more than 64 KB are read.
"""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import ijson

from familiar_importers.chats.reading.twitch_lines import parse_irc, parse_plain, parse_start

__all__ = ["json_lines_kind", "json_kind", "looks_like_twitch", "read_head"]

_HEAD_BYTES = 65_536
"""Enough to see the first message, whatever stands before it."""
_JSON_LINES = frozenset({".jsonl", ".ndjson"})
_LOGS = frozenset({".log", ".txt"})
_MAX_DEPTH = 200
_MAX_LOG_LINE = 4_096
"""Characters of a first line that is compared with the forms of logs."""

_TURN_MARKS = frozenset({"ref", "author", "channel"})
_TURN_KEYS = _TURN_MARKS | {"timestamp", "text"}
_WHO = frozenset({"role", "sender", "speaker", "name", "author", "user", "username", "from"})
_SAID = frozenset({"content", "text", "message", "body"})


def read_head(path: Path) -> bytes:
    """The first 64 KB of a regular file, without a byte order mark; empty if it cannot be read."""
    with suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(_HEAD_BYTES).removeprefix(b"\xef\xbb\xbf")
    return b""


def json_lines_kind(path: Path) -> str | None:
    """`sillytavern`, `turns` or `chat`, of a file of JSON lines; None of any other.

    A file that ends as JSON lines do and shows nothing (it is empty, its first line is
    broken) is taken for turns, so that the strict reader says what is wrong with it.
    """
    if path.suffix.lower() not in _JSON_LINES or not _is_file(path):
        return None
    first = read_head(path).lstrip().partition(b"\n")[0]
    outline = _outline(first)
    if outline is None or outline.is_array:
        return "turns" if outline is None or not outline.keys else None
    keys = outline.keys
    if "chat_metadata" in keys or {"user_name", "character_name"} <= keys:
        return "sillytavern"
    if "mes" in keys and keys & {"name", "is_user"}:
        return "sillytavern"
    if "ref" in keys or {"author", "channel"} <= keys or _is_turn(keys):
        return "turns"
    if keys & _WHO and keys & _SAID:
        return "chat"
    return None if keys else "turns"


def json_kind(path: Path) -> str | None:
    """`discord`, `chatgpt` or `claude`, of one JSON object or array; None of any other."""
    if path.suffix.lower() in _JSON_LINES:
        return None
    outline = _outline(read_head(path))
    if outline is None:
        return None
    if {"guild", "channel"} <= outline.keys and not outline.is_array:
        return "discord"
    if "chat_messages" in outline.keys:
        return "claude"
    return "chatgpt" if "mapping" in outline.keys else None


def looks_like_twitch(path: Path) -> bool:
    """Whether the first line with anything in it is one of a log of Twitch chat."""
    if path.suffix.lower() not in _LOGS:
        return False
    head = read_head(path).decode("utf-8", "replace").lstrip()
    line = head.partition("\n")[0].rstrip("\r")[:_MAX_LOG_LINE]
    if plain := parse_plain(line):
        return bool(plain.login)
    irc = parse_irc(line)
    return parse_start(line) is not None or (irc is not None and "tmi.twitch.tv" in line)


def _is_turn(keys: frozenset[str]) -> bool:
    return bool(keys & _TURN_MARKS) and len(keys & _TURN_KEYS) >= 3


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class _Outline:
    """The keys of the outermost object, or of the first object in the outermost array."""

    is_array: bool
    keys: frozenset[str]


def _outline(head: bytes) -> _Outline | None:
    """What can be seen of JSON that may be cut off; None when it begins as none."""
    head = head.lstrip()
    if not head.startswith((b"{", b"[")):
        return None
    is_array = head.startswith(b"[")
    wanted = 2 if is_array else 1
    keys: set[str] = set()
    depth = 0
    started = 0
    # The end is missing as a rule; what came before it is enough.
    with suppress(ijson.JSONError, ValueError, ArithmeticError):
        for event, value in ijson.basic_parse(io.BytesIO(head), use_float=True):
            if event in ("start_map", "start_array"):
                depth += 1
                if depth > _MAX_DEPTH:
                    break
                started += depth == 2
                if is_array and started > 1:
                    break
            elif event in ("end_map", "end_array"):
                depth -= 1
            elif event == "map_key" and depth == wanted:
                keys.add(value)
    return _Outline(is_array, frozenset(keys))
