"""What kind of memory a plain statement is, and under which heading of a note it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["SECTIONS", "PlainStatement", "StatementKind"]


class StatementKind(StrEnum):
    """What it tells of; where it tells of several, the first counts."""

    PROJECT = "project"
    PLAN = "plan"
    EVENT = "event"
    LIFE = "life"


SECTIONS: Final[Mapping[StatementKind, str]] = {
    StatementKind.PROJECT: "Projects",
    StatementKind.PLAN: "Plans",
    StatementKind.EVENT: "Events",
    StatementKind.LIFE: "Life",
}
"""The heading of the lines in the note of whoever said it, by kind."""


@dataclass(frozen=True, slots=True)
class PlainStatement:
    """What somebody said of themselves, in their words, without what stood around it."""

    kind: StatementKind
    text: str
