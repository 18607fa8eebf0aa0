"""What doctor looks at in the files themselves: names, links of the disk, misleading texts."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.tree import FOLDERS
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.markdown.oddities import oddities
from familiar_memory.recall.parts.prompt_room import shortages
from familiar_memory.store.disk.below import everything_below
from familiar_memory.store.names import colliding_names, is_hidden
from familiar_memory.sync.report import SyncReport

__all__ = ["RENAME", "check_names", "check_room", "check_texts", "links_in_circles", "mend_of"]

RENAME = "rename it: letters, digits, hyphens and a dot before md are safe on every disk"
_MOST_OF_A_FILE = 20
"""Lines of a file that are named one by one: what a program wrote may be wrong in all of them."""
_UNTIL_THEN = "until then nobody is shown this part"


def mend_of(key: str, problem: str) -> str:
    """How a person mends what kept a note, or a part of it, from being indexed."""
    if "not UTF-8" in problem:
        return (
            f"save {key} as UTF-8 in an editor (it may be Latin-1), or move it out of the memory"
            f" if it is not text; {_UNTIL_THEN}"
        )
    if "tail in parentheses" in problem:
        return f"fix the last parenthesis of that line, or delete it; {_UNTIL_THEN}"
    if "outside of the frontmatter" in problem:
        return f"put it between --- and --- at the top of {key}, or take it out"
    if "what is read is `visibility" in problem:
        return f"write `visibility: owner` at the top of {key}, or take the key out"
    if "names no audience" in problem:
        return f"write one that is accepted in {key}; until then only the owner can see it"
    if "never ends" in problem:
        return (
            f"put a line --- below the properties at the top of {key}; until then the note is its"
            " owner's alone"
        )
    if "frontmatter" in problem:
        return (
            f"fix the lines between --- and --- at the top of {key}; until then the note is its"
            " owner's alone"
        )
    if "of a heading" in problem:
        return "fix the last parenthesis of that heading, or delete it"
    return f"edit {key}; {_UNTIL_THEN}"


def check_names(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find names that some disk cannot tell apart: by case, or by how letters are composed."""
    paths = (state.path for state in parts.store.scan_files().files)
    for names in colliding_names(paths):
        spelt = ", ".join(f"{name} ({name!a})" if not name.isascii() else name for name in names)
        yield Finding(
            f"one name on some disks: {spelt}",
            "rename all but one: where they are one file, one would overwrite the other",
            serious=False,
        )
    yield from _misspelt_folders(parts)


def _misspelt_folders(parts: Parts) -> Iterator[Finding]:
    """Find folders that would mean something if they were spelt in small letters."""
    for folder, meant in FOLDERS.items():
        there = [name for name, is_dir in parts.store.names(folder).items() if is_dir]
        for name in sorted(there):
            if name not in meant and name.casefold() in meant:
                path = f"{folder}/{name}" if folder else name
                yield Finding(
                    f"{path}/ is not read as {path.casefold()}/: its notes are plain notes there,"
                    " unless they say whose they are, or for whom the folder is",
                    f"move what is in it to {path.casefold()}/: on some disks the two are one",
                    serious=False,
                )


def links_in_circles(root: Path) -> Iterator[Finding]:
    """Find symbolic links of the tree that lead to themselves, or to a folder they stand in."""
    for place in everything_below(root):
        path = place.relative_to(root)
        if not any(map(is_hidden, path.parts)) and place.is_symlink() and _is_circle(place):
            yield Finding(
                f"{path.as_posix()} is a symbolic link that leads in a circle: it is not read",
                "remove it, or let it lead to a file or folder elsewhere",
                serious=False,
            )


def _is_circle(link: Path) -> bool:
    try:
        link.stat()
    except OSError as problem:
        return problem.errno == errno.ELOOP
    return Path(os.path.realpath(link.parent)).is_relative_to(os.path.realpath(link))


def check_texts(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find texts that are read otherwise than was meant; they are indexed all the same."""
    for state in parts.store.scan_files().files:
        key = parts.files.register.key_of(state.path)
        if parts.indexing.notes.stamp(key) is None or not state.path.endswith(".md"):
            continue
        try:
            text = parts.store.read_file(state.path)
        except FamiliarError:
            # Another check tells of what cannot be read.
            continue
        found = oddities(text)
        for line, what, mend in islice(found, _MOST_OF_A_FILE):
            yield Finding(f"{state.path}:{line}: {what}", mend, serious=False)
        if more := sum(1 for _ in found):
            yield Finding(
                f"{state.path}: {more:,} more of such lines",
                "mend those that are named, and look again",
                serious=False,
            )
    yield from _former_slugs(parts)


def _former_slugs(parts: Parts) -> Iterator[Finding]:
    """Find lines of a channel whose name begins with "private" that say its place as once."""
    former = {
        one: place.slug for place in parts.files.history.places() if (one := place.former_slug)
    }
    if not former:
        return
    for state in parts.store.scan_files().files:
        if not state.path.endswith(".md"):
            continue
        try:
            text = parts.store.read_file(state.path)
        except FamiliarError:
            continue
        for old, new in former.items():
            if f"in:{old})" in text or f"in:{old}," in text:
                yield Finding(
                    f"{state.path}: in:{old} is read as a private channel, and was {new} once",
                    f"write in:{new} there, unless the private channel is meant",
                    serious=False,
                )


def check_room(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find what of the card and its lore no prompt holds whole, as the settings are."""
    given = parts.setup.settings
    for one in shortages(parts.store, given.recall.caps, given.lore.budget_tokens):
        yield Finding(one.what, one.mend, serious=False)
