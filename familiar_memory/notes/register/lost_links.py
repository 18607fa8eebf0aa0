"""Links of a tree that lead to no note, or to no line of it, by the rules of Obsidian.

A plain `[[name]]` is looked for by the names of files in the whole tree, one with a folder by its
path or the end of one, and `#^id` must stand at the end of a line there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import is_review_list
from familiar_memory.errors import FamiliarError
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import (
    Link,
    LinkKind,
    counts_from_its_note,
    find_links,
    links_in,
    resolve_link,
)
from familiar_memory.store.base import NoteReader

__all__ = ["LostLink", "Vault", "lost_links"]

_BLOCK = re.compile(r"(?:\A|[ \t])\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
_NOTE = ".md"


@dataclass(frozen=True, slots=True)
class LostLink:
    """A link in the note at `path` that leads nowhere.

    `name` is what it names, a path or a bare name without `.md`; `note` is the note that it
    leads to, where that stands and lacks only the line.
    """

    path: str
    link: Link
    name: str
    note: str | None = None

    @property
    def is_bare(self) -> bool:
        """Whether it names a note by its name alone, as people do in Obsidian."""
        has_folder = "/" in self.name or counts_from_its_note(self.link)
        return not has_folder and not _target(self.link).endswith(_NOTE)

    @property
    def has_line(self) -> bool:
        """Whether it names a line: somebody has seen it there."""
        return "#^" in self.link.target

    @property
    def written(self) -> str:
        """The link as a person looks for it in the note."""
        if self.link.kind is LinkKind.WIKI:
            return f"[[{self.link.target}]]"
        return f"[…]({self.link.target})"


class Vault:
    """The notes of a tree as links find them."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], str]) -> None:
        """`read` reads the text of a note."""
        self._read = read
        self._paths: dict[str, str] = {}
        self._ends: dict[str, str] = {}
        self._blocks: dict[str, frozenset[str]] = {}
        for path in sorted(paths, key=lambda one: (-one.count("/"), one)):
            parts = spelling_key(path).split("/")
            self._paths[spelling_key(path)] = path
            # Of several the highest up counts, which comes last.
            self._ends |= {"/".join(parts[at:]): path for at in range(len(parts))}

    def lost(self, link: Link, path: str) -> LostLink | None:
        """A link of the note at a path, if it leads nowhere."""
        target = resolve_link(link, path)
        if target is None or not target.lower().endswith(_NOTE):
            return None
        is_near = counts_from_its_note(link)
        written = (target if is_near else _target(link).lstrip("/")).removesuffix(_NOTE)
        found = self.leads(link, path)
        if found is None:
            return LostLink(path, link, written)
        _, sign, block = link.target.partition("#^")
        if not sign or block.strip() in self._blocks_of(found):
            return None
        return LostLink(path, link, written, found)

    def leads(self, link: Link, path: str) -> str | None:
        """The note that a link of the note at a path leads to; None where there is none."""
        target = resolve_link(link, path)
        if target is None or not target.lower().endswith(_NOTE):
            return None
        if counts_from_its_note(link):
            return self._paths.get(spelling_key(target))
        written = _target(link).removesuffix(_NOTE).lstrip("/")
        return path if not written else self._ends.get(spelling_key(f"{written}{_NOTE}"))

    def has(self, path: str) -> bool:
        """Whether a note stands at a path."""
        return self._paths.get(spelling_key(path)) == path

    def called(self, stem: str) -> str | None:
        """The note of this name, in whatever folder; of several the highest up."""
        return self._ends.get(spelling_key(f"{stem}{_NOTE}"))

    def shortest(self, path: str) -> str:
        """How a wiki link names the note at a path: by its name, if that means no other."""
        stem = path.rpartition("/")[2]
        name = stem if self._ends.get(spelling_key(stem)) == path else path
        return name.removesuffix(_NOTE)

    def _blocks_of(self, path: str) -> frozenset[str]:
        if path not in self._blocks:
            try:
                self._blocks[path] = frozenset(_BLOCK.findall(self._read(path)))
            except FamiliarError:
                self._blocks[path] = frozenset()
        return self._blocks[path]


def lost_links(store: NoteReader) -> tuple[Vault, list[LostLink]]:
    """The notes of a tree, and each link that leads nowhere, of texts and of properties.

    Those of the review list are written for the notes to which they are proposed.
    """
    paths = [one.path for one in store.scan_files().files if one.path.endswith(_NOTE)]
    vault = Vault(paths, store.read_file)
    notes = (path for path in paths if not is_review_list(path))
    return vault, [lost for path in notes for lost in _lost_of(store, path, vault)]


def _lost_of(store: NoteReader, path: str, vault: Vault) -> Iterator[LostLink]:
    try:
        text = store.read_file(path)
    except FamiliarError:
        # Another check reports what cannot be read.
        return
    if "[" not in text:
        return
    for link in (*links_in(read_frontmatter(text).source), *find_links(text)):
        if (lost := vault.lost(link, path)) is not None:
            yield lost


def _target(link: Link) -> str:
    return link.target.partition("#")[0].strip()
