"""Where the memories of a JSON dump stand: a list, an object with one, or JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.json_lines import read_json_lines
from familiar_memory.transfer.reading.strict_json import parse_json

__all__ = ["LINES", "MAX_DUMP_BYTES", "Dump", "placed", "read_bounded", "read_dump", "read_value"]

MAX_DUMP_BYTES = 32 * 1024 * 1024
"""As docs/importing.md says: a dump is in memory whole."""
LINES = frozenset({".jsonl", ".ndjson"})
_LISTS = ("memories", "results")


@dataclass(frozen=True, slots=True)
class Dump:
    """The parts of a dump, each entry with the place where it stands."""

    memories: tuple[tuple[str, Any], ...]
    entities: tuple[tuple[str, Any], ...] = ()
    relations: tuple[tuple[str, Any], ...] = ()
    unused: tuple[str, ...] = ()


def read_dump(path: Path) -> Dump:
    """Read a whole dump.

    Raises:
        InputError: it is too large, no JSON, or holds no list of memories.
    """
    if path.suffix.lower() in LINES:
        return Dump(tuple((f"{path}, line {n}", value) for n, value in read_json_lines(path)))
    value = read_value(path)
    if isinstance(value, list):
        return Dump(tuple(placed(value, str(path))))
    found = [key for key in _LISTS if isinstance(value, dict) and isinstance(value.get(key), list)]
    if not found:
        raise InputError(
            f"{path}: no list of memories",
            'a list of objects, or an object with one under "memories" or "results"',
        )
    parts = (*found, "entities", "relations")
    return Dump(
        memories=tuple(one for key in found for one in placed(value[key], f"{path}: {key}")),
        entities=tuple(placed(value.get("entities"), f"{path}: entities")),
        relations=tuple(placed(value.get("relations"), f"{path}: relations")),
        unused=tuple(key for key in value if key not in parts),
    )


def read_value(path: Path) -> Any:  # noqa: ANN401 - JSON
    """The JSON of a file, read within limits."""
    return parse_json(read_bounded(path, MAX_DUMP_BYTES), str(path), max_bytes=MAX_DUMP_BYTES)


def read_bounded(path: Path, max_bytes: int) -> bytes:
    """The bytes of a file, and never many more than are allowed.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem


def placed(value: object, label: str) -> Iterator[tuple[str, Any]]:
    """Each element of a list with its place; nothing at all is an empty list.

    Raises:
        InputError: it is no list.
    """
    if value is None:
        return
    if not isinstance(value, list):
        raise InputError(f"{label} is not a list", "a list of objects")
    yield from ((f"{label}[{number}]", one) for number, one in enumerate(value))
