"""A familiar is wired whole, or nothing of it stays open."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from familiar_memory.assembly import files, index_files, parts
from familiar_memory.assembly.parts import Parts, assemble
from familiar_memory.assembly.wiring import (
    answering,
    indexing,
    reading,
    recalling,
    searching,
    writing,
)
from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.founding import found
from familiar_memory.testing import HashEmbedder

_DESCRIPTORS = Path("/proc/self/fd")
pytestmark = pytest.mark.skipif(not _DESCRIPTORS.exists(), reason="no list of open files")


def _called_at_start(module: ModuleType) -> Iterator[tuple[ModuleType, str]]:
    """All that wiring calls, or may call, under the names it has for it."""
    for name, value in sorted(vars(module).items()):
        if callable(value) and inspect.getmodule(value) not in (None, module, inspect):
            yield module, name


_CALLED = [
    one
    for module in (
        parts,
        files,
        index_files,
        reading,
        indexing,
        searching,
        recalling,
        answering,
        writing,
    )
    for one in _called_at_start(module)
]


class BrokenError(Exception):
    """What nobody expects to be raised."""


def _broken(*_: object, **__: object) -> None:
    raise BrokenError


@pytest.fixture
def paths(tmp_path: Path) -> FamiliarPaths:
    """A new familiar."""
    paths = FamiliarPaths(tmp_path, "ember")
    found(paths, name=None, timezone=None, embedder="none")
    return paths


def _open_below(folder: Path) -> list[str]:
    found = []
    for one in _DESCRIPTORS.iterdir():
        try:
            found.append(str(one.readlink()))
        except FileNotFoundError:
            continue
    return [name for name in found if name.startswith(str(folder))]


@pytest.mark.parametrize(
    ("module", "name"), _CALLED, ids=lambda value: getattr(value, "__name__", value)
)
def test_whatever_fails_nothing_stays_open(
    paths: FamiliarPaths, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    """Each thing that is wired fails in turn; what is not called at the start fails nothing."""
    settings = load_settings(paths)
    monkeypatch.setattr(module, name, _broken)
    parts: Parts | None = None
    try:
        parts = assemble(paths, settings)
        parts.build_all()
    except (BrokenError, TypeError):
        if parts is None:
            assert _open_below(paths.root) == []
    monkeypatch.undo()
    if parts is not None:
        parts.close()
    assert _open_below(paths.root) == []


def test_enough_is_broken_to_prove_it(paths: FamiliarPaths) -> None:
    """The list is that of what is wired, and open files are seen."""
    assert {"MemoryStore", "EmbeddingIndex", "wire_recall", "SyncWorker", "FileLock"} <= {
        name for _, name in _CALLED
    }
    parts = assemble(paths, Settings(), embedder=HashEmbedder())
    parts.build_all()
    assert _open_below(paths.root) != []
    parts.close()
    assert _open_below(paths.root) == []


@pytest.mark.parametrize(
    ("group", "name"),
    [
        *(("answering", "recall"), ("searching", "past"), ("resources", "pool")),
        *(("indexing", "watcher"), ("indexing", "worker"), ("indexing", "switch")),
        *(("files", "index"), ("files", "history"), ("files", "journal")),
    ],
)
def test_whatever_cannot_be_closed_the_rest_is(
    paths: FamiliarPaths, monkeypatch: pytest.MonkeyPatch, group: str, name: str
) -> None:
    """And the failure is not kept quiet."""
    parts = assemble(paths, load_settings(paths))
    closed = getattr(getattr(parts, group), name)
    how = "stop" if name == "switch" else "close"
    close = getattr(closed, how)
    monkeypatch.setattr(type(closed), how, _broken)
    with pytest.raises(BrokenError):
        parts.close()
    monkeypatch.undo()
    close()
    assert _open_below(paths.root) == []
