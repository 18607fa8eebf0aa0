"""The Markdown memory of an agent: `MEMORY.md`, a note a day, and who everybody is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from familiar_importers.memories.agent_workspace import DAY_NOTE, is_agent_workspace
from familiar_importers.memories.making.commented_lines import with_commented_fields
from familiar_importers.memories.making.note_file import read_note, whole_note
from familiar_importers.memories.making.owned_text import (
    audience_told,
    check_audience,
    surely_visible,
)
from familiar_importers.memories.making.record_notes import IMPORTED
from familiar_importers.memories.making.unmerged_people import merges_told, without_merges
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import DAYS, note_of_person, note_of_self
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, SourceFolder
from familiar_memory.transfer.portable_names import portable_names

__all__ = ["MemoryMarkdownImporter"]

_DAYS = "memory"
_PERSONA = {"SOUL.md": note_of_self("personality"), "IDENTITY.md": note_of_self("description")}
_USER = "USER.md"
_HARNESS = frozenset(
    {"AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md", "BOOT.md", "CLAUDE.md", "README.md"}
)


@dataclass(frozen=True, slots=True)
class MemoryMarkdownImporter:
    """A workspace of OpenClaw, a memory folder of Claude, or one `MEMORY.md`.

    `audience` is for whom memories are that do not say it themselves (`visibility:`). The
    persona is not memory and is for everyone: it speaks in every room.
    """

    audience: str = OWNER
    name = "memory-md"
    describe = "an agent's MEMORY.md with its daily notes (OpenClaw, Claude), or its folder"

    def detect(self, path: Path) -> bool:
        """A `MEMORY.md`, or a folder with one or with days in `memory/`; no vault of Obsidian."""
        return is_agent_workspace(path)

    def read(self, path: Path) -> Iterator[Item]:
        """Memory first, then the days; what is for the agent's harness is named as skipped.

        Raises:
            InputError: a note is not UTF-8, or cannot be read.
            UsageError: the audience is none.
        """
        check_audience(self.audience)
        if path.is_dir():
            passed_over = set()
            for item in self._workspace(path):
                if isinstance(item, SkippedFile):
                    passed_over.add(item.path)
                yield item
            yield SourceFolder(path, passed_over=frozenset(passed_over))
        else:
            yield from self._memory(path, path.name)
            yield SourceFolder(path.parent, is_whole=False)
        if self.audience == OWNER:
            yield from audience_told(path.name, self.audience)

    def _workspace(self, folder: Path) -> Iterator[Item]:
        entries = _listed(folder)
        names = portable_names(entry.name for entry in entries)
        for entry in entries:
            path = folder / entry.name
            if entry.is_symlink():
                yield SkippedFile(entry.name, "a link")
            elif entry.is_dir():
                yield from self._folder(entry, path)
            elif not entry.name.lower().endswith(".md") or entry.name.startswith("."):
                yield SkippedFile(entry.name, "not Markdown")
            elif entry.name in _HARNESS:
                yield SkippedFile(entry.name, "instructions for an agent, not its memory")
            elif entry.name in _PERSONA:
                yield from self._persona(path)
            elif entry.name == _USER:
                yield from self._memory(path, note_of_person(Author(IMPORTED, "user").slug))
            else:
                has_days = not any(other.name == _DAYS for other in entries)
                yield from self._noted(path, names[entry.name], has_days=has_days)

    def _folder(self, entry: os.DirEntry[str], path: Path) -> Iterator[Item]:
        if entry.name != _DAYS:
            yield SkippedFile(entry.name, "not a part of the memory")
            return
        yield from self._below(path, f"{_DAYS}/", has_days=True)

    def _below(self, folder: Path, target: str, *, has_days: bool) -> Iterator[Item]:
        entries = _listed(folder)
        names = portable_names(entry.name for entry in entries)
        for entry in entries:
            to = f"{target}{names[entry.name]}"
            if entry.name.startswith(".") or entry.is_symlink():
                yield SkippedFile(to, "hidden" if entry.name.startswith(".") else "a link")
            elif entry.is_dir():
                # Deeper down a date names something else: a project's note of some day.
                yield from self._below(folder / entry.name, f"{to}/", has_days=False)
            elif not entry.name.lower().endswith(".md"):
                yield SkippedFile(to, "not Markdown")
            else:
                yield from self._noted(folder / entry.name, to, has_days=has_days)

    def _noted(self, path: Path, to: str, *, has_days: bool) -> Iterator[Item]:
        day = DAY_NOTE.fullmatch(path.name)
        is_day = has_days and day is not None and _is_date(day[1])
        yield from self._memory(path, f"{DAYS}/{path.name.lower()}" if is_day else to)

    def _memory(self, path: Path, to: str) -> Iterator[Item]:
        text, merges = without_merges(read_note(path))
        visible = surely_visible(with_commented_fields(to, text), self.audience)
        yield from whole_note(to, visible)
        if (problem := read_frontmatter(text).problem) is not None:
            yield Remark(path.name, f"{problem}: until that is fixed, only the owner can see it")
        yield from merges_told(path.name, {to: merges})

    def _persona(self, path: Path) -> Iterator[Item]:
        to = _PERSONA[path.name]
        yield from whole_note(to, read_note(path))
        yield Remark(path.name, f"the persona: it goes to {to}, and applies in every room")


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as problem:
        raise InputError(f"{folder} cannot be listed: {problem.strerror}", "a folder") from problem


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
