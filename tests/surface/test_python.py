"""What the library's own values and calls refuse: the error's type, its text, its codes.

Only names of `familiar_memory.__all__` are used: where they live is nobody's business.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from surface.refusals import EXPRESSIONS, PUBLIC, SETTINGS
from surface.running import Stage
from surface.snapshots import check_all
from surface.world import turn

import familiar_memory
from familiar_memory import Familiar, FamiliarError

_EMBEDDER = '\n[index]\nembedder = "none"\n'


def test_what_is_refused_is_refused_in_the_same_words(stage_of: Callable[[str], Stage]) -> None:
    """One section an expression: it raises what it raised, or gives what it gave."""
    stage = stage_of("written")
    told = asyncio.run(_of_expressions(stage)) | asyncio.run(_of_settings(stage))
    check_all("python", told, [*EXPRESSIONS, *map(_title, SETTINGS)])


def test_every_public_name_is_still_there() -> None:
    """There may be more by now."""
    missing = [name for name in PUBLIC if not hasattr(familiar_memory, name)]
    assert not missing
    assert set(PUBLIC) <= set(familiar_memory.__all__)


async def _of_expressions(stage: Stage) -> dict[str, list[str]]:
    told = {}
    familiar = Familiar.open("ember", home=stage.folder / "familiars")
    await familiar.start()
    try:
        names = {name: getattr(familiar_memory, name) for name in familiar_memory.__all__}
        names |= {
            "datetime": datetime,
            "UTC": UTC,
            "familiar": familiar,
            "home": stage.folder / "familiars",
            "line": lambda **changes: turn("n1", "2026-02-28T19:31", "hello") | changes,
        }
        for expression in EXPRESSIONS:
            told[expression] = await _outcome(lambda e=expression: eval(e, names), stage)
    finally:
        await familiar.close()
    return told


async def _of_settings(stage: Stage) -> dict[str, list[str]]:
    told = {}
    for text in SETTINGS:
        file = stage.folder / "familiars/ember/character.toml"
        file.write_text(text + ("" if "[index]" in text else _EMBEDDER), "utf-8")
        familiar = Familiar.open("ember", home=stage.folder / "familiars")
        try:
            told[_title(text)] = await _outcome(familiar.start, stage)
        finally:
            await familiar.close()
    return told


def _title(text: str) -> str:
    return f"settings {text!r}"


async def _outcome(call: Callable[[], Any], stage: Stage) -> list[str]:
    """What a call raised, in lines; or the type of what it gave."""
    try:
        given = call()
        if inspect.isawaitable(given):
            given = await given
    except FamiliarError as problem:
        lines = [
            f"{type(problem).__name__}, exit {problem.exit_code}, HTTP {problem.http_status}",
            f"| {problem.problem}",
            f"| {problem.accepted}",
        ]
    except Exception as problem:  # noqa: BLE001 - what is no error of ours is kept too
        lines = [f"{type(problem).__name__} (not ours)", f"| {problem}"]
    else:
        lines = [f"gives {type(given).__name__}"]
    told = "\n".join(lines).replace(str(stage.folder), "<work>")
    return told.replace(str(stage.home), "<home>").split("\n")
