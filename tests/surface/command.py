"""The real command, run in this process as in a pipe.

Its tree of sub-commands is built once a process: that takes longer than most commands do.
"""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

import typer

__all__ = ["Ran", "run_familiar"]


@dataclass(frozen=True)
class Ran:
    """What a command printed, and the exit code that it ended with."""

    stdout: str
    stderr: str
    code: int


def run_familiar(args: list[str], stdin: bytes = b"") -> Ran:
    """Run `familiar` with these arguments."""
    out, err = _pipe(), _pipe()
    given, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                _command()(args, prog_name="familiar")
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
    finally:
        sys.stdin = given
    return Ran(_text(out), _text(err), code)


@cache
def _command() -> Any:
    from familiar_memory.interfaces.cli.main import app

    return typer.main.get_command(app)


def _pipe() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    data = stream.buffer
    assert isinstance(data, io.BytesIO)
    return data.getvalue().decode("utf-8")
