"""python -m benchmarks.known: how many questions for what is known a fact answers first."""

from __future__ import annotations

from benchmarks.known.measured import run
from benchmarks.report import show

if __name__ == "__main__":
    show(run())
