"""A language that an operator adds, from its file to the note: a process each reads it once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import familiar_memory

pytestmark = pytest.mark.long

_PAGE = Path(familiar_memory.__file__).parent.parent / "docs" / "writing.md"
_BEGIN, _END = '```toml title="de.toml"\n', "```\n"
_TALK = """
import asyncio, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from familiar_memory import Author, Familiar, Place, Turn

async def talk(home):
    rowan, mara = Author("discord", "1", "Rowan"), Author("discord", "2", "Mara")
    place, at = Place("discord", "harbour", "general"), datetime(2026, 2, 2, tzinfo=UTC)
    said = [
        (rowan, "Hallo!"), (rowan, "Ich mag Kaffee."),
        (rowan, "Ich habe gestern mein altes Boot verkauft."),
        (rowan, "Wo wohnst du?"), (mara, "Freiburg"),
        (mara, "Wo wohnst du?"), (rowan, "Alles klar!"),
    ]
    async with Familiar.open("ember", home=home, create=True) as familiar:
        for number, (who, text) in enumerate(said):
            when = at + timedelta(minutes=number)
            await familiar.record(Turn(f"t{number}", when, place, who, text))
        await familiar.write()
    for path in sorted((home / "ember" / "memory" / "people").glob("*.md")):
        for line in path.read_text("utf-8").splitlines():
            if ":: " in line or "Boot" in line:
                print(path.stem, line.partition(" (")[0])

asyncio.run(talk(Path(sys.argv[1])))
"""


def _run(tmp_path: Path, languages: Path | None, *arguments: str) -> list[str]:
    environment = {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "HOME": str(tmp_path),
        "COLUMNS": "400",
    }
    if languages is not None:
        environment["FAMILIAR_LANGUAGES"] = str(languages)
    ran = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return [*ran.stdout.splitlines(), *ran.stderr.splitlines()]


def _said(tmp_path: Path, languages: Path | None) -> list[str]:
    return _run(tmp_path, languages, "-c", _TALK, str(tmp_path / "home"))


@pytest.fixture
def languages(tmp_path: Path) -> Path:
    """A folder with the file that the documentation shows."""
    folder = tmp_path / "languages"
    folder.mkdir()
    shown = _PAGE.read_text("utf-8").partition(_BEGIN)[2].partition(_END)[0]
    (folder / "de.toml").write_text(shown, "utf-8")
    return folder


def test_the_file_of_the_documentation_makes_memory_of_german(
    tmp_path: Path, languages: Path
) -> None:
    """Facts, an answer and an event; small talk gives nothing, also as an answer."""
    assert _said(tmp_path, languages) == [
        "Mara - lives_in:: Freiburg",
        "Rowan - likes:: Kaffee",
        "Rowan - Ich habe gestern mein altes Boot verkauft",
    ]


def test_a_pattern_that_is_found_without_what_it_catches_catches_nothing(
    tmp_path: Path, languages: Path
) -> None:
    """It stops no batch: all else is written as it is without it."""
    (languages / "de.more.toml").write_text(
        """
[threads]
plans = ["ich mag(?P<what> nichts)?"]
reports = ["ich habe(?P<verb> nichts)?"]
[names]
asked = ["ich(?: <Name> heiße)?"]
told = ["ich(?: bin <Name> genannt)?"]
[statements]
ends = [{ said = "verkauft(?P<o> nichts)?", line = "{o}" }]
""",
        "utf-8",
    )
    assert _said(tmp_path, languages) == [
        "Mara - lives_in:: Freiburg",
        "Rowan - likes:: Kaffee",
        "Rowan - Ich habe gestern mein altes Boot verkauft",
    ]


def test_without_it_german_says_nothing(tmp_path: Path) -> None:
    """A rule that finds no table for a language says nothing about it."""
    assert _said(tmp_path, None) == []


def test_a_file_that_is_wrong_is_reported_and_breaks_nothing(
    tmp_path: Path, languages: Path
) -> None:
    """Doctor names file, table and pattern; the language is left out."""
    with (languages / "de.toml").open("a", encoding="utf-8") as file:
        file.write('[names]\ntold = ["ich bin (<Name>"]\n')
    problem = (
        "de.toml [names] told: the pattern 'ich bin (<Name>' cannot be read: missing ) at position"
    )
    (logged,) = _said(tmp_path, languages)
    assert logged.startswith(problem)
    assert logged.endswith("; its language is left out")
    doctor = _run(
        tmp_path, languages, "-m", "familiar_memory", "--home", str(tmp_path / "home"), "doctor"
    )
    assert any(problem in line for line in doctor)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """It says which, and what would be accepted."""
    assert _said(tmp_path, tmp_path / "none")[-1] == "a folder with files such as de.toml"
