"""One run of `familiar demo`, for the pictures: what it prints on a terminal, what it writes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["COLUMNS", "DemoRun", "demo_run"]

COLUMNS = 92
_PROGRAM = "from familiar_memory.interfaces.cli.main import run; run()"


@dataclass(frozen=True)
class DemoRun:
    """What was printed, with its colours, and the notes by their path in the memory."""

    printed: str
    notes: dict[str, str]


@cache
def demo_run() -> DemoRun:
    """Run the demo in a folder of its own, on a terminal of `COLUMNS` columns."""
    with tempfile.TemporaryDirectory(prefix="familiar-picture-") as folder:
        printed = _on_a_terminal([sys.executable, "-c", _PROGRAM, "demo", "--keep", folder], folder)
        memory = Path(folder) / "ember" / "memory"
        notes = {
            path.relative_to(memory).as_posix(): path.read_text("utf-8")
            for path in sorted(memory.rglob("*.md"))
        }
    return DemoRun(printed, notes)


def _on_a_terminal(command: list[str], home: str) -> str:
    """What a command prints where colours are welcome and nobody types."""
    import pty  # not on Windows, where the pictures cannot be drawn

    ours, theirs = pty.openpty()
    wanted = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(COLUMNS)}
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LINES")}
    env = kept | wanted | {"HOME": home, "LINES": "500"}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, env=env
    ) as process:
        os.close(theirs)
        printed = b"".join(iter(lambda: _some(ours), b""))
        os.close(ours)
        error = process.stderr.read() if process.stderr else b""
    if process.returncode:
        raise RuntimeError(f"the demo ended with {process.returncode}: {error.decode()}")
    return printed.decode("utf-8").replace("\r\n", "\n")


def _some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # Linux says so when the other end is closed
        return b""
