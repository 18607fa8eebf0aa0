"""Inspection answers with values: it needs no terminal, and every door may ask it."""

from __future__ import annotations

import asyncio
import importlib
import json
import pkgutil
import subprocess
import sys
from dataclasses import is_dataclass

import pytest

from familiar_memory import inspection
from familiar_memory.inspection.counts import counts
from familiar_memory.inspection.embedder import embedder_state
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.inspection.index_state import index_state
from familiar_memory.inspection.notes.listing import list_notes
from familiar_memory.inspection.people import known_people
from familiar_memory.interfaces.json_values.encoder import as_json

_MODULES = [
    one.name for one in pkgutil.walk_packages(inspection.__path__, f"{inspection.__name__}.")
]


def test_it_knows_no_terminal() -> None:
    """Neither typer nor rich, whatever of it is imported."""
    code = (
        "import importlib, json, sys\n"
        f"for name in {_MODULES!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted({'typer', 'rich', 'click'} & sys.modules.keys())))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize("name", _MODULES)
def test_its_values_are_frozen(name: str) -> None:
    """What one door was told, another may keep."""
    for value in vars(importlib.import_module(name)).values():
        if isinstance(value, type) and is_dataclass(value) and value.__module__ == name:
            assert value.__dataclass_params__.frozen, value  # type: ignore[attr-defined]


def test_every_answer_has_a_form_in_json_and_nothing_is_printed(new_familiar, tmp_path, capsys):
    """Of a familiar with a note that is well and one that is not."""
    familiar = new_familiar(tmp_path)
    people = tmp_path / "ember" / "memory" / "people"
    people.mkdir()
    (people / "discord-1.md").write_text("# Rowan\n\n- works_at:: a bakery\n", "utf-8")
    (people / "discord-2.md").write_bytes(b"\xff\xfe")

    async def ask() -> list[object]:
        async with familiar:
            report = await familiar.settle()
            parts = familiar.parts
            return [
                known_people(parts),
                counts(parts),
                index_state(parts),
                embedder_state(parts),
                list_notes(parts.store, parts.indexing.notes),
                run_checks(parts, report),
            ]

    answers = json.loads(json.dumps(as_json(asyncio.run(ask()))))
    everybody, counted, index, embedder, listing, checks = answers
    assert [(one["slug"], one["facts"]) for one in everybody] == [
        ("discord-1", 1),
        ("discord-2", 0),
    ]
    assert "not UTF-8" in everybody[1]["problem"]
    assert counted["notes"] == {"total": 2, "by_folder": {"people": 2}}
    assert index["lag"]["memory"] == {"added": 0, "changed": 0, "removed": 0}
    assert embedder["settled_in"] == "auto"
    assert [note["path"] for note in listing["notes"]] == [
        "people/discord-1.md",
        "people/discord-2.md",
    ]
    assert [one["name"] for one in checks if one["findings"]] == ["notes"]
    assert capsys.readouterr() == ("", "")
