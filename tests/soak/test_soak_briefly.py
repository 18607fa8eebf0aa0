"""A few seconds of `make soak`, so that it still works when somebody needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_brief_soak_ends_with_nothing_lost_and_nothing_stale(tmp_path):
    """A bot, editors, commands, checkouts and a killer, and an audit of what they leave."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "importers")))
    command = [sys.executable, "-m", "soak", "--seconds", "8", "--files", "200"]
    done = subprocess.run(
        [*command, "--keep", str(tmp_path / "soak")],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✗" not in done.stdout
