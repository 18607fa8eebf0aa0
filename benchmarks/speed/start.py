"""Processor time of each command on a small familiar, beside what Python and typer take.

python -m benchmarks.speed.start [--repeats N]
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.report import Table
from benchmarks.scratch import scratch_folder

__all__ = ["run"]

_RUN = "from familiar_memory.interfaces.cli.main import run; run()"
_COMMANDS: dict[str, tuple[tuple[str, ...], float | None]] = {
    "--version": (("--version",), None),
    "--help": (("--help",), 0.15),
    "grep": (("grep", "Lantern"), 0.35),
    "show NOTE": (("show", "topics/lantern-night.md"), 0.35),
    "show": (("show",), 0.35),
    "log": (("log",), 0.35),
    "people": (("people",), 0.35),
    "search": (("search", "what is Bex allergic to?"), 0.6),
    "recall": (("recall", "what is Bex allergic to?"), None),
}


def run(repeats: int = 7) -> list[Table]:
    """The least of several of each, children's user and system time together."""
    with scratch_folder() as home:
        demo = [sys.executable, "-c", _RUN, "demo", "--keep", str(home / "demo")]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        environment = {**os.environ, "FAMILIAR_HOME": str(home / "demo")}
        calls: dict[str, tuple[list[str], float | None]] = {
            "python -c pass": ([sys.executable, "-c", "pass"], None),
            "import typer, rich": ([sys.executable, "-c", "import typer, rich"], None),
        }
        for name, (arguments, most) in _COMMANDS.items():
            calls[f"familiar {name}"] = ([sys.executable, "-c", _RUN, *arguments], most)
        rows = []
        for name, (command, most) in calls.items():
            least = min(_processor_s(command, environment, home) for _ in range(repeats))
            rows.append((name, f"{least:.3f} s", "" if most is None else f"{most:.2f} s"))
    return [
        Table(
            "Processor time of a command, the demo's familiar",
            ("call", f"least of {repeats}", "target"),
            tuple(rows),
            ("Output goes to a pipe; what compiles modules for the first time is not counted.",),
        )
    ]


def _processor_s(command: list[str], environment: dict[str, str], folder: Path) -> float:
    """Seconds of one process that has ended, in user and system time."""
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    alone(run)
