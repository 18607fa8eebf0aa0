"""Commands in a folder that can only be read, run in a process of their own.

    python -m surface.read_only FOLDER HOME

prints, as JSON, what each command of `LINES` said. Root may write where the modes say no, so
the process gives up that right, before it has a second thread; exit code 77 where it cannot.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from surface.running import Case, Stage, transcript

__all__ = ["CANNOT", "CASES"]

CANNOT = 77
_DAC_OVERRIDE_AND_READ_SEARCH = 0b110
_CAPABILITIES_V3 = 0x20080522

_LINES = (
    "stats", "search tea -n 1", "search tea -n 1 --json", "recall tea", "show topics/tea.md",
    "grep heron", "people", "people --json", "log -n 1", "index status", "index status --json",
    "index update", "index rebuild", "index verify", "index embedder", "index embedder static",
    "doctor", "doctor --json", "doctor --fix", "watch --once", "write", "write --dry-run",
    "record --jsonl late.jsonl", "import vault", "import vault --dry-run",
    "undo garden --yes", "undo garden --dry-run", "export tree -o out.zip", "init rowan",
    "demo --keep .",
)  # fmt: skip
CASES = [Case((line,)) for line in _LINES]


def _give_up_rights() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    if sys.platform != "linux":
        sys.exit(CANNOT)
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_V3, 0)
    data = (ctypes.c_uint32 * 6)()
    if libc.capget(header, data) != 0:
        sys.exit(CANNOT)
    for at in (0, 1):
        # Effective and permitted.
        data[at] &= ~_DAC_OVERRIDE_AND_READ_SEARCH
    if libc.capset(header, data) != 0:
        sys.exit(CANNOT)


def _main(folder: Path, home: Path) -> None:
    told = {}
    with pytest.MonkeyPatch.context() as monkeypatch:
        stage = Stage(folder, monkeypatch, home)
        stage.learn_ids()
        for case in CASES:
            told[case.title] = transcript(case, stage)
    print(json.dumps(told))  # noqa: T201


if __name__ == "__main__":
    _give_up_rights()
    _main(Path(sys.argv[1]), Path(sys.argv[2]))
