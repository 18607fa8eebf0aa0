"""Turns as JSON lines: what a bot's log, `familiar record` and the sample chat are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import TurnItem
from familiar_memory.transfer.reading.json_lines import located, read_json_lines

__all__ = ["read_turn_lines"]


def read_turn_lines(path: Path, label: str = "") -> Iterator[TurnItem]:
    """Every turn of a file, in order, each line checked as it is read.

    The keys are those of `domain.talk.turn_json`. `label` stands for the file in messages.

    Raises:
        InputError: a line is malformed; it names file, line, and what is accepted.
    """
    shown = label or str(path)
    for number, value in read_json_lines(path, shown):
        try:
            turn = Turn.from_json(value)
        except InputError as problem:
            raise located(problem, shown, number) from None
        yield TurnItem(turn, f"{shown}, line {number}")
