"""The rooms of the packages: each on the map, each under a contract, none crowded."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CROWDED = 15
TREES = (ROOT / "familiar_memory", ROOT / "importers" / "familiar_importers")


def _packages() -> Iterator[Path]:
    for tree in TREES:
        yield from (init.parent for init in tree.rglob("__init__.py"))


def _rooms(package: Path) -> list[str]:
    return sorted(init.parent.name for init in package.glob("*/__init__.py"))


def _dotted(package: Path) -> str:
    root = ROOT if package.is_relative_to(TREES[0]) else ROOT / "importers"
    return ".".join(package.relative_to(root).parts)


WITH_ROOMS = [package for package in _packages() if _rooms(package)]


@pytest.mark.parametrize("package", WITH_ROOMS, ids=_dotted)
def test_a_package_with_rooms_has_a_contract(package):
    """Which of its rooms may import which is said once, and checked by import-linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layered = [one for c in contracts if c["type"] == "layers" for one in c["containers"]]
    assert layered.count(_dotted(package)) == 1
    assert len({c["id"] for c in contracts}) == len(contracts)


@pytest.mark.parametrize("package", list(_packages()), ids=_dotted)
def test_no_room_is_crowded(package):
    """A listing can be taken in at a glance."""
    assert len([one for one in package.glob("*.py") if one.name != "__init__.py"]) < CROWDED


def _imported(text: str) -> Iterator[str]:
    """What a module names in its imports, those within functions and for types included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


def _circle(sources: dict[str, str]) -> list[str]:
    """Modules that import one another, by name and text; none where there are no such."""
    graph = {
        name: {one for one in _imported(text) if one in sources and one != name}
        for name, text in sources.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_no_modules_import_one_another():
    """Also not from within a function, or for types alone: contracts look at packages only."""
    files = (file for tree in TREES for file in tree.rglob("*.py"))
    named = {_dotted(file.with_suffix("")).removesuffix(".__init__"): file for file in files}
    assert not _circle({name: file.read_text("utf-8") for name, file in named.items()})


def test_a_circle_is_seen():
    """Wherever the import stands."""
    late = "def a():\n    from b import c"
    assert set(_circle({"a": late, "b": "import a"})) == {"a", "b"}
    assert not _circle({"a": late, "b": "import c", "c": ""})


def test_every_room_is_on_the_map():
    """The table of docs/architecture.md names each."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.split("### Where things are")[1].split("\n\nThe design")[0]
    rooms = {room for one in WITH_ROOMS if one not in TREES for room in _rooms(one)}
    assert not {room for room in rooms if f"`{room}`" not in table and f"/{room}`" not in table}
