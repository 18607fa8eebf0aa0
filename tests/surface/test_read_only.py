"""What every command says where nothing may be written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from surface.read_only import CANNOT, CASES
from surface.running import Stage
from surface.snapshots import check_all


def test_the_commands_say_what_they_said_where_nothing_may_be_written(
    stage_of: Callable[[str], Stage],
) -> None:
    """A whole home, its familiar and the folder around it can only be read."""
    stage = stage_of("written")
    inside = [stage.folder, *stage.folder.rglob("*")]
    for path in reversed(inside):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "surface.read_only", str(stage.folder), str(stage.home)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    finally:
        for path in inside:
            path.chmod(0o755 if path.is_dir() else 0o644)
    if done.returncode == CANNOT:
        pytest.skip("this system does not let root give up the right to write everywhere")
    assert done.returncode == 0, done.stderr
    check_all("read_only", json.loads(done.stdout), [case.title for case in CASES])
