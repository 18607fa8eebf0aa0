"""An import into a familiar that keeps nothing of some people: their notes are passed over.

Their turns come as far as recording, which refuses them, so that they are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from familiar_memory.domain.tree import PEOPLE, is_below, person_of
from familiar_memory.maintenance.forget.tombstones import Tombstones
from familiar_memory.notes.register.head import read_note_head
from familiar_memory.transfer.importer import (
    Importer,
    Item,
    NoteFile,
    SkippedFile,
    TreeImporter,
)
from familiar_memory.transfer.tree import TreeReader

__all__ = ["refusing"]

_REASON = "somebody who was forgotten for good: `familiar forget --list`"


def refusing(importer: Importer, tombstones: Tombstones) -> Importer:
    """The same importer, without notes of people who are not to be kept.

    Raises:
        StorageError: who that is cannot be read.
    """
    if not tombstones.every():
        return importer
    if isinstance(importer, TreeImporter):
        return _RefusingTreeImporter(importer, tombstones)
    return _RefusingImporter(importer, tombstones)


class _RefusingImporter:
    def __init__(self, importer: Importer, tombstones: Tombstones) -> None:
        self._importer = importer
        self._tombstones = tombstones
        self.name = importer.name
        self.describe = importer.describe

    def detect(self, path: Path) -> bool:
        """As the importer itself."""
        return self._importer.detect(path)

    def read(self, path: Path) -> Iterator[Item]:
        """Every item, with notes that are passed over in the place of some."""
        for item in self._importer.read(path):
            if isinstance(item, NoteFile) and self._is_refused(item):
                # In no words that say who it is.
                yield SkippedFile(f"{PEOPLE}/…", _REASON)
            else:
                yield item

    def _is_refused(self, note: NoteFile) -> bool:
        said = read_note_head(note.path, note.text.encode()).id
        stem = PurePosixPath(note.path).stem if is_below(note.path, PEOPLE) else None
        slugs = (said, person_of(note.path), stem)
        return any(slug is not None and self._tombstones.refuses_slug(slug) for slug in slugs)


class _RefusingTreeImporter(_RefusingImporter):
    _importer: TreeImporter

    def beside(self, tree: TreeReader) -> Importer:
        """As the importer itself, which looks at the tree first."""
        return _RefusingImporter(self._importer.beside(tree), self._tombstones)
