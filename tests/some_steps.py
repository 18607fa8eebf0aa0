"""How many of the steps of a change something fails at.

In `make check` what takes long fails at some steps of each change, each change beginning with
another; with `EVERY_STEP=1`, as in `make soak`, at all.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

__all__ = ["some_steps"]


def some_steps(one: str, of: Sequence[str], stride: int) -> tuple[int, int]:
    """The first step for one of several changes, and how many to go on each time."""
    if os.environ.get("EVERY_STEP"):
        return 1, 1
    return 1 + list(of).index(one) % stride, stride
