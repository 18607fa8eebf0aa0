"""What people and files are called, as far as the tree of a familiar says."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from familiar_memory.domain.text.slugs import is_bare_slug
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader

__all__ = ["NotesCalled"]


@dataclass(frozen=True, slots=True)
class NotesCalled:
    """The names of one tree, as it stands."""

    store: NoteReader
    register: TreeRegister

    def file_of(self, key: str) -> str:
        """Where a note stands; the key of one that is to come, which says where it will be."""
        return self.register.path_of(key) or key

    def person(self, slug: str) -> str:
        """As their file is called, else the title of their note; else the slug."""
        path = self.register.path_of(note_of_person(slug))
        if path is None:
            return slug
        stem = posixpath.basename(path).removesuffix(".md")
        return stem if not is_bare_slug(stem, slug) else self._title(path, slug)

    def _title(self, path: str, slug: str) -> str:
        try:
            title = parse_note(self.store.read_file(path)).title.strip()
        except StoreError:
            return slug
        return title if title and not is_bare_slug(title, slug) else slug
