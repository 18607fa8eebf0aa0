"""Work in a process of its own, which may be killed in the middle of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

__all__ = ["in_a_child"]


def in_a_child(work: Callable[[], None]) -> int:
    """Do it in a fork of this process; how that ended: 0 if it came to its end, 1 if it failed."""
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            work()
            code = 0
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
