"""Long answers page by page, by the pager that a person has."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys

__all__ = ["show_in_pages"]

_USUAL = ("less", "more")
_LESS = "FRX"
"""As git has it: end at once where it fits, let colours through, leave the screen as it was."""


def show_in_pages(text: str) -> None:
    """Give a text to $PAGER, else to `less`; where there is none, print it."""
    command = _pager()
    try:
        pager = _started(command) if command else None
    except OSError:
        pager = None
    if pager is None:
        sys.stdout.write(text)
        return
    with pager, contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        # Whoever has seen enough closes it: that is no error.
        pager.communicate(text.encode("utf-8", "backslashreplace"))


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    sys.stdout.flush()
    environment = {"LESS": _LESS, "LESSCHARSET": "utf-8"} | dict(os.environ)
    return subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)


def _pager() -> list[str]:
    """The command; none where `PAGER` is empty or there is no pager."""
    given = os.environ.get("PAGER")
    if given is not None:
        return shlex.split(given)
    found = (shutil.which(name) for name in _USUAL)
    return [path for path in found if path][:1]
