"""Two processes write one familiar by themselves: each turn is written up once, by one of them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from familiars import started

from familiar_memory.familiar import Familiar
from familiar_memory.history.ledger.ledger import BatchStatus

_TURNS = 60
_BOT = """
import asyncio, sys
from datetime import UTC, datetime
from familiar_memory import Author, Familiar, Place, Turn

home, name, turns = sys.argv[1], sys.argv[2], int(sys.argv[3])
place, author = Place("discord", "tavern", "lantern"), Author("discord", name, name.title())

async def main():
    async with Familiar.open("ember", home=home, auto_write=True) as familiar:
        for number in range(turns):
            at = datetime(2026, 2, 2, 19, number % 60, tzinfo=UTC)
            text = f"I work at the {name} office number {number}."
            await familiar.record(Turn(f"{name}-{number}", at, place, author, text))

asyncio.run(main())
"""


async def test_each_turn_is_in_one_batch(tmp_path: Path, monkeypatch) -> None:
    """The lock lets one run after the other; nothing is done twice, and nothing is left."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    monkeypatch.setenv("FAMILIAR_MEMORY_MEMORY_WRITER__TURN_THRESHOLD", "5")
    monkeypatch.setenv("FAMILIAR_MEMORY_MEMORY_WRITER__DEBOUNCE", "0")
    monkeypatch.setenv("FAMILIAR_MEMORY_MEMORY_WRITER__CLOSE_TIMEOUT", "120")
    bots = [
        subprocess.Popen([sys.executable, "-c", _BOT, str(tmp_path), name, str(_TURNS)])
        for name in ("north", "south")
    ]
    assert [bot.wait(300) for bot in bots] == [0, 0]
    async with started(Familiar.open("ember", home=tmp_path)) as familiar:
        entries = familiar.history.ledger.entries(limit=1_000)
        held = Counter(turn for entry in entries for turn in entry.turns or ())
        assert {entry.status for entry in entries} <= {BatchStatus.APPLIED, BatchStatus.EMPTY}
        assert held == Counter(range(1, 2 * _TURNS + 1))
        assert familiar.history.watermark() == 2 * _TURNS
        assert (await familiar.write()).turns == 0
