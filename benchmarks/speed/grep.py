"""A search for a rare literal, against ripgrep and against reading every file.

python -m benchmarks.speed.grep [--files N] [--repeats N]
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.corpora.notes import write_notes
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import scratch_folder
from benchmarks.speed.floors import read_and_look
from benchmarks.timing import paired, seconds
from familiar_memory import MemoryStore

__all__ = ["run"]

_TARGET = Target(3, 1)
_NEEDLE = "Zanzibar-Protocol"
_ONE_IN = 200


def run(files: int = 5_000, repeats: int = 9) -> list[Table]:
    """Plant a literal in half a per cent of the notes, and look for it."""
    with scratch_folder() as root:
        write_notes(root, files)
        planted = _plant(root)
        store = MemoryStore(root)
        rows = [
            _row(f"{name}, {case}", store, floor, planted, repeats, ignore_case=ignore_case)
            for case, ignore_case in (("case ignored", True), ("exact case", False))
            for name, floor in _floors(root, ignore_case=ignore_case).items()
        ]
    return [
        Table(
            f"Grep of a literal in {planted} of {files:,} notes",
            ("against", "floor", "ours", "ratio", _TARGET.bounds),
            tuple(rows),
            ("ripgrep with its defaults (all cores), its start included.",)
            if shutil.which("rg")
            else ("ripgrep is not on this machine.",),
        )
    ]


def _plant(root: Path) -> int:
    chosen = sorted(root.rglob("*.md"))[::_ONE_IN]
    for file in chosen:
        with file.open("a", encoding="utf-8") as note:
            note.write(f"- Spoke of the {_NEEDLE} again\n")
    return len(chosen)


def _floors(root: Path, *, ignore_case: bool) -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    if (ripgrep := shutil.which("rg")) is not None:
        flags = ["--ignore-case"] if ignore_case else []
        command = [ripgrep, "--line-number", *flags, _NEEDLE, str(root)]
        found["ripgrep"] = lambda: subprocess.run(command, capture_output=True, check=True)
    needle = _NEEDLE.lower().encode()
    found["bare read and find"] = lambda: read_and_look(root, needle)
    return found


def _row(
    name: str,
    store: MemoryStore,
    floor: Callable[[], object],
    planted: int,
    repeats: int,
    *,
    ignore_case: bool,
) -> tuple[str, ...]:
    def ours() -> None:
        hits = store.grep(_NEEDLE, case_insensitive=ignore_case)
        if len(hits) != planted:
            raise AssertionError(f"{len(hits)} hits instead of {planted}")

    result = paired(lambda: seconds(ours), lambda: seconds(floor), repeats, warm_up=True)
    against = _TARGET.verdict(result.ratio) if name.startswith("ripgrep") else ""
    return (
        name,
        milliseconds(result.floor_s),
        milliseconds(result.work_s),
        times(result.ratio),
        against,
    )


if __name__ == "__main__":
    alone(run)
