"""The worlds, built once a process and copied for each case."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from surface.running import Stage
from surface.world import build_empty, build_written


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, set[str]]]:
    """A folder with one folder a world, and the ids that chance has given in them.

    They are built in `work`, where the cases run too: what was imported from a folder is
    known by where that lies.
    """
    root = tmp_path_factory.mktemp("worlds")
    with pytest.MonkeyPatch.context() as monkeypatch:
        stage = Stage(root / "work", monkeypatch, root / "home")
        stage.now = datetime(2026, 2, 1, 9, tzinfo=UTC)
        stage.folder.mkdir()
        shutil.copytree(stage.folder, root / "nowhere")
        build_empty(stage)
        shutil.copytree(stage.folder, root / "empty")
        build_written(stage)
        shutil.copytree(stage.folder, root / "written")
        assert stage.run("init rowan --embedder none").code == 0
        shutil.copytree(stage.folder, root / "two")
    yield root, stage.ids


@pytest.fixture
def stage_of(
    worlds: tuple[Path, set[str]], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Stage]:
    """Make a fresh copy of a world to run commands in."""
    root, ids = worlds

    def copied(world: str) -> Stage:
        work, home = root / "work", root / "home"
        for folder in (work, home):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(root / world, work)
        home.mkdir()
        return Stage(work, monkeypatch, home, ids=set(ids))

    return copied
