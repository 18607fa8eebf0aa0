"""One night: what was said becomes notes, then the sleep cycle; what it costs the machine."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from familiar_memory import Familiar, RecallRequest, Turn
from familiar_memory.testing import FixedClock

__all__ = ["NightFigures", "live_night", "run_night", "sizes"]

_INDEX = ".index"


@dataclass(frozen=True, slots=True)
class NightFigures:
    """What one night cost, in seconds of clock and processor, and what there is after it.

    `floor_s` is the least: parse the day's turns as JSON and put the bytes on disk. Sizes are in
    bytes; `prompt` is the middle size of the prompts of the fixed requests in characters, counted
    each week, `failed` how many steps of the cycle failed.
    """

    night: int
    at: str
    turns: int
    record_s: float
    write_s: float
    write_cpu_s: float
    cycle_s: float
    cycle_cpu_s: float
    settle_s: float
    settle_cpu_s: float
    floor_s: float
    notes: int
    tree: int
    index: int
    history: int
    journal: int
    prompt: int
    failed: int

    @property
    def engine_cpu_s(self) -> float:
        """All that the processor did at night."""
        return self.write_cpu_s + self.cycle_cpu_s + self.settle_cpu_s

    @property
    def turn_cpu_ms(self) -> float:
        """The same for each turn of the day, in milliseconds."""
        return 1000 * self.engine_cpu_s / max(1, self.turns)

    def as_json(self) -> dict[str, Any]:
        """As a line of the log."""
        return asdict(self)


async def run_night(familiar: Familiar) -> int:
    """The sleep cycle, without a model; how many steps failed."""
    return sum(len(report.failed) for report in await familiar.sleep.run())


async def live_night(
    familiar: Familiar,
    clock: FixedClock,
    night: int,
    said: Sequence[Turn],
    at: datetime,
    requests: Sequence[RecallRequest],
) -> NightFigures:
    """Record a day, write it up, sleep, and look at what there is."""
    root = familiar.store.root.parent
    floor_s = _floor(root, said)
    clock.advance(at - clock.now())
    began = time.perf_counter()
    await familiar.record_many(said)
    record_s = time.perf_counter() - began
    write = _Watch()
    report = await familiar.write()
    write.stop()
    if not report.is_complete:
        raise AssertionError(f"night {night} was not written up: {report}")
    cycle = _Watch()
    failed = await run_night(familiar)
    cycle.stop()
    settle = _Watch()
    await familiar.settle()
    settle.stop()
    prompts = sorted([len((await familiar.recall(one)).render()) for one in requests])
    return NightFigures(
        night,
        at.isoformat(),
        len(said),
        round(record_s, 4),
        *(write.wall_s, write.cpu_s),
        *(cycle.wall_s, cycle.cpu_s),
        *(settle.wall_s, settle.cpu_s),
        floor_s=round(floor_s, 5),
        prompt=prompts[len(prompts) // 2] if prompts else 0,
        failed=failed,
        **sizes(root),
    )


def sizes(root: Path) -> dict[str, int]:
    """How many notes there are, and the bytes of the tree, the index, the history, the journal."""
    found = dict.fromkeys(("notes", "tree", "index", "history", "journal"), 0)
    for folder, _, files in os.walk(root):
        parts = Path(folder).relative_to(root).parts
        for name in files:
            size = (Path(folder) / name).stat().st_size
            if _INDEX in parts:
                found["index"] += size
            elif parts[:1] == ("memory",):
                found["tree"] += size
                found["notes"] += name.endswith(".md")
            elif parts[:1] == ("journal",):
                found["journal"] += size
            elif name.startswith("history."):
                found["history"] += size
    return found


class _Watch:
    """The clock on the wall and that of the processor, of this whole process."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        self.wall_s = self.cpu_s = 0.0

    def stop(self) -> None:
        """Read both."""
        self.wall_s = round(time.perf_counter() - self._wall, 4)
        self.cpu_s = round(time.process_time() - self._cpu, 4)


def _floor(root: Path, said: Sequence[Turn]) -> float:
    """Parse the day's turns, and put their bytes on disk once."""
    lines = b"\n".join(
        orjson.dumps(
            {"ref": one.ref, "at": one.timestamp, "place": one.place.slug, "text": one.text}
        )
        for one in said
    )
    path = root / "floor.jsonl"
    began = time.perf_counter()
    for line in lines.splitlines():
        orjson.loads(line)
    with path.open("wb") as file:
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    took = time.perf_counter() - began
    path.unlink()
    return took
