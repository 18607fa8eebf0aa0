"""A command is imported when it is run, or listed; and what its help needs is light."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from familiar_memory import Familiar
from familiar_memory.interfaces.cli.frame.commands import LazyCommands
from familiar_memory.interfaces.cli.main import _COMMANDS

_HEAVY = {
    "numpy",
    "pydantic",
    "sqlite3",
    "asyncio",
    "importlib.metadata",
    "familiar_memory.assembly",
    "familiar_memory.config.settings",
    "familiar_memory.familiar",
}

_WRITES = {"familiar_memory.assembly.wiring.writing", "familiar_memory.writers.memory_writer"}
_ANSWERS = {
    "familiar_memory.assembly.wiring.answering",
    "familiar_memory.recall.pipeline",
    *_WRITES,
}
_SEARCHES = {"familiar_memory.assembly.wiring.searching", "familiar_memory.recall.search.retrieve"}
_PARSES = {"markdown_it", "yaml", "familiar_memory.notes.parsing"}
_MODELS = {"wordllama", "tokenizers", "safetensors", "onnxruntime", "fastembed", "requests"}
_INDEXES = {
    "familiar_memory.assembly.index_files",
    "familiar_memory.assembly.wiring.indexing",
    "familiar_memory.index.index",
}
_UPKEEP = {
    "watchdog",
    "familiar_memory.index.erasing",
    "familiar_memory.index.rows.writing.documents",
    "familiar_memory.sync.verify",
}
"""What a start that finds nothing new has no work for."""


def _modules_after(*arguments: str) -> set[str]:
    """What is imported in a process of its own, by a call of the command line."""
    code = (
        "import json, sys, time\n"
        # What was saved a moment ago is looked at twice: here it was saved a minute ago.
        "now = time.time_ns\n"
        "time.time_ns = lambda: now() + 60_000_000_000\n"
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
    assert len(_commands(modules)) == len(_COMMANDS)
    assert _HEAVY & modules == set()


@pytest.fixture(scope="module")
def embedded_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A familiar with two notes, at which a command has been: who comes first embeds them."""
    home = tmp_path_factory.mktemp("embedded")
    Familiar.create("ember", home=home, embedder="static")
    memory = home / "ember" / "memory"
    tea = "# Tea\n\n- The tea is in the green tin.\n"
    (memory / "topics" / "tea.md").write_text(tea, encoding="utf-8")
    (memory / "people" / "discord-7.md").write_text("# Bex\n\n- hi\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAMILIAR_HOME", str(home))
        _modules_after("log")
    return home


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (("grep", "tea"), {"numpy", *_PARSES, *_INDEXES}),
        (("show",), {"numpy", *_INDEXES}),
        (("show", "topics/tea.md"), {"numpy", *_PARSES, *_INDEXES}),
        (("log",), {"numpy", *_PARSES, *_UPKEEP}),
        (("people",), _UPKEEP),
        (("search", "tea"), {"familiar_memory.notes.parsing", *_UPKEEP}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_imports_what_it_needs(
    embedded_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    unused: set[str],
) -> None:
    """Who looks at notes waits for no vectors, and nobody for what writes or recalls."""
    if arguments[0] == "search":
        unused = {"wordllama", "requests", "urllib3", *_WRITES, *unused}
    else:
        unused = {*_MODELS, *_SEARCHES, *_ANSWERS, *unused}
    monkeypatch.setenv("FAMILIAR_HOME", str(embedded_home))
    assert unused & _modules_after(*arguments) == set()


@pytest.mark.parametrize(
    "name", sorted(_HEAVY | _ANSWERS | _SEARCHES | _INDEXES | _UPKEEP | _PARSES)
)
def test_what_must_not_be_imported_is_there_to_be_imported(name: str) -> None:
    """A module that was renamed would never be met again."""
    assert find_spec(name) is not None


def test_a_command_is_looked_up_once_and_names_are_known_before() -> None:
    """A name that is not in the table is no command."""
    table = LazyCommands({"b": "no.such.module:x", "join": "posixpath:join"})
    assert list(table) == ["b", "join"]
    assert (len(table), "b" in table, table.get("c")) == (2, True, None)
    assert table["join"] is table["join"]
    with pytest.raises(ModuleNotFoundError):
        table["b"]
