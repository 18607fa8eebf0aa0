"""Usage that outlives the process: one small file beside the history, shared by processes."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from familiar_memory.llm.metering import SlotUsage

__all__ = ["UsageBook"]

_log = logging.getLogger(__name__)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS usage (
    slot TEXT, model TEXT, calls INTEGER, failures INTEGER,
    input_tokens INTEGER, output_tokens INTEGER, seconds REAL,
    PRIMARY KEY (slot, model)
)
"""
_ADD = """
INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (slot, model) DO UPDATE SET
    calls = calls + excluded.calls, failures = failures + excluded.failures,
    input_tokens = input_tokens + excluded.input_tokens,
    output_tokens = output_tokens + excluded.output_tokens, seconds = seconds + excluded.seconds
"""
_READ = """
SELECT slot, model, calls, failures, input_tokens, output_tokens, seconds FROM usage
ORDER BY slot, model
"""
_WAIT_S = 2.0
"""Seconds. Figures are worth no more: a reply never waits for them, and a write is one row."""

SlotAndModel = tuple[str, str]


class UsageBook:
    """Counts by (slot, model); it holds no text of anybody, and losing it loses only counts.

    `add` only remembers; `flush` writes. Without the first `add` there is no file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        # What is being written stands neither in memory nor in the file.
        self._writing = threading.Lock()
        self._pending: defaultdict[SlotAndModel, SlotUsage] = defaultdict(SlotUsage)

    def add(self, slot: str, model: str, used: SlotUsage) -> None:
        """Count it; no disk is touched."""
        with self._lock:
            self._pending[slot, model] += used

    def read(self) -> Mapping[SlotAndModel, SlotUsage]:
        """Everything counted so far, by this process and all others."""
        with self._writing:
            counted = defaultdict(SlotUsage, self._written())
            with self._lock:
                for key, used in self._pending.items():
                    counted[key] += used
        return dict(sorted(counted.items()))

    def flush(self) -> None:
        """Write what is not written yet; where the disk refuses, it is kept for the next time."""
        with self._writing:
            self._flush()

    def _flush(self) -> None:
        with self._lock:
            taken, self._pending = self._pending, defaultdict(SlotUsage)
        if not taken:
            return
        rows = [
            (*key, u.calls, u.failures, u.input_tokens, u.output_tokens, u.seconds)
            for key, u in taken.items()
        ]
        try:
            # The inner one commits, the outer one closes.
            with contextlib.closing(self._connected()) as connection, connection:
                connection.execute(_SCHEMA)
                connection.executemany(_ADD, rows)
        except sqlite3.Error as problem:
            _log.warning("model usage is not written to %s: %s", self._path, problem)
            for key, used in taken.items():
                self.add(*key, used)

    def _written(self) -> dict[SlotAndModel, SlotUsage]:
        if not self._path.is_file():
            return {}
        try:
            with contextlib.closing(self._connected()) as connection:
                return {
                    (slot, model): SlotUsage(*counts)
                    for slot, model, *counts in connection.execute(_READ)
                }
        except sqlite3.Error as problem:
            _log.warning("model usage cannot be read from %s: %s", self._path, problem)
            return {}

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=_WAIT_S)
