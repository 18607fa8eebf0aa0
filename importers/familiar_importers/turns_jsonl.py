"""Turns as JSON lines, as a bot logs them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_importers.chats.reading.looks import json_lines_kind
from familiar_memory.transfer.importer import TurnItem
from familiar_memory.transfer.reading.turn_lines import read_turn_lines

__all__ = ["TurnsJsonlImporter"]


class TurnsJsonlImporter:
    """One JSON object a line, each a turn; see `familiar_memory.domain.talk.turn_json`."""

    name = "turns"
    describe = "turns as JSON lines (.jsonl), one object a line"

    def detect(self, path: Path) -> bool:
        """A .jsonl or .ndjson whose first line has keys of a turn, or shows nothing."""
        return json_lines_kind(path) == "turns"

    def read(self, path: Path) -> Iterator[TurnItem]:
        """Every turn in order; each line checked as it is read.

        Raises:
            InputError: a line is malformed; it names file, line, and what is accepted.
        """
        return read_turn_lines(path)
