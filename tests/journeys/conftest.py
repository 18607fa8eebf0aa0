"""A machine on which nobody else lives."""

from pathlib import Path

import pytest


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; home, settings and models are nowhere else."""
    for name in ("FAMILIAR_ID", "FAMILIAR_MEMORY_DEBUG", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    work = tmp_path / "work"
    home.mkdir()
    work.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("FAMILIAR_HOME", "familiars")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(home / "models"))
    monkeypatch.setenv("NO_COLOR", "1")
    return work
