"""Short-lived commands beside the bot: imports, edits through the store, undo, grep, search."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.errors import ConflictError, FamiliarError, NotFoundError
from familiar_memory.familiar import Familiar
from familiar_memory.store import Cause, undo
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage
from soak.world import Log, World, sentence

__all__ = ["run"]

_SOURCE = "soak"


def run(world: World, seed: int, life: int) -> None:
    """One command after another, each with the familiar opened anew."""
    dice = random.Random(f"{seed}/steward/{life}")
    log = world.log(f"steward-{life}")
    while world.goes_on():
        asyncio.run(_command(world, dice, log))


async def _command(world: World, dice: random.Random, log: Log) -> None:
    familiar = world.familiar()
    await familiar.start()
    try:
        for _ in range(dice.randint(1, 6)):
            work = dice.choice((_append, _edit, _undo, _undo, _import, _grep, _search, _move))
            try:
                await work(familiar, world, dice)
            except (ConflictError, NotFoundError) as refused:
                # Somebody else was quicker.
                log.note(f"refused {work.__name__} {type(refused).__name__}")
            except FamiliarError as problem:
                log.note(f"failed {work.__name__} {problem.problem!r}")
            else:
                log.note(f"done {work.__name__}")
    finally:
        await familiar.close()


def _some_note(familiar: Familiar, dice: random.Random) -> str:
    notes = familiar.store.glob("topics/*.md")
    return dice.choice(notes) if notes else "topics/first.md"


async def _append(familiar: Familiar, world: World, dice: random.Random) -> None:
    familiar.store.append_file(
        _some_note(familiar, dice), f"- {sentence(dice)} (2026-02-02)\n", cause=Cause(_SOURCE)
    )


async def _edit(familiar: Familiar, world: World, dice: random.Random) -> None:
    line = f"- {sentence(dice)} (2026-02-02)\n"
    familiar.store.edit(_some_note(familiar, dice), lambda text: text + line, cause=Cause(_SOURCE))


async def _move(familiar: Familiar, world: World, dice: random.Random) -> None:
    path = f"topics/moved-{dice.randrange(5)}.md"
    if familiar.store.exists(path):
        familiar.store.move(path, f"topics/moved-{dice.randrange(5)}.md", cause=Cause(_SOURCE))
    else:
        familiar.store.write_file(path, f"# Moved\n\n- {sentence(dice)}\n", cause=Cause(_SOURCE))


async def _undo(familiar: Familiar, world: World, dice: random.Random) -> None:
    entries = familiar.journal.entries(source=_SOURCE, newest_first=True)
    for entry in itertools.islice(entries, dice.randint(0, 9), None):
        undo(familiar.store, familiar.journal, entry.id)
        return


async def _import(familiar: Familiar, world: World, dice: random.Random) -> None:
    folder = world.folder / "vault"
    _fill(folder, dice)
    staged = stage(MarkdownFolderImporter(), folder, max_file_bytes=100_000)
    await asyncio.to_thread(
        run_import,
        staged,
        Destination(familiar.history.record_many, familiar.store),
        force=True,
    )


def _fill(folder: Path, dice: random.Random) -> None:
    for number in range(8):
        file = folder / "imported" / f"{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Import {number}\n\n- {sentence(dice)}\n", "utf-8")


async def _grep(familiar: Familiar, world: World, dice: random.Random) -> None:
    await asyncio.to_thread(familiar.store.grep, sentence(dice).split()[0])


async def _search(familiar: Familiar, world: World, dice: random.Random) -> None:
    await familiar.search(sentence(dice))
