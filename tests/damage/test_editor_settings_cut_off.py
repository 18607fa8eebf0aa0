"""Obsidian's JSON is replaced while the disk fails or the process dies at any step."""

from __future__ import annotations

import contextlib
import json

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.traces import Traces
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.forget.proof import prove
from familiar_memory.maintenance.forget.redaction import note_redaction
from familiar_memory.store.editor_settings import rewrite_settings
from familiar_memory.store.erasing import TreeEraser
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import Crash, FaultyFileSystem

ID = "284619350177841152"
WHAT = Erasure(traces=Traces(ids=frozenset({ID})))
PATH = ".obsidian/workspace.json"
OLD = json.dumps({"lastOpenFiles": [f"<@{ID}>", "notes.md"]}).encode()
NEW = json.dumps({"lastOpenFiles": ["someone", "notes.md"]}).encode()


def steps(root) -> int:
    """How many steps of the disk one replacement takes."""
    (root / ".obsidian").mkdir(parents=True)
    (root / PATH).write_bytes(OLD)
    fs = FaultyFileSystem()
    assert rewrite_settings(root, PATH, lambda data: note_redaction(WHAT)(PATH, data), fs)
    return len(fs.calls)


def replaced(root, fs) -> bool:
    """Do it."""
    return rewrite_settings(root, PATH, lambda data: note_redaction(WHAT)(PATH, data), fs)


def holds_it(root) -> bool:
    """Whether any file below has the id in it, whoever has put it there."""
    return any(ID.encode() in one.read_bytes() for one in root.rglob("*") if one.is_file())


@pytest.mark.parametrize(
    ("error", "for_ever"), [(Crash, True), (lambda: OSError(28, "no space"), False)]
)
def test_at_each_step_the_file_is_the_old_or_the_new_one(tmp_path, error, for_ever):
    """The proof says what is left, and to erase again leaves nothing."""
    count = steps(tmp_path / "whole")
    assert count > 10
    for at in range(1, count + 1):
        root = tmp_path / str(at)
        (root / ".obsidian").mkdir(parents=True)
        (root / PATH).write_bytes(OLD)
        fs = FaultyFileSystem()
        fs.fail_at(at, error, for_ever=for_ever)
        with contextlib.suppress(Crash, StoreError):
            replaced(root, fs)
        assert (root / PATH).read_bytes() in (OLD, NEW), at
        assert bool(prove(root, WHAT).residue) == holds_it(root), at
        TreeEraser(MemoryStore(root), note_redaction).erase(WHAT)
        assert (root / PATH).read_bytes() == NEW, at
        assert not holds_it(root), (at, [one.name for one in root.rglob("*")])
        assert prove(root, WHAT).residue == (), at
