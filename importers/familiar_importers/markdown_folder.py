"""A folder of Markdown (an Obsidian vault), or one file, as it is."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from familiar_importers.memories.agent_workspace import is_agent_workspace
from familiar_importers.memories.basic_project import is_basic_memory
from familiar_importers.memories.making.note_file import read_note, whole_note
from familiar_importers.memories.making.owned_text import (
    audience_told,
    check_audience,
    says_for_whom,
    surely_visible,
)
from familiar_importers.memories.making.unmerged_people import merges_told, without_merges
from familiar_memory.domain.tree import ALIAS_FILE, FOLDERS
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.change.relink import BareNames, relinked
from familiar_memory.transfer.importer import BytesFile, Item, Remark, SkippedFile, SourceFolder
from familiar_memory.transfer.portable_names import portable_names

__all__ = ["MarkdownFolderImporter"]

_ENDING = ".md"
_NAMED_ATTACHMENTS = 10
_MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024
"""As any original that is kept (`MAX_BYTES_FILE`)."""
_SHOWN_PROBLEMS = 20
_HIDDEN = {".obsidian": "settings of Obsidian", ".trash": "what Obsidian has thrown away"}
_REVIEW = "review.md"
_ONE_BY_ONE = (".jsonl", ".png", ".json", ".charx", ".log", ".txt")
"""What other importers read, each file by itself; the likeliest first."""
_MEANINGS = {
    "self": "the card of the familiar: what is there is authored, and its bullets are not records",
    "people": "one note a person; headings and aliases are names by which people are found",
    "topics": "one note a subject; facts in it are about the subject",
    "sessions": "a note for each day's sessions; a second heading that is a place limits what is"
    " under it to that place",
    "days": "one note a day; those of the last days come with every recall",
    "channels": "one note a place; it is known in that place only",
    "lore": "its lore; all of it is authored, and entries come in by their keys",
}


@dataclass(frozen=True, slots=True)
class MarkdownFolderImporter:
    """Every `.md` below a folder under the same relative path, the words as they are.

    `audience` is for whom notes are that do not say it themselves (`visibility:`); it is put
    into their frontmatter. A name that some system cannot store, or confuses with another,
    is changed and told, and links follow it. With `attachments` files that are no Markdown
    come along, to be kept as they are.
    """

    audience: str = OWNER
    attachments: bool = False
    name = "markdown"
    describe = "a folder of .md files as it is (an Obsidian vault), or one .md"

    def detect(self, path: Path) -> bool:
        """A folder, or a file that ends in .md, that is of no program of its own."""
        try:
            if is_agent_workspace(path) or is_basic_memory(path):
                return False
            return path.is_dir() or (_is_markdown(path.name) and path.is_file())
        except (OSError, ValueError):  # a name that no disk can hold
            return False

    def read(self, path: Path) -> Iterator[Item]:
        """Notes by path; what is hidden, a link, or no Markdown is named as skipped.

        Raises:
            InputError: notes are not UTF-8 or cannot be read (all are named), a folder
                cannot be listed, or it holds nothing that could come in.
            UsageError: the audience is none.
        """
        reading = _Reading(check_audience(self.audience), path.name)
        if not path.is_dir():
            name = portable_names([path.name])[path.name]
            yield from reading.note(_Found(path, path.name, name))
            yield from _renamed(path.name, name, path.name)
            yield SourceFolder(path.parent, is_whole=False)
        else:
            walk = _Walk(path, self.attachments)
            found = list(walk.folder(path, "", ""))
            reading.moved = {
                one.relative: one.to
                for one in found
                if isinstance(one, _Found) and one.relative != one.to
            }
            paths = (one.relative for one in found if isinstance(one, _Found))
            reading.names = BareNames.of(paths, reading.moved)
            for one in found:
                yield from reading.file(one) if isinstance(one, _Found) else (one,)
            if not reading.brought:
                _refuse_nothing(path, walk.others)
            yield from walk.in_the_end()
            yield SourceFolder(path, passed_over=frozenset(walk.passed_over))
        yield from reading.in_the_end()


@dataclass(frozen=True, slots=True)
class _Found:
    """A file of the folder: where it is, what it is called there, and where it goes."""

    path: Path
    relative: str
    to: str


@dataclass(slots=True)
class _Reading:
    """Files on their way into the tree, and what can be said only when all were read.

    `moved` are those that get another name, `names` finds what a link means by a bare name.
    """

    audience: str
    label: str
    moved: Mapping[str, str] = field(default_factory=dict)
    names: BareNames | None = None
    problems: list[str] = field(default_factory=list)
    tops: Counter[str] = field(default_factory=Counter)
    brought: int = 0
    stated: int = 0
    merges: Counter[str] = field(default_factory=Counter)

    def file(self, found: _Found) -> Iterator[Item]:
        """One file of a folder."""
        if not _is_markdown(found.relative):
            self.brought += 1
            yield BytesFile(found.to, _bytes(found.path))
            return
        try:
            yield from self.note(found)
        except InputError as problem:
            self.problems.append(problem.problem)

    def note(self, found: _Found) -> Iterator[Item]:
        """One note: its links follow what was renamed, and it says for whom it is.

        Raises:
            InputError: it cannot be read.
        """
        self.brought += 1
        text = read_note(found.path)
        if "/" in found.to:
            self.tops[found.to.partition("/")[0].lower()] += 1
        if self.moved:
            text = relinked(text, found.relative, found.to, self.moved, self.names)
        text, merges = without_merges(text)
        self.merges[found.to] += merges
        self.stated += says_for_whom(text)
        yield from whole_note(found.to, surely_visible(text, self.audience))

    def in_the_end(self) -> Iterator[Remark]:
        """For whom all of it is, and what folders of it mean in the tree.

        Raises:
            InputError: some notes could not be read.
        """
        if self.problems:
            raise InputError(_together(self.problems), "Markdown in UTF-8, in readable files")
        for top, meaning in _MEANINGS.items():
            if count := self.tops[top]:
                notes = "1 note goes" if count == 1 else f"{count:,} notes go"
                yield Remark(f"{top}/", f"{notes} where the tree has {meaning}")
        yield from merges_told(self.label, self.merges)
        yield from audience_told(self.label, self.audience, self.stated)


@dataclass(slots=True)
class _Walk:
    """One pass over the names in a folder."""

    root: Path
    keeps_attachments: bool
    others: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    """Where it would have come that is there, and is left out."""

    def folder(self, folder: Path, inside: str, target: str) -> Iterator[_Found | Item]:
        """Everything below one folder, which is called `inside` there and `target` here."""
        entries = _listed(folder)
        shown = [entry.name for entry in entries if not entry.name.startswith(".")]
        names = portable_names(shown, FOLDERS.get(target.rstrip("/"), ()))
        for entry in entries:
            relative = f"{inside}{entry.name}"
            if reason := _reason_to_skip(entry, relative):
                self.passed_over.append(f"{target}{names.get(entry.name, entry.name)}")
                yield SkippedFile(_shown(relative), reason)
                continue
            name = names[entry.name]
            to = f"{target}{name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _renamed(entry.name, name, _shown(relative))
                yield from self.folder(folder / entry.name, f"{relative}/", f"{to}/")
            elif _is_markdown(entry.name):
                yield _Found(folder / entry.name, relative, to)
                yield from _renamed(entry.name, name, _shown(relative))
            else:
                yield from self._other(entry, relative, to)

    def in_the_end(self) -> Iterator[Item]:
        """Attachments, by kind where they are many."""
        if len(self.others) <= _NAMED_ATTACHMENTS:
            yield from (SkippedFile(path, "not Markdown") for path in self.others)
        else:
            yield SkippedFile(
                f"{len(self.others):,} files", f"not Markdown ({_kinds(self.others)})"
            )

    def _other(self, entry: os.DirEntry[str], relative: str, to: str) -> Iterator[_Found | Item]:
        if not self.keeps_attachments or to.lower() == ALIAS_FILE:
            self.others.append(_shown(relative))
            self.passed_over.append(to)
        elif entry.stat(follow_symlinks=False).st_size > _MAX_ATTACHMENT_BYTES:
            self.passed_over.append(to)
            yield SkippedFile(_shown(relative), f"more than {_MAX_ATTACHMENT_BYTES:,} bytes")
        else:
            yield _Found(Path(entry.path), relative, to)


def _refuse_nothing(folder: Path, others: list[str]) -> None:
    """Say of a folder without notes what it holds instead, and how that comes in."""
    endings = {PurePosixPath(path).suffix.lower() for path in others}
    ending = next((one for one in _ONE_BY_ONE if one in endings), None)
    if ending is not None:
        likely = [path for path in others if path.lower().endswith(ending)]
        raise InputError(
            f"{folder} holds no Markdown: {_kinds(others)}",
            f"cards, lorebooks and chats are imported one by one: {_loop(folder, likely)}",
        )
    held = f": {_kinds(others)}" if others else ", and nothing else that could come in"
    raise InputError(f"{folder} holds no Markdown{held}", "a folder with .md files, or one file")


def _loop(folder: Path, paths: Iterable[str]) -> str:
    """A command line that imports these files, however deep in the folder they are."""
    start = shlex.quote(str(folder))
    ends = {f"{'/*' * (path.count('/') + 1)}{PurePosixPath(path).suffix}" for path in paths}
    globs = " ".join(f"{start}{end}" for end in sorted(ends))
    return f'for f in {globs}; do familiar import "$f"; done'


def _kinds(paths: Iterable[str]) -> str:
    """How many files there are of each ending: `.png 30, no ending 1`."""
    endings = (PurePosixPath(path).suffix.lower() for path in paths)
    kinds = Counter(ending or "no ending" for ending in endings)
    return ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common())


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
            f"called {new!r} in the tree: not every disk can store the name as it is, or tell it"
            " from another",
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
