"""Every file of a tree that an export of the whole takes: what is visible, and originals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.errors import InputError
from familiar_memory.transfer.exporter import TreeReader
from familiar_memory.transfer.reading.strict_json import parse_json

__all__ = ["kept_files"]

_SIDECARS = (".card.json", ".book.json")
_ORIGINAL = re.compile(r"\.original\.[a-z0-9]{1,10}")
# Hidden files are not listed, only found by name; a sidecar names its original as well.
_ENDINGS = (
    *("png", "apng", "json", "charx", "lorebook", "risum", "jsonl", "md", "txt", "yaml", "yml"),
    *("zip", "webp", "jpg", "jpeg", "gif"),
)


def kept_files(tree: TreeReader) -> list[str]:
    """The paths, sorted; what the engine derives from the notes is left out."""
    visible = [path for path in tree.paths() if path != ALIAS_FILE]
    hidden = (path for folder in _folders(tree, "") for path in _originals(tree, folder))
    return sorted({*visible, *hidden})


def _folders(tree: TreeReader, folder: str) -> Iterator[str]:
    """This folder and all below it: one without a note may hold an original."""
    yield folder
    for one in tree.folders(folder):
        yield from _folders(tree, one)


def _originals(tree: TreeReader, folder: str) -> Iterator[str]:
    prefix = f"{folder}/" if folder else ""
    for sidecar in _SIDECARS:
        if tree.has(f"{prefix}{sidecar}"):
            yield f"{prefix}{sidecar}"
            named = _named_original(tree.read_bytes(f"{prefix}{sidecar}"))
            if named is not None and tree.has(f"{prefix}{named}"):
                yield f"{prefix}{named}"
    for ending in _ENDINGS:
        if tree.has(f"{prefix}.original.{ending}"):
            yield f"{prefix}.original.{ending}"


def _named_original(data: bytes) -> str | None:
    try:
        value = parse_json(data, "sidecar", max_bytes=len(data))
    except InputError:
        return None
    name = value.get("original") if isinstance(value, dict) else None
    return name if isinstance(name, str) and _ORIGINAL.fullmatch(name) else None
