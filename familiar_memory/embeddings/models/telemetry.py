"""Keep onnxruntime from reporting to its maker.

From version 1.29 on it does so by default, on Linux and macOS too: on import it writes
an identifier of the machine into the home directory and queues events for upload. The
only complete way out is a variable in the process's environment at that moment; the
decision is then kept for the life of the process.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager

__all__ = ["telemetry_off"]

_VARIABLE = "ORT_DISABLE_TELEMETRY"


@contextmanager
def telemetry_off(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Opt out while the block runs; what the user has set themselves is left alone.

    `environment` must be the process's own (`os.environ`): no copy of it reaches the
    library.
    """
    if _VARIABLE in environment:
        yield
        return
    environment[_VARIABLE] = "1"
    try:
        yield
    finally:
        environment.pop(_VARIABLE, None)
