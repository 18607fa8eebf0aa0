"""What importing a large chat costs: reading it alone, and recording it; and the memory.

python -m benchmarks.import_chats [--megabytes N]
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from benchmarks.chat_exports import EXPORTS, write_export
from benchmarks.report import Table, show
from benchmarks.scratch import scratch_folder

if TYPE_CHECKING:
    from familiar_memory.transfer.importer import Importer

__all__ = ["run"]

_CHECKOUT = Path(__file__).resolve().parent.parent
_BATCH = 20_000
"""As many turns as an import records in one transaction."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """What one fresh process took: seconds, its peak of memory, and what it held before."""

    seconds: float
    turns: int
    peak_mb: float
    before_mb: float


def run(megabytes: int = 100) -> list[Table]:
    """Make each export, and read and import it in processes of their own."""
    rows = []
    with scratch_folder() as folder:
        for importer, (name, pieces) in EXPORTS.items():
            path = folder / name
            messages = write_export(path, pieces(), megabytes)
            size_mb = path.stat().st_size / 1e6
            bare = _measured("bytes", importer, path)
            read = _measured("read", importer, path)
            whole = _measured("import", importer, path)
            again = _measured("import", importer, path)
            for what, found in (
                ("the bytes alone", bare),
                ("read by the importer", read),
                ("checked, then recorded", whole),
                ("the same once more", again),
            ):
                rows.append(_row(importer, what, size_mb, messages, found))
            path.unlink()
            path.with_suffix(".sqlite").unlink()
    return [
        Table(
            f"Importing a chat of {megabytes:,} MB",
            ("", "what", "messages", "s", "MB/s", "messages/s", "peak memory", "before it"),
            tuple(rows),
            (
                "Each row is a process of its own. Recorded: the file is read twice (everything"
                f" is checked before the first write), {_BATCH:,} turns a transaction.",
            ),
        )
    ]


def _row(
    importer: str, what: str, size_mb: float, messages: int, found: _Measured
) -> tuple[str, ...]:
    return (
        importer,
        what,
        f"{messages:,}",
        f"{found.seconds:.1f}",
        f"{size_mb / found.seconds:.1f}",
        f"{messages / found.seconds:,.0f}",
        f"{found.peak_mb:.0f} MB",
        f"{found.before_mb:.0f} MB",
    )


def _measured(work: str, importer: str, path: Path) -> _Measured:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.import_chats", "--child", work, importer, str(path)],
        capture_output=True,
        check=True,
        cwd=_CHECKOUT,
    )
    return _Measured(**orjson.loads(done.stdout))


def _child(work: str, name: str, path: Path) -> _Measured:
    """Do one piece of work in this process, which does nothing else."""
    from familiar_memory import HistoryStore, Turn
    from familiar_memory.history.recording import check_turn
    from familiar_memory.transfer.counted_file import open_counted
    from familiar_memory.transfer.importer import TurnItem

    importer = _importer(name)

    def turns(source: Importer) -> Iterator[Turn]:
        return (item.turn for item in source.read(path) if isinstance(item, TurnItem))

    def read_bytes() -> int:
        with open_counted(path) as file:
            while file.read(1 << 20):
                pass
        return 0

    def read() -> int:
        return sum(1 for _ in turns(importer))

    def whole() -> int:
        for turn in turns(importer):
            check_turn(turn)
        with HistoryStore(path.with_suffix(".sqlite")) as history:
            return sum(len(history.record_many(batch)) for batch in _batches(turns(importer)))

    def _batches(stream: Iterable[Turn]) -> Iterator[list[Turn]]:
        iterator = iter(stream)
        while batch := list(islice(iterator, _BATCH)):
            yield batch

    before = _peak_mb()
    begin = time.perf_counter()
    count = {"bytes": read_bytes, "read": read, "import": whole}[work]()
    return _Measured(time.perf_counter() - begin, count, _peak_mb(), before)


def _importer(name: str) -> Importer:
    from familiar_importers.chats.discord import DiscordExportImporter
    from familiar_importers.chats.sillytavern import SillyTavernChatImporter

    return {one.name: one for one in (DiscordExportImporter(), SillyTavernChatImporter())}[name]


def _peak_mb() -> float:
    """The most that this process has held."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (one for one in status.read_text().splitlines() if one.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    # Where there is nothing better: it counts what the parent held when this was started.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.import_chats")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--child", nargs=3, metavar=("WORK", "IMPORTER", "FILE"))
    arguments = parser.parse_args()
    if arguments.child:
        work, importer, file = arguments.child
        sys.stdout.write(orjson.dumps(asdict(_child(work, importer, Path(file)))).decode())
    else:
        show(run(arguments.megabytes))


if __name__ == "__main__":
    main()
