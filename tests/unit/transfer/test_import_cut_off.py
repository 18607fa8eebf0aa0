"""An import that was cut off leaves a sign, until it is done again or taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.store import AuditJournal, Cause, MemoryStore
from familiar_memory.store.journal.batch_signs import BatchSigns, UnfinishedBatch


def _batch(batch: str, what: str = "eldoria.json") -> UnfinishedBatch:
    return UnfinishedBatch(batch, "import:lorebook", what, 3)


def test_a_sign_stands_while_the_batch_is_under_way(tmp_path: Path) -> None:
    """And not after its end, be that an error that was taken back."""
    signs = BatchSigns(tmp_path / "journal")
    with signs.shown(_batch("a")):
        assert signs.unfinished() == (_batch("a"),)
    assert signs.unfinished() == ()
    with pytest.raises(ValueError, match="no"), signs.shown(_batch("b")):
        raise ValueError("no")
    assert signs.unfinished() == ()


def test_a_process_that_dies_leaves_its_sign(tmp_path: Path) -> None:
    """The same import, when it is done, ends it; another one does not."""
    signs = BatchSigns(tmp_path)
    dead = signs.shown(_batch("a"))
    dead.__enter__()
    (tmp_path / "unfinished-torn").write_bytes(b"{")
    with signs.shown(_batch("b", "other.json")):
        pass
    assert signs.unfinished() == (_batch("a"),)
    with signs.shown(_batch("c")):
        assert signs.unfinished() == (_batch("a"), _batch("c"))
    assert signs.unfinished() == ()


def test_a_journal_shows_the_signs_of_its_folder(tmp_path: Path) -> None:
    """Beside its lines, which know nothing of what was still to come."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        with journal.signs.shown(_batch("a")):
            list(store.create_files({"lore/a.md": b"1"}, cause=Cause(batch="a")))
            assert [one.batch for one in journal.signs.unfinished()] == ["a"]
