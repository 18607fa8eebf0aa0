"""Who is called with more than eight values is given some of them together."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
TREES = (ROOT / "familiar_memory", ROOT / "importers" / "familiar_importers")
MOST = 8

EXCEPTIONS = {
    "familiar_memory/domain/question/contribution.py Contribution": "a value: one for each field",
    "familiar_memory/domain/talk/turn.py Turn": "a value: one for each field",
    "familiar_memory/interfaces/cli/ask/recall_command.py recall": "the options of a command",
    "familiar_memory/interfaces/cli/keep/export_command.py export": "the options of a command",
    "familiar_memory/interfaces/cli/keep/forget_command.py forget": "the options of a command",
    "familiar_memory/interfaces/cli/memories/remember_command.py remember": (
        "the options of a command"
    ),
    "familiar_memory/interfaces/cli/notes/log_command.py log": "the options of a command",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _callables(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Every function, by the classes and functions that it stands in; `__init__` by its class."""
    for node in ast.iter_child_nodes(tree):
        name = within
        if isinstance(node, Function | ast.ClassDef):
            name = f"{within}.{node.name}".removeprefix(".").removesuffix(".__init__")
        if isinstance(node, Function):
            yield name, node
        yield from _callables(node, name)


def _count(function: Function) -> int:
    given = function.args
    named = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(named) - (named[:1] in (["self"], ["cls"]))


def _long(source: str, file: str = "file.py") -> set[str]:
    return {f"{file} {name}" for name, one in _callables(ast.parse(source)) if _count(one) > MOST}


def test_nothing_takes_more_than_eight_values():
    """Fields of a dataclass do not count: a value is what it is made of."""
    found: set[str] = set()
    for tree in TREES:
        for file in tree.rglob("*.py"):
            found |= _long(file.read_text("utf-8"), file.relative_to(ROOT).as_posix())
    assert found == set(EXCEPTIONS)


def test_the_count_sees_every_way_to_take_a_value():
    """By position or by name, in a method, a constructor or a function within one."""
    few = ", ".join("abcdefgh")
    assert not _long(f"class A:\n  def __init__(self, {few}, *more, **named): ...")
    assert _long(f"class A:\n  def __init__(self, {few}, i): ...") == {"file.py A"}
    assert _long(f"class A:\n  @classmethod\n  async def b(cls, {few}, *, i): ...") == {
        "file.py A.b"
    }
    assert _long(f"def a():\n  if a:\n    def b({few}, /, i): ...") == {"file.py a.b"}
