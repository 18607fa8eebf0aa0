"""Finding files by the shape of their path."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache
from typing import Final

from familiar_memory.domain.tree import is_review_list
from familiar_memory.errors import PathError, PatternError
from familiar_memory.store.base import GlobResult, Skipped
from familiar_memory.store.disk.confine import Confinement
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.limits import Limits
from familiar_memory.store.names import unusable_name
from familiar_memory.store.tree.walk import walk

__all__ = ["glob_tree", "path_fits", "split_pattern"]

_ANY_FOLDERS: Final = "**"
_ACCEPTED = "Give a pattern inside the memory folder, such as people/*.md or **/*.md."
_MAGIC = re.compile(r"[*?\[]")


def glob_tree(fs: FileSystem, confinement: Confinement, pattern: str, limits: Limits) -> GlobResult:
    """Visible regular files whose whole path fits, sorted, cut at the cap; not `review.md`.

    Raises:
        PathError: the pattern could leave the tree, or the folder that it begins with
            is hidden, or leads out of the tree. PatternError: it is too long.
    """
    if not pattern:
        return GlobResult()
    parts = split_pattern(pattern, limits.max_pattern_chars)
    folder = _plain_folder(parts)
    if folder:
        confinement.for_reading(folder)
    skipped: list[Skipped] = []
    paths = sorted(
        path
        for prefix, entries in walk(fs, confinement.absolute(""), folder, skipped)
        for path in (prefix + entry.name for entry in entries)
        if not is_review_list(path) and path_fits(path.split("/"), parts)
    )
    most = limits.max_results
    return GlobResult(paths[:most], truncated=len(paths) > most, skipped=skipped)


def split_pattern(pattern: str, max_chars: int) -> tuple[str, ...]:
    """The parts of a pattern that cannot leave the root.

    `**` stands never twice in a row and never last: there it means `**/*`.

    Raises:
        PathError: it is absolute, or holds `.`, `..`, an empty part, a backslash or
            a control character. PatternError: it is too long.
    """
    if len(pattern) > max_chars:
        raise PatternError(
            f"the pattern has {len(pattern)} characters, and {max_chars} is the most", _ACCEPTED
        )
    parts = pattern.split("/")
    for part in parts:
        problem = _problem_of(part)
        if problem is not None:
            raise PathError(f"{pattern!r}: {problem}", _ACCEPTED)
    if parts[-1] == _ANY_FOLDERS:
        parts.append("*")
    return tuple(
        part
        for at, part in enumerate(parts)
        if part != _ANY_FOLDERS or parts[at - 1 : at] != [_ANY_FOLDERS]
    )


def _problem_of(part: str) -> str | None:
    if not part:
        return "a part is empty, or the pattern is absolute"
    if part in (".", ".."):
        return f"it holds {part!r}"
    if re.fullmatch(r"[A-Za-z]:", part):
        return "it holds a drive letter"
    return unusable_name(part)


def _plain_folder(parts: tuple[str, ...]) -> str:
    """The folder that every match is in."""
    plain = []
    for part in parts[:-1]:
        if _MAGIC.search(part):
            break
        plain.append(part)
    return "/".join(plain)


def path_fits(path: list[str], pattern: tuple[str, ...]) -> bool:
    """Whether the parts of a path fit those of a pattern.

    `reached` holds how many parts of the pattern may have been used up after each part
    of the path, so the work is bounded by the product of the two lengths.
    """
    reached = _past_folders({0}, pattern)
    for part in path:
        taken = {at for at in reached if at < len(pattern) and pattern[at] == _ANY_FOLDERS}
        taken |= {
            at + 1
            for at in reached
            if at < len(pattern) and pattern[at] != _ANY_FOLDERS and _part(pattern[at]).match(part)
        }
        reached = _past_folders(taken, pattern)
    return len(pattern) in reached


def _past_folders(reached: set[int], pattern: tuple[str, ...]) -> set[int]:
    """Add the places behind a `**` that stands for no folder at all."""
    skipping = {at + 1 for at in reached if at < len(pattern) and pattern[at] == _ANY_FOLDERS}
    return reached | skipping


@lru_cache(maxsize=256)
def _part(pattern: str) -> re.Pattern[str]:
    # fnmatch writes a pattern that never backtracks over an earlier star.
    return re.compile(translate(pattern))
