"""Download fastembed's model, in a process of its own that can be ended at any moment.

fastembed asks the network again and again, with pauses of its own: left alone, it takes
some forty seconds to say that there is none. So it is watched from outside: its first
complaint ends it, and so does a time in which nothing comes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.model_files import (
    MODEL_NAME,
    find_model,
    how_to_seed,
    is_part_of_model,
)
from familiar_memory.errors import EmbedderError

__all__ = ["EXPECTED_BYTES", "fetch_model"]

EXPECTED_BYTES = 67_000_000
"""About what the files take: for a progress bar, nothing depends on it."""

_CHILD = (sys.executable, "-m", "familiar_memory.embeddings.fetch_child")
_COMPLAINT = "Could not download model"
_POLL_S = 0.1
"""Seconds between looks at how large the files are: smooth for a progress bar."""
_END_S = 5.0
"""Seconds in which a child that was asked to end may do so before it is killed."""
# What the child must not do on the way: report to its makers, draw a bar of its own, or
# take a road that writes its parts where their growth cannot be seen.
_QUIET = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_XET": "1",
}


def fetch_model(
    cache_dir: Path,
    *,
    environment: Mapping[str, str],
    patience_s: float = 30.0,
    progress: Progress | None = None,
) -> Path:
    """Bring the model into fastembed's cache; returns its folder, at once if it is there.

    Gives up when nothing has come for `patience_s` seconds. `progress` is given bytes. What
    has come so far stays, and the next attempt goes on from it.

    Raises:
        EmbedderError: it cannot be had; the message says why, and how to seed it by hand.
    """
    if (found := find_model(cache_dir)) is not None:
        return found
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise EmbedderError(
            f"{cache_dir} cannot be made: {problem.strerror or problem}",
            "a writable folder in $FASTEMBED_CACHE_PATH",
        ) from problem
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as told:
        child = subprocess.Popen(
            (*_CHILD, str(cache_dir)),
            env={**environment, **_QUIET},
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=subprocess.STDOUT,
        )
        try:
            _watch(child, cache_dir, told, patience_s, progress)
        finally:
            _end(child)
        if (found := find_model(cache_dir)) is None:
            raise _not_to_be_had(_last_line(told) or "the download ended early", cache_dir)
    return found


def _watch(
    child: subprocess.Popen[bytes],
    cache_dir: Path,
    told: IO[str],
    patience_s: float,
    progress: Progress | None,
) -> None:
    """Wait until it has ended; end the waiting where there is nothing to wait for."""
    size, since = -1, time.monotonic()
    while child.poll() is None:
        now = _size(cache_dir)
        if now != size:
            size, since = now, time.monotonic()
            if progress is not None:
                progress(min(size, EXPECTED_BYTES), EXPECTED_BYTES)
        if _COMPLAINT in _text(told):
            raise _not_to_be_had(_complaint(told), cache_dir)
        if time.monotonic() - since > patience_s:
            raise _not_to_be_had(f"nothing has come for {patience_s:g} s", cache_dir)
        time.sleep(_POLL_S)


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(_END_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _size(cache_dir: Path) -> int:
    """The bytes of the model that are there, whole or in part."""
    total = 0
    for folder in cache_dir.iterdir():
        if is_part_of_model(folder.name):
            for file in folder.rglob("*"):
                try:
                    total += 0 if file.is_symlink() or file.is_dir() else file.stat().st_size
                except OSError:
                    # A part that has just become whole has another name.
                    continue
    return total


def _text(told: IO[str]) -> str:
    told.seek(0)
    return told.read()


def _complaint(told: IO[str]) -> str:
    line = next(line for line in _text(told).splitlines() if _COMPLAINT in line)
    said = line[line.index(_COMPLAINT) :]
    return said.partition(": ")[2].removesuffix(" Falling back to other sources.") or said


def _last_line(told: IO[str]) -> str:
    lines = [line for line in _text(told).splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def _not_to_be_had(reason: str, cache_dir: Path) -> EmbedderError:
    return EmbedderError(
        f"the model {MODEL_NAME} cannot be downloaded: {reason}", how_to_seed(cache_dir)
    )
