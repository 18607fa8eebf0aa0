"""Ask an index whether what we depend on can be installed, wheels only, where people run bots.

python -m tools.check_platforms [--seconds N]

uv resolves with the environment markers of each target; pip would take those of this machine.
Exits with 1 where a target that should be served is not. An index that cannot be reached is
said, and is no failure: it says nothing of us. Alpine (musl) is not asked: onnxruntime has no
wheel for it, and no marker knows it from other Linux.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
_UNREACHABLE = ("error sending request", "dns error", "failed to fetch", "timed out", "connect")
_EACH_S = 60.0


def resolved(python: str, platform: str, timeout_s: float) -> tuple[bool | None, str]:
    """Whether wheels for all are there, and what uv says; None: the index did not answer."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
    target = ["--python-version", python, "--python-platform", platform]
    wheels = ["--only-binary", ":all:", "--no-annotate", "--no-header"]
    try:
        done = subprocess.run(
            [*command, *target, *wheels, str(ROOT / "pyproject.toml")],
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
            # onnxruntime has no wheels for older ones any more.
            env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0"},
        )
    except subprocess.TimeoutExpired:
        return None, f"no answer within {timeout_s:.0f} s"
    if done.returncode == 0:
        packages = [line for line in done.stdout.splitlines() if "==" in line]
        static = any(line.startswith("wordllama==") for line in packages)
        return True, f"{len(packages)} packages, {'with' if static else 'without'} wordllama"
    is_unreachable = any(word in done.stderr.lower() for word in _UNREACHABLE)
    return None if is_unreachable else False, done.stderr.strip()


def main() -> int:
    """Print a line a target."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="for all of them")
    ends = time.monotonic() + parser.parse_args().seconds
    failed = unknown = 0
    for python in PYTHONS:
        for platform in PLATFORMS:
            left = min(ends - time.monotonic(), _EACH_S)
            is_served, said = resolved(python, platform, left) if left > 1 else (None, "no time")
            word = {True: "ok", False: "FAILED", None: "not known"}[is_served]
            print(f"{python}  {platform:<24}  {word}: {said}", flush=True)
            failed += is_served is False
            unknown += is_served is None
    if unknown:
        print(f"{unknown} targets are not known: the index could not be asked")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
