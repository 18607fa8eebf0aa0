"""What the first bytes of a JSON file say about it: keys of the top level, and of `data`."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Outline", "json_outline"]

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|[{}\[\]]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Outline:
    """Keys of the top level, those of its object `data`, and the `spec`, as far as was read."""

    keys: frozenset[str]
    data_keys: frozenset[str]
    spec: str | None = None


def json_outline(start: bytes) -> Outline | None:
    """Read the beginning of a file, which may be cut anywhere; None for no JSON object."""
    encoding = "utf-16" if start.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = start.decode(encoding, "replace").lstrip()
    if not text.startswith("{"):
        return None
    path: list[str] = []
    key, spec = "", None
    keys: set[str] = set()
    data_keys: set[str] = set()
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "{[":
            path.append(key if sign == "{" else "[")
            key = ""
        elif sign in "}]":
            del path[-1:]
            if not path:
                break
        elif token[2]:
            key = token[1]
            if len(path) == 1:
                keys.add(key)
            elif len(path) == 2 and path[1] == "data":
                data_keys.add(key)
        elif len(path) == 1 and key == "spec":
            spec = token[1]
    return Outline(frozenset(keys), frozenset(data_keys), spec)
