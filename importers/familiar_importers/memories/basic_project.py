"""What a project of basic-memory looks like: notes with permalinks, observations, relations."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from familiar_importers.memories.agent_workspace import is_agent_workspace
from familiar_memory.markdown.frontmatter.block import read_frontmatter

__all__ = ["is_basic_memory"]

_NOTES_LOOKED_AT = 200
_FOLDERS_LOOKED_AT = 500
"""A home directory may hold anything, at any depth."""
_HEAD_BYTES = 65_536
_STATED = re.compile(
    r"^##[ \t]+(?:Observations[ \t]*\n+[-*+][ \t]+\[[^\[\]\n]{2,60}\][ \t]+\S"
    r"|Relations[ \t]*\n+[-*+][ \t]+[^\[\]\n]{1,60}\[\[)",
    re.MULTILINE | re.IGNORECASE,
)
"""The first line under one of the two headings is of their form."""


def is_basic_memory(path: Path) -> bool:
    """Whether it is a note of such a project, or a folder of which at least half are.

    A note has a `permalink` and a `title` or `type` in its properties, which the program puts
    there itself; one of them at least states an observation or a relation under the heading
    that says so. Never raises.
    """
    try:
        if not path.is_dir():
            if not path.name.lower().endswith(".md") or not path.is_file():
                return False
            text = _head(path)
            return _has_permalink(text) and _STATED.search(text) is not None
        if is_agent_workspace(path):
            return False
        texts = [_head(note) for note in islice(_notes(path), _NOTES_LOOKED_AT)]
    except (OSError, ValueError):  # also a name that no disk can hold
        return False
    ours = [text for text in texts if _has_permalink(text)]
    is_most = len(ours) * 2 >= len(texts)
    return is_most and any(_STATED.search(text) is not None for text in ours)


def _notes(folder: Path) -> Iterator[Path]:
    for here, folders, files in islice(os.walk(folder), _FOLDERS_LOOKED_AT):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(here, name)
            is_note = name.lower().endswith(".md") and not name.startswith(".")
            if is_note and path.is_file() and not path.is_symlink():
                yield path


def _head(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_HEAD_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")


def _has_permalink(text: str) -> bool:
    data = read_frontmatter(text).data
    return isinstance(data.get("permalink"), str) and ("title" in data or "type" in data)
