"""A read of the index that fails costs one answer: the next one has all the lore."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.errors import IndexUnavailableError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.lore.activation.settings import ActivationSettings
from familiar_memory.recall.lore.library import LoreLibrary


class _Failing:
    """An index of which one read fails, the others do not."""

    def __init__(self, index):
        self._index = index
        self.reads_left = -1

    def __getattr__(self, name):
        real = getattr(self._index, name)

        def read(*given):
            self.reads_left -= 1
            if self.reads_left == 0:
                raise IndexUnavailableError("the index is busy", "later")
            return real(*given)

        return read


@pytest.mark.parametrize("read", [1, 2])
@pytest.mark.parametrize("what", ["a new note", "a changed note", "a note less"])
async def test_what_a_failed_read_hid_is_told_next_time(
    new_familiar, tmp_path: Path, what: str, read: int
) -> None:
    """Whichever read it is, and whatever it would have brought."""
    async with new_familiar(tmp_path) as familiar:
        lore = familiar.parts.setup.paths.memory / "lore"
        lore.mkdir(exist_ok=True)
        (lore / "tower.md").write_text("---\nkeys: [tower]\n---\nThe tower is high.\n")
        await familiar.settle()
        parts = familiar.parts
        index = _Failing(familiar.parts.files.index)

        def library(of) -> LoreLibrary:
            return LoreLibrary(of, parts.indexing.notes._notes, parts.store, ActivationSettings())

        def told(of: LoreLibrary) -> dict[str, str] | None:
            view = of.of(Viewer(), familiar.now())
            return None if view is None else dict(view.digests)

        kept = library(index)
        assert told(kept) is not None
        if what == "a new note":
            (lore / "sea.md").write_text("---\nkeys: [sea]\n---\nThe sea is salt.\n")
        elif what == "a changed note":
            (lore / "tower.md").write_text("---\nkeys: [tower]\n---\nThe tower fell.\n")
        else:
            (lore / "tower.md").unlink()
        await familiar.settle()
        index.reads_left = read
        with pytest.raises(IndexUnavailableError):
            told(kept)
        assert told(kept) == told(library(familiar.parts.files.index))
