"""The chat that a branch or a checkpoint was made from, to see what both have in common.

SillyTavern copies the messages up to the branch into a new file, and notes in its header
what the other file is called (`main_chat`). The copies are no new messages: a branch tells
them under the refs of the chat that they come from, so that they are recorded once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from familiar_importers.chats.sillytavern_lines import MAX_LINE_BYTES, is_header, prefix_of
from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.counted_file import watch_reading
from familiar_memory.transfer.reading.json_lines import read_json_lines

__all__ = ["ChatOrigin", "Refs", "main_chat", "origin_of"]

_ENDING = ".jsonl"
_MOST_BRANCHES = 20
"""Branches of branches that are followed back; a loop of files ends too."""
_DIGEST_BYTES = 8
"""64 bits a message, to see which of them two chats share."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """What a message is known by: when it was said by whom, and its words."""

    said: bytes
    words: bytes
    has_date: bool


@dataclass(frozen=True, slots=True)
class ChatOrigin:
    """A chat with the ref and the mark of each of its messages, by place; `root` began it all."""

    root: str
    refs: tuple[str, ...] = ()
    marks: tuple[_Mark, ...] = ()


@dataclass(slots=True)
class Refs:
    """Names the messages of one chat, one after the other."""

    prefix: str
    origin: ChatOrigin | None = None
    shared: int = 0
    _position: int = 0
    _is_apart: bool = False
    _marks: list[_Mark] = field(default_factory=list)

    def next(self, line: Mapping[str, Any]) -> str:
        """The ref of the next message: that of the origin where it is the same one."""
        position = self._position
        self._position += 1
        own = f"{self.prefix}:{position}"
        if self.origin is None or self._is_apart or position >= len(self.origin.marks):
            return own
        mark, other = _mark(line), self.origin.marks[position]
        is_same = mark == other
        # What was edited after the branch has other words, and what follows is still a copy.
        self._is_apart = not is_same and not (mark.has_date and mark.said == other.said)
        self.shared += is_same
        return self.origin.refs[position] if is_same else own


def main_chat(header: Mapping[str, Any]) -> str:
    """How the chat is called that this one is a branch of; "" for one that is none."""
    metadata = header.get("chat_metadata")
    name = metadata.get("main_chat") if isinstance(metadata, dict) else None
    return name.removesuffix(_ENDING) if isinstance(name, str) else ""


def origin_of(path: Path, name: str) -> ChatOrigin | None:
    """Read the chat of that name beside a branch; None when there is none that can be read."""
    with watch_reading(lambda read, total: None):
        return _origin(path, name, {path.stem})


def _origin(beside: Path, name: str, seen: set[str]) -> ChatOrigin | None:
    if not name or name in seen or len(seen) > _MOST_BRANCHES or name.startswith("."):
        return None
    try:
        path = beside.with_name(f"{name}{_ENDING}")
        if not path.is_file():
            return None
    except (OSError, ValueError):  # no name of a file beside it
        return None
    lines = _lines(path)
    first = next(lines, {})
    header = first if is_header(first) else {}
    further = _origin(path, main_chat(header), seen | {name})
    opening = next(lines, {}) if header else first
    refs = Refs(prefix_of(name, opening.get("send_date")), further)
    named: list[str] = []
    marks: list[_Mark] = []
    line = opening
    while line:
        named.append(refs.next(line))
        marks.append(_mark(line))
        line = next(lines, {})
    return ChatOrigin(further.root if further else name, tuple(named), tuple(marks))


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    """The objects of a chat, as far as it can be read: its own import says what is wrong."""
    try:
        for _, value in read_json_lines(path, max_line_bytes=MAX_LINE_BYTES):
            if not isinstance(value, dict):
                return
            yield value
    except InputError:
        return


def _mark(line: Mapping[str, Any]) -> _Mark:
    date = line.get("send_date")
    said = _digest(repr((date, bool(line.get("is_user")), line.get("name"))))
    return _Mark(said, _digest(repr(line.get("mes"))), date is not None)


def _digest(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
