"""What `familiar import` of a large chat costs, beside reading the chat alone; and the memory.

python -m benchmarks.imports.chats [--megabytes N]
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from benchmarks.imports.chat_exports import EXPORTS, write_export
from benchmarks.report import Table, show
from benchmarks.scratch import scratch_folder

if TYPE_CHECKING:
    from familiar_memory.transfer.importer import Importer

__all__ = ["run"]

_CHECKOUT = Path(__file__).resolve().parents[2]
_HOME = "home"


@dataclass(frozen=True, slots=True)
class _Measured:
    """What one fresh process took: seconds, those of its processor, and its peak of memory."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


def run(megabytes: int = 100) -> list[Table]:
    """Make each export, and read and import it in processes of their own."""
    rows = []
    with scratch_folder() as folder:
        for importer, (name, pieces) in EXPORTS.items():
            path = folder / name
            messages = write_export(path, pieces(), megabytes)
            size_mb = path.stat().st_size / 1e6
            _founded(path.parent)
            floor = _measured("read", importer, path)
            whole = _measured("command", importer, path)
            again = _measured("command", importer, path)
            for what, found in (
                ("floor: read by the importer", floor),
                ("`familiar import`", whole),
                ("the same once more", again),
            ):
                rows.append(_row(importer, what, size_mb, messages, found, floor))
            path.unlink()
            shutil.rmtree(path.parent / _HOME)
    return [
        Table(
            f"Importing a chat of {megabytes:,} MB",
            ("", "what", "messages", "s", "CPU s", "MB/s", "MB/CPU s", "× floor", "peak memory"),
            tuple(rows),
            (
                "Each row is a process of its own. The command: the file is read twice"
                " (everything is checked before the first write), recorded, and indexed with"
                " vectors of the embedder `static`; its seconds hold the start of Python too."
                " × floor compares the seconds of the processor, which other work disturbs least.",
            ),
        )
    ]


def _founded(folder: Path) -> None:
    """A familiar without a memory, in which the command records."""
    from familiar_memory import Familiar

    Familiar.create("ember", home=folder / _HOME)


def _row(
    importer: str, what: str, size_mb: float, messages: int, found: _Measured, floor: _Measured
) -> tuple[str, ...]:
    return (
        importer,
        what,
        f"{messages:,}",
        f"{found.seconds:.1f}",
        f"{found.cpu_seconds:.1f}",
        f"{size_mb / found.seconds:.1f}",
        f"{size_mb / found.cpu_seconds:.1f}",
        f"{found.cpu_seconds / floor.cpu_seconds:.0f}",
        f"{found.peak_mb:.0f} MB",
    )


def _measured(work: str, importer: str, path: Path) -> _Measured:
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.imports.chats", "--child", work, importer, str(path)],
        capture_output=True,
        check=True,
        cwd=_CHECKOUT,
    )
    seconds = time.perf_counter() - begin
    found = _Measured(**orjson.loads(done.stdout))
    return replace(found, seconds=seconds) if work == "command" else found


def _child(work: str, name: str, path: Path) -> _Measured:
    """Do one piece of work in this process, which does nothing else."""
    begin, begin_cpu = time.perf_counter(), time.process_time()
    {"read": _read, "command": _import}[work](path, name)
    # Of the command also the start of Python counts: people wait for it.
    begin_cpu = 0.0 if work == "command" else begin_cpu
    return _Measured(time.perf_counter() - begin, time.process_time() - begin_cpu, _peak_mb())


def _read(path: Path, name: str) -> None:
    for _ in _importer(name).read(path):
        pass


def _import(path: Path, name: str) -> None:
    """What the command does, with its arguments, in this very process."""
    from familiar_memory.interfaces.cli.main import run as command

    home = path.parent / _HOME
    sys.argv = ["familiar", "--home", str(home), "-f", "ember", "--plain", "import", str(path)]
    with contextlib.redirect_stdout(sys.stderr):
        try:
            command()
        except SystemExit as end:
            if end.code:
                raise


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
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.imports.chats")
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
