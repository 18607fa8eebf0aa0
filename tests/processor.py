"""What work costs the processor.

What the machine does beside it is not counted, nor the garbage of earlier tests: to collect that
takes a second in a process that has lived long, and falls on whoever comes by.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Work", "work"]


class Work:
    """Seconds of the processor, once the work is done."""

    seconds = 0.0


@contextmanager
def work(*, in_threads: bool = False) -> Iterator[Work]:
    """Count what is done within, by this thread alone or by every thread of the process."""
    clock = time.process_time if in_threads else time.thread_time
    counted = Work()
    was_on = gc.isenabled()
    gc.disable()
    began = clock()
    try:
        yield counted
    finally:
        counted.seconds = clock() - began
        if was_on:
            gc.enable()
