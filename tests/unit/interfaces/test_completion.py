"""What the shell offers behind Tab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from familiar_memory import Familiar
from familiar_memory.interfaces.cli.frame.completion import (
    complete_changes,
    complete_export_formats,
    complete_familiars,
    complete_import_formats,
    complete_notes,
)
from familiar_memory.interfaces.cli.frame.given import KEPT
from familiar_memory.store.journal.entry import (
    BaselineMark,
    ChangeOutcome,
    ChangeState,
    JournalEntry,
    Operation,
    encode_line,
)
from familiar_memory.transfer.registry import find_exporters, find_importers

_NOW = datetime(2026, 2, 2, 19, 31, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two familiars; one has notes and a journal."""
    for name in ("ember", "ash"):
        Familiar.create(name, home=tmp_path, embedder="none")
    memory = tmp_path / "ember" / "memory"
    for path in ("people/Rowan.md", "people/Bex.md", "topics/tea.md", ".hidden/x.md", "top.md"):
        file = memory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# A note\n", encoding="utf-8")
    return tmp_path


def _context(home: Path, familiar: str | None = "ember") -> SimpleNamespace:
    """What was typed so far."""
    return SimpleNamespace(meta={f"{KEPT}home": str(home), f"{KEPT}familiar": familiar})


def _values(offered: list[tuple[str, str]]) -> list[str]:
    return [value for value, _ in offered]


def _entry(identity: str, path: str, batch: str | None = None) -> JournalEntry:
    return JournalEntry(
        id=identity,
        time=_NOW,
        operation=Operation.EDIT,
        path=path,
        source="human",
        refs=(),
        before=None,
        after="0" * 32,
        before_bytes=0,
        after_bytes=9,
        state=ChangeState.INTENT,
        batch=batch,
    )


def test_familiars_of_the_home_that_is_meant(home: Path) -> None:
    """By how their id begins."""
    assert _values(complete_familiars(_context(home, None), "")) == ["ash", "ember"]
    assert _values(complete_familiars(_context(home, None), "e")) == ["ember"]


def test_folders_and_notes_by_path(home: Path) -> None:
    """Folders first; what is hidden is no note."""
    every = ["people/", "topics/", "people/Bex.md", "people/Rowan.md", "top.md", "topics/tea.md"]
    assert _values(complete_notes(_context(home), "")) == every
    assert _values(complete_notes(_context(home), "people/R")) == ["people/Rowan.md"]
    assert _values(complete_notes(_context(home, "ash"), "")) == []


def test_changes_newest_first_with_their_batches(home: Path) -> None:
    """A line that cannot be read, or is no change, offers nothing; an id is offered once."""
    first, second, batch = "1" * 16, "2" * 16, "b" * 16
    lines = [
        encode_line(BaselineMark(_NOW)),
        encode_line(_entry(first, "people/Bex.md")),
        b"no json\n",
        b'{"id": 3, "op": "edit"}\n',
        encode_line(_entry(second, "topics/tea.md", batch)),
        encode_line(ChangeOutcome(second, ChangeState.DONE)),
    ]
    (home / "ember" / "journal").mkdir(exist_ok=True)
    (home / "ember" / "journal" / "audit.jsonl").write_bytes(b"".join(lines))
    assert complete_changes(_context(home), "") == [
        ("22222222", "human topics/tea.md"),
        ("bbbbbbbb", "batch of human"),
        ("11111111", "human people/Bex.md"),
    ]
    assert _values(complete_changes(_context(home), "111")) == ["11111111"]
    assert _values(complete_changes(_context(home), "1" * 9)) == [first]


def test_of_a_long_journal_the_end_is_read(home: Path) -> None:
    """As many as a shell can show, and no line that is cut in two."""
    lines = [encode_line(_entry(f"{n:016x}", "people/Bex.md")) for n in range(3_000)]
    (home / "ember" / "journal").mkdir(exist_ok=True)
    (home / "ember" / "journal" / "audit.jsonl").write_bytes(b"".join(lines))
    offered = complete_changes(_context(home), f"{2_999:016x}")
    assert _values(offered) == [f"{2_999:016x}"]
    assert len(complete_changes(_context(home), "0")) <= 200


def test_formats_are_those_that_are_installed() -> None:
    """By name, without loading them."""
    context = SimpleNamespace(meta={})
    assert set(_values(complete_import_formats(context, ""))) == set(find_importers())
    assert set(_values(complete_export_formats(context, ""))) == set(find_exporters())
    assert _values(complete_import_formats(context, "chatg")) == ["chatgpt"]


@pytest.mark.parametrize("offer", [complete_notes, complete_changes])
def test_where_nothing_can_be_known_nothing_is_offered(home: Path, offer) -> None:
    """No such familiar, several and none named, no home at all: a shell has no room for errors."""
    assert offer(_context(home, "nobody"), "") == []
    assert offer(_context(home, None), "") == []
    assert offer(_context(home, "../../etc"), "") == []
    assert offer(_context(home / "nowhere", None), "") == []


def _completed(words: str, at: int, home: Path) -> tuple[list[str], set[str]]:
    """What bash is told, in a process of its own, and what was imported for it."""
    code = (
        "import json, sys\n"
        "sys.argv = ['familiar']\n"
        "from familiar_memory.interfaces.cli.main import run\n"
        "try: run()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "sys.stderr.write(json.dumps(sorted(sys.modules)))"
    )
    environment = {
        **os.environ,
        "FAMILIAR_HOME": str(home),
        "COMP_WORDS": words,
        "COMP_CWORD": str(at),
        "_FAMILIAR_COMPLETE": "complete_bash",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=environment,
    )
    return done.stdout.split(), set(json.loads(done.stderr))


@pytest.mark.parametrize(
    ("words", "at", "offered"),
    [
        ("familiar -f ember show people/R", 4, ["people/Rowan.md"]),
        ("familiar show -f ember people/R", 4, ["people/Rowan.md"]),
        ("familiar log --familiar as", 3, ["ash"]),
        ("familiar import --as memory", 3, ["memory-json", "memory-md"]),
        ("familiar index ver", 2, ["verify"]),
    ],
)
def test_a_shell_is_answered_at_once(home: Path, words: str, at: int, offered: list[str]) -> None:
    """Nothing heavy is imported, whatever it asks."""
    told, modules = _completed(words, at, home)
    assert told == offered
    heavy = {"numpy", "markdown_it", "sqlite3", "asyncio", "familiar_memory.assembly"}
    assert heavy & modules == {"sqlite3"} & modules
