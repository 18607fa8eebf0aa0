"""A package of `examples/` as if pip had installed it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

__all__ = ["EXAMPLES", "command_line", "install", "on_the_path", "project_of"]

EXAMPLES = Path(__file__).parents[1] / "examples"


def project_of(plugin: Path) -> dict[str, Any]:
    """The table `[project]` of its pyproject.toml."""
    return tomllib.loads((plugin / "pyproject.toml").read_text("utf-8"))["project"]


def install(plugin: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put its module on the path, and into `site` what pip writes of it."""
    project = project_of(plugin)
    module = project["name"].replace("-", "_")
    info = site / f"{module}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head)
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    on_the_path(plugin, monkeypatch)
    monkeypatch.syspath_prepend(site)


def on_the_path(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its module can be imported, and is forgotten afterwards."""
    monkeypatch.syspath_prepend(plugin)
    for file in plugin.glob("*.py"):
        monkeypatch.delitem(sys.modules, file.stem, raising=False)


def command_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """`familiar` with that home, as a function of its words: it ends well, and this is printed."""
    from familiar_memory.interfaces.cli.main import app

    monkeypatch.setenv("FAMILIAR_HOME", str(home / "familiars"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*args: str) -> str:
        with pytest.raises(SystemExit) as end:
            app(list(args), prog_name="familiar")
        assert end.value.code in (0, None)
        return capsys.readouterr().out

    return run
