"""A command is imported when it is run, or listed; and what its help needs is light."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from familiar_memory.interfaces.cli.frame.commands import LazyCommands

_HEAVY = {"numpy", "pydantic", "sqlite3", "asyncio", "familiar_memory.assembly"}


def _modules_after(*arguments: str) -> set[str]:
    """What is imported in a process of its own, by a call of the command line."""
    code = (
        "import json, sys\n"
        "from familiar_memory.interfaces.cli.main import run\n"
        f"sys.argv = ['familiar', *{arguments!r}]\n"
        "try: run()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "sys.stderr.write(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(done.stderr))


def _commands(modules: set[str]) -> set[str]:
    names = (name.rpartition(".")[2] for name in modules if ".interfaces.cli." in name)
    return {name for name in names if name.endswith(("_command", "_commands", "_group"))}


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [
        (("--version",), set()),
        (("search", "--help"), {"search_command"}),
        (("index", "verify", "--help"), {"index_group", "index_commands"}),
    ],
)
def test_no_other_command_is_imported(arguments: tuple[str, ...], commands: set[str]) -> None:
    """The table of names is enough to find one."""
    assert _commands(_modules_after(*arguments)) == commands


def test_the_help_of_no_command_waits_for_the_index() -> None:
    """The list of commands imports all of them, and none of them what it will run with."""
    modules = _modules_after("--help")
    assert len(_commands(modules)) == 17
    assert _HEAVY & modules == set()


def test_a_command_is_looked_up_once_and_names_are_known_before() -> None:
    """A name that is not in the table is no command."""
    table = LazyCommands({"b": "no.such.module:x", "join": "posixpath:join"})
    assert list(table) == ["b", "join"]
    assert (len(table), "b" in table, table.get("c")) == (2, True, None)
    assert table["join"] is table["join"]
    with pytest.raises(ModuleNotFoundError):
        table["b"]
