"""A name means one thing: no class, type or function is called as another one elsewhere."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TREES = (ROOT / "familiar_memory", ROOT / "importers" / "familiar_importers")

COMMANDS = "familiar_memory/interfaces/cli/"
"""A function there may be called like the one that does its work: it is the command."""


def _defined(tree: ast.Module) -> Iterator[str]:
    """The public classes, functions and types of a module, in its order.

    A type is a name in CamelCase that something is assigned to.
    """
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (target.id for target in targets if isinstance(target, ast.Name))
            yield from (name for name in names if not name.isupper())


def _is_command(tree: ast.Module, name: str) -> bool:
    """Whether a function is a command: it says so above itself."""
    return any(
        isinstance(node, ast.FunctionDef) and node.name == name and node.decorator_list
        for node in tree.body
    )


def homes_of_names(sources: dict[str, str]) -> dict[str, list[str]]:
    """Where each public name is defined, by the path of a module and its text."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, text in sources.items():
        tree = ast.parse(text)
        for name in _defined(tree):
            if name.startswith("_") or (path.startswith(COMMANDS) and _is_command(tree, name)):
                continue
            found[name].append(path)
    return found


def _sources() -> dict[str, str]:
    modules = (module for tree in TREES for module in tree.rglob("*.py"))
    return {one.relative_to(ROOT).as_posix(): one.read_text("utf-8") for one in modules}


def test_a_name_has_one_home():
    """Whoever searches for it finds one definition, and whoever reads it need not ask which."""
    homes = homes_of_names(_sources())
    assert len(homes) > 1_000
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


@pytest.mark.parametrize(
    "again", ["class Hit: ...", "def Hit(): ...", "Hit = tuple[str, int]", "Hit: TypeAlias = str"]
)
def test_a_second_meaning_is_found(again):
    """Whichever way it is defined."""
    homes = homes_of_names({"a.py": "class Hit: ...", "b.py": again})
    assert homes["Hit"] == ["a.py", "b.py"]


def test_what_is_no_second_meaning_is_let_be():
    """A private name, a constant, a method, and a command that is called like its work."""
    command = f"{COMMANDS}undo_command.py"
    other = "class Other:\n    def undo(self): ...\n_undo = LIMIT = 2"
    sources = {"a.py": "def undo(): ...\nLIMIT = 1", "b.py": other}
    homes = homes_of_names(sources | {command: "@command('undo')\ndef undo(): ..."})
    assert (homes["undo"], homes.get("LIMIT")) == (["a.py"], None)
