"""A bounded look at a JSON file: what its beginning says of its shape. Never raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import ijson

__all__ = ["Peek", "peek"]

_LOOKED_AT = 65_536
"""Bytes: enough to see how a dump is built."""
_LONGEST_PATH = 4_096
"""Characters of a path of keys, which each level repeats."""
_BITE_BYTES = 512
"""ijson makes all events of a piece before it gives the first."""
_ENDINGS = frozenset({".json", ".jsonl", ".ndjson"})


@dataclass(frozen=True, slots=True)
class Peek:
    """What was seen of a file.

    `first` is its first object: the whole of it, the first element of its list, or its
    first line; only names and plain values of it are told, and None is a file that holds
    no object. `elements` are, by key, the first objects of lists in it.
    """

    is_list: bool = False
    first: Mapping[str, Any] | None = None
    elements: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def element(self, key: str) -> Mapping[str, Any]:
        """The first object of the list under this key; empty when there is none."""
        return self.elements.get(key, {})


def peek(path: Path) -> Peek:
    """Look at the first 64 KB of a file that is called like JSON."""
    if path.suffix.lower() not in _ENDINGS:
        return Peek()
    try:
        with path.open("rb") as file:
            head = file.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf")
    except (OSError, ValueError):  # also a name that no disk can hold
        return Peek()
    seeing = _Seeing()
    try:
        # As floats: ijson's compiled reader crashes on an integer of thousands of digits.
        # In small bites: it makes all events of one before it gives the first.
        events = ijson.parse(
            BytesIO(head), buf_size=_BITE_BYTES, multiple_values=True, use_float=True
        )
        for prefix, event, value in events:
            # Each level repeats the path to it: a deep nest would take a gigabyte.
            if len(prefix) > _LONGEST_PATH or seeing.is_done(prefix, event, value):
                break
    except (ijson.JSONError, ValueError, ArithmeticError, RecursionError):
        pass  # what was cut off, or is no JSON, told what it could
    return Peek(seeing.is_list, seeing.first, seeing.elements)


class _Seeing:
    """Gathers the plain values of the first object, and of the first in each list of it."""

    def __init__(self) -> None:
        self.is_list = False
        self.first: dict[str, Any] | None = None
        self.elements: dict[str, dict[str, Any]] = {}
        self._root = ""
        self._begun = False
        self._ended: set[str] = set()

    def is_done(self, prefix: str, event: str, value: object) -> bool:
        """Take in one event; whether nothing more is to be learned."""
        if not self._begun:
            self._begun = True
            self.is_list = event == "start_array"
            self._root = "item" if self.is_list else ""
        if event == "start_map":
            self._start(prefix)
        elif event == "end_map":
            self._ended.add(prefix)
            return prefix == self._root
        elif event == "map_key":
            self._note(prefix, str(value), None)
        elif event in ("string", "number", "boolean", "null"):
            parent, _, key = prefix.rpartition(".")
            self._note(parent, key, value)
        return False

    def _start(self, prefix: str) -> None:
        if prefix == self._root and self.first is None:
            self.first = {}
        elif prefix.endswith(".item") and prefix.count(".") == 1:
            self.elements.setdefault(prefix.removesuffix(".item"), {})

    def _note(self, prefix: str, key: str, value: object) -> None:
        if prefix == self._root and self.first is not None:
            self.first[key] = value
        elif prefix.endswith(".item") and prefix not in self._ended:
            element = self.elements.get(prefix.removesuffix(".item"))
            if element is not None:
                element[key] = value
