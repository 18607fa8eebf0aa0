"""Which paths the tree can hold: pure rules over text, no disk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from familiar_memory.domain.text.device_names import is_device_name
from familiar_memory.domain.tree import ALIAS_FILE
from familiar_memory.errors import PathError

__all__ = [
    "BAD_NAME",
    "DERIVED_PATHS",
    "MAX_NAME_BYTES",
    "REVIEW_PATH",
    "TEMPORARY_SUFFIX",
    "are_plain_names",
    "check_new_path",
    "check_path",
    "check_writable",
    "colliding_names",
    "is_derived",
    "is_hidden",
    "is_original",
    "name_key",
    "unusable_name",
]

DERIVED_PATHS: Final = frozenset({ALIAS_FILE})
"""Files of the tree that the engine rewrites from the notes."""

REVIEW_PATH: Final = "review.md"
"""Proposals that wait for a person: never searched, never shown to a model."""

TEMPORARY_SUFFIX: Final = ".fm-tmp"

MAX_NAME_BYTES: Final = 255
"""The longest name that every disk can store."""

BAD_NAME: Final = "a name holds a backslash, a control character or a byte that is not UTF-8"

_ACCEPTED = "Give a path inside the memory folder, such as topics/tea.md, with / between its parts."
# What no part of a path may hold. A lone surrogate stands for a byte that is not UTF-8.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")
_ORIGINAL = re.compile(r"\.original\.[a-z0-9]{1,10}|\.(?:card|book)\.json")
_NOT_PORTABLE = re.compile(r'[<>:"|?*]')


def check_path(rel_path: str) -> str:
    """Give the path back if it can only mean a visible place below the root.

    Raises:
        PathError: it is empty, absolute, holds `.`, `..`, an empty part, a
            backslash or a control character, or a part is hidden or too long.
    """
    if not rel_path:
        raise PathError("the path is empty", _ACCEPTED)
    if rel_path.startswith("/"):
        raise PathError(f"{rel_path!r}: the path is absolute", _ACCEPTED)
    for part in rel_path.split("/"):
        problem = _problem_of(part)
        if problem:
            raise PathError(f"{rel_path!r}: {problem}", _ACCEPTED)
    return rel_path


def _problem_of(part: str) -> str | None:
    if not part:
        return "a part of the path is empty"
    if part in (".", ".."):
        return f"the path holds {part!r}"
    problem = unusable_name(part)
    if problem:
        return problem
    if part.startswith(".") and not is_original(part):
        return f"{part!r} is hidden: hidden files are not notes"
    return None


def unusable_name(name: str) -> str | None:
    """Say why no path of the store can carry this name of a file; None when one can."""
    if _UNSAFE.search(name):
        return BAD_NAME
    if len(name.encode()) > MAX_NAME_BYTES:
        return f"a name is longer than {MAX_NAME_BYTES} bytes"
    return None


def are_plain_names(names: list[str]) -> bool:
    """Whether all of these names are surely usable; one look at a whole folder."""
    together = "".join(names)
    return together.isascii() and together.isprintable() and "\\" not in together


def check_new_path(rel_path: str) -> str:
    """Give a checked path back if every system can store a file of that name.

    Names that a person has already made on a system that allows them stay usable;
    only new ones are held to this.

    Raises:
        PathError: a part ends in a dot or a space, is the name of a Windows device,
            or holds one of `<>:"|?*`.
    """
    for part in rel_path.split("/"):
        if part.endswith((".", " ")):
            raise PathError(f"{rel_path!r}: {part!r} ends in a dot or a space", _ACCEPTED)
        if is_device_name(part):
            raise PathError(f"{rel_path!r}: {part!r} is a device on Windows", _ACCEPTED)
        if _NOT_PORTABLE.search(part):
            raise PathError(
                f'{rel_path!r}: {part!r} holds one of < > : " | ? * or a drive letter', _ACCEPTED
            )
    return rel_path


def check_writable(rel_path: str) -> str:
    """Give a checked path back unless it is one that the engine derives from the notes."""
    if is_derived(rel_path):
        raise PathError(
            f"{rel_path!r} is reserved: it is rewritten from the notes",
            "Change the notes that it is made from.",
        )
    return rel_path


def is_hidden(name: str) -> bool:
    """Whether a name is out of sight: `.index`, `.git`, `.obsidian`, temporary files."""
    return name.startswith(".")


def is_original(name: str) -> bool:
    """Whether a hidden name is that of an imported file's original, or of its parsed form.

    The store keeps these beside the notes that were made of them; they are no notes.
    """
    return _ORIGINAL.fullmatch(name) is not None


def is_derived(rel_path: str) -> bool:
    """Whether the engine rewrites this file itself, however the name is spelt."""
    return name_key(rel_path) in DERIVED_PATHS


def name_key(name: str) -> str:
    """What two names share that some disk cannot tell apart: case, and composed letters."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def colliding_names(paths: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Groups of files or folders, sorted, that some disk would take for one.

    Of folders that collide, what is in them is not told again.
    """
    spelt: dict[str, set[str]] = {}
    for path in paths:
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            name = "/".join(parts[:depth])
            others = spelt.setdefault(name_key(name), set())
            others.add(name)
            if len(others) > 1:
                break
    for key in sorted(spelt):
        if len(spelt[key]) > 1:
            yield tuple(sorted(spelt[key]))
