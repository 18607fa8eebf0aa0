"""One line of a Twitch log as a value: pure parsing, three ways of writing it.

- plain: `[2024-03-05 14:22:33] #mosslight rowan: hello`, also with `UTC` in the brackets,
  without the channel, or with `<rowan> hello`;
- Chatterino: `[14:22:33] rowan: hello`, below `# Start logging at 2024-03-05 14:22:00 CET`;
- raw IRC with tags, as the server sends it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo

from familiar_importers.chats.reading.zone_names import named_zone

__all__ = ["IrcLine", "LogStart", "PlainLine", "parse_irc", "parse_plain", "parse_start"]

_START = re.compile(r"# Start logging at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ?(.{0,60})")
_PLAIN = re.compile(
    r"\[(?:(?P<day>\d{4}-\d\d-\d\d)[ T])?(?P<time>\d\d:\d\d:\d\d)(?:\.\d{1,6})?"
    r"(?P<zone>[^\]]{0,40})\] +"
    r"(?:#(?P<channel>\w{1,64}) +)?(?P<rest>.*)",
    re.DOTALL,
)
_SAID = re.compile(
    r"(?:<(?P<quoted>[^>\s]{1,64})> |(?:(?P<shown>[^\s:]{1,64}) )?(?P<name>[^\s:]{1,64}): ?)"
    r"(?P<text>.*)",
    re.DOTALL,
)
_IRC = re.compile(
    r"(?:@(?P<tags>\S{1,16000}) +)?:(?P<prefix>\S{1,200}) +(?P<command>[A-Z]{1,20}|\d{3})"
    r"(?: +(?P<rest>.*))?",
    re.DOTALL,
)
_ESCAPES = {r"\:": ";", r"\s": " ", r"\\": "\\", r"\r": "\r", r"\n": "\n"}
_ESCAPE = re.compile(r"\\(?:.|\Z)", re.DOTALL)
_ACTION = "\x01ACTION "


@dataclass(frozen=True, slots=True)
class LogStart:
    """Where Chatterino opened the log: times below have this day, and this zone if it is known.

    `said` is what the line says of its zone.
    """

    moment: datetime
    zone: tzinfo | None
    said: str


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A line with its time in brackets; `login` is empty where nobody said it.

    `day` is None where only the time stands there; `offset` is the zone that the line names.
    """

    day: date | None
    clock: time
    offset: tzinfo | None
    channel: str
    login: str
    shown: str
    text: str


@dataclass(frozen=True, slots=True)
class IrcLine:
    """A command of the server; `login` is who caused it, `channel` without its mark."""

    command: str
    tags: Mapping[str, str]
    login: str
    channel: str
    text: str


def parse_start(line: str) -> LogStart | None:
    """Read the line that Chatterino begins a log with."""
    match = _START.match(line)
    if match is None:
        return None
    try:
        moment = datetime.fromisoformat(f"{match[1]} {match[2]}")
    except ValueError:
        return None
    return LogStart(moment, named_zone(match[3]), match[3].strip())


def parse_plain(line: str) -> PlainLine | None:
    """Read a line with a time in brackets; None when it is no such line."""
    match = _PLAIN.fullmatch(line)
    if match is None:
        return None
    try:
        day = date.fromisoformat(match["day"]) if match["day"] else None
        clock = time.fromisoformat(match["time"])
    except ValueError:
        return None
    said = _SAID.fullmatch(match["rest"])
    login = shown = text = ""
    if said is not None:
        login = said["quoted"] or said["name"]
        shown = said["shown"] or login
        text = said["text"]
    return PlainLine(
        day, clock, named_zone(match["zone"]), match["channel"] or "", login.casefold(), shown, text
    )


def parse_irc(line: str) -> IrcLine | None:
    """Read a line as the server sends it; None when it is no such line."""
    match = _IRC.fullmatch(line)
    if match is None:
        return None
    target, _, trailing = (match["rest"] or "").partition(" :")
    channel = target.split(" ")[0].removeprefix("#")
    if trailing.startswith(_ACTION):
        trailing = f"*{trailing.removeprefix(_ACTION).removesuffix(chr(1))}*"
    login = match["prefix"].partition("!")[0].casefold() if "!" in match["prefix"] else ""
    return IrcLine(match["command"], _tags(match["tags"] or ""), login, channel, trailing)


def _tags(raw: str) -> dict[str, str]:
    tags: dict[str, str] = {}
    for tag in raw.split(";"):
        key, _, value = tag.partition("=")
        tags[key] = _ESCAPE.sub(_unescaped, value) if "\\" in value else value
    return tags


def _unescaped(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0], match[0][1:])
