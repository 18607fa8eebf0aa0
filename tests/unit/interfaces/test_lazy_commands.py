"""A command is imported when it is run, or listed; and what its help needs is light."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from familiar_memory import Familiar
from familiar_memory.interfaces.cli.frame.commands import LazyCommands

_HEAVY = {"numpy", "pydantic", "sqlite3", "asyncio", "familiar_memory.assembly"}

_WRITES = {"familiar_memory.assembly.writing", "familiar_memory.writers.memory_writer"}
_ANSWERS = {"familiar_memory.assembly.answering", "familiar_memory.recall.pipeline", *_WRITES}


def _modules_after(*arguments: str) -> set[str]:
    """What is imported in a process of its own, by a call of the command line."""
    code = (
        "import json, sys\n"
        "from familiar_memory.interfaces.cli.main import run\n"
        f"sys.argv = ['familiar', *{arguments!r}]\n"
        "try: run()\n"
        "except SystemExit as end: assert end.code in (None, 0, 1), end.code\n"
        "sys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


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
    assert len(_commands(modules)) == 20
    assert _HEAVY & modules == set()


@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (("grep", "tea"), {"numpy", "markdown_it", "yaml", "wordllama", *_ANSWERS}),
        (("show", "topics/tea.md"), {"numpy", "markdown_it", "wordllama", *_ANSWERS}),
        (("log",), {"wordllama", "tokenizers", "familiar_memory.assembly.searching", *_ANSWERS}),
        (("people",), {"wordllama", "tokenizers", *_ANSWERS}),
        (("search", "tea"), {"wordllama", "requests", "urllib3", *_WRITES}),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_command_imports_what_it_needs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    unused: set[str],
) -> None:
    """Who looks at notes waits for no vectors, and nobody for what writes or recalls."""
    Familiar.create("ember", home=tmp_path, embedder="static")
    note = tmp_path / "ember" / "memory" / "topics" / "tea.md"
    note.write_text("# Tea\n\n- The tea is in the green tin.\n", encoding="utf-8")
    (tmp_path / "ember" / "memory" / "people" / "discord-7.md").write_text("# Bex\n\n- hi\n")
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path))
    _modules_after("log")  # Who comes first embeds the notes.
    assert unused & _modules_after(*arguments) == set()


def test_a_command_is_looked_up_once_and_names_are_known_before() -> None:
    """A name that is not in the table is no command."""
    table = LazyCommands({"b": "no.such.module:x", "join": "posixpath:join"})
    assert list(table) == ["b", "join"]
    assert (len(table), "b" in table, table.get("c")) == (2, True, None)
    assert table["join"] is table["join"]
    with pytest.raises(ModuleNotFoundError):
        table["b"]
