"""A folder of Markdown (an Obsidian vault, basic-memory's notes), or one file, as it is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from familiar_importers.memories.agent_workspace import is_agent_workspace
from familiar_importers.memories.note_file import read_note, whole_note
from familiar_importers.memories.portable_names import portable_names
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import BytesFile, Item, Remark, SkippedFile

__all__ = ["MarkdownFolderImporter"]

_ENDING = ".md"
_NAMED_ATTACHMENTS = 10
_MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024
_SHOWN_PROBLEMS = 20
_HIDDEN = {".obsidian": "settings of Obsidian", ".trash": "what Obsidian has thrown away"}
_REVIEW = "review.md"
_MEANINGS = {
    "self": "the card of the familiar: what is there is authored, and its bullets are no records",
    "people": "one note a person; headings and aliases are names by which people are found",
    "topics": "one note a subject: facts in it are about the subject",
    "sessions": "a second heading that is a place limits what is under it to that place",
    "days": "the notes of the last days come with every recall",
    "channels": "a note named after a place is known in that place only",
    "lore": "canon: it is authored, and entries with keys are activated by them",
}


@dataclass(frozen=True, slots=True)
class MarkdownFolderImporter:
    """Every `.md` below a folder, byte for byte, under the same relative path.

    A name that some system cannot store, or confuses with another, is changed and told.
    With `attachments` files that are no Markdown come along, to be kept as they are.
    """

    attachments: bool = False
    name = "markdown"
    describe = "a folder of .md files as it is (an Obsidian vault, basic-memory), or one .md"

    def detect(self, path: Path) -> bool:
        """A folder that is no agent's workspace, or a file that ends in .md."""
        try:
            if is_agent_workspace(path):
                return False
            return path.is_dir() or (_is_markdown(path.name) and path.is_file())
        except (OSError, ValueError):  # a name that no disk can hold
            return False

    def read(self, path: Path) -> Iterator[Item]:
        """Notes by path; what is hidden, a link, or no Markdown is named as skipped.

        Raises:
            InputError: notes are not UTF-8 or cannot be read (all are named), or a folder
                cannot be listed.
        """
        if not path.is_dir():
            name = portable_names([path.name])[path.name]
            yield from whole_note(name, read_note(path))
            yield from _renamed(path.name, name, path.name)
            return
        walk = _Walk(path, self.attachments)
        yield from walk.folder(path, "")
        yield from walk.in_the_end()


@dataclass(slots=True)
class _Walk:
    """One pass over a folder, and what can be said only when all was seen."""

    root: Path
    keeps_attachments: bool
    problems: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    tops: Counter[str] = field(default_factory=Counter)

    def folder(self, folder: Path, target: str) -> Iterator[Item]:
        """Everything below one folder, which is called `target` in the tree."""
        entries = _listed(folder)
        names = portable_names(entry.name for entry in entries if not entry.name.startswith("."))
        for entry in entries:
            path = folder / entry.name
            relative = _shown(path.relative_to(self.root).as_posix())
            if reason := _reason_to_skip(entry, relative):
                yield SkippedFile(relative, reason)
                continue
            name = names[entry.name]
            to = f"{target}{name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _renamed(entry.name, name, relative)
                yield from self.folder(path, f"{to}/")
            elif _is_markdown(entry.name):
                yield from self._note(path, to)
                yield from _renamed(entry.name, name, relative)
            else:
                yield from self._other(entry, relative, to)

    def in_the_end(self) -> Iterator[Item]:
        """Attachments by kind, and folders of the vault that mean something in the tree.

        Raises:
            InputError: some notes could not be read.
        """
        if self.problems:
            raise InputError(_together(self.problems), "Markdown in UTF-8, in readable files")
        if len(self.others) <= _NAMED_ATTACHMENTS:
            yield from (SkippedFile(path, "not Markdown") for path in self.others)
        else:
            endings = (PurePosixPath(path).suffix.lower() for path in self.others)
            kinds = Counter(ending or "no ending" for ending in endings)
            told = ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common())
            yield SkippedFile(f"{len(self.others):,} files", f"not Markdown ({told})")
        for top, meaning in _MEANINGS.items():
            if count := self.tops[top]:
                yield Remark(f"{top}/", f"{count:,} notes go where the tree has {meaning}")

    def _note(self, path: Path, to: str) -> Iterator[Item]:
        try:
            text = read_note(path)
        except InputError as problem:
            self.problems.append(problem.problem)
            return
        if "/" in to:
            self.tops[to.partition("/")[0].lower()] += 1
        yield from whole_note(to, text)

    def _other(self, entry: os.DirEntry[str], relative: str, to: str) -> Iterator[Item]:
        if not self.keeps_attachments or to.lower() == "people/_aliases.json":
            self.others.append(relative)
        elif entry.stat(follow_symlinks=False).st_size > _MAX_ATTACHMENT_BYTES:
            yield SkippedFile(relative, f"more than {_MAX_ATTACHMENT_BYTES:,} bytes")
        else:
            yield BytesFile(to, _bytes(Path(entry.path)))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise InputError(
            f"{path} cannot be read: {problem.strerror or problem}", "a readable file"
        ) from problem


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as problem:
        raise InputError(f"{folder} cannot be listed: {problem.strerror}", "a folder") from problem


def _reason_to_skip(entry: os.DirEntry[str], relative: str) -> str | None:
    if entry.name.startswith("."):
        return _HIDDEN.get(entry.name, "hidden")
    if entry.is_symlink():
        return "a link"
    if relative.lower() == _REVIEW:
        return (
            "review.md at the top is a list of the familiar's own; under another name it comes in"
        )
    if entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False):
        return None
    return "not a file"


def _renamed(old: str, new: str, location: str) -> Iterator[Remark]:
    if old != new:
        yield Remark(
            location,
            f"called {new!r} in the tree: not every disk can keep the name as it is, or tell it"
            " from another; links by the old name do not find it",
        )


def _together(problems: list[str]) -> str:
    shown = "; ".join(problems[:_SHOWN_PROBLEMS])
    more = len(problems) - _SHOWN_PROBLEMS
    return f"{shown}; and {more:,} more" if more > 0 else shown


def _shown(name: str) -> str:
    """A name as messages can carry it: bytes that are not UTF-8 become signs."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _is_markdown(name: str) -> bool:
    return name.lower().endswith(_ENDING)
