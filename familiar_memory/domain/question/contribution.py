"""What stands in a prompt: blocks of lines, each of which knows what it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from familiar_memory.domain.given import (
    as_choice,
    as_tuple,
    check_count,
    check_number,
    check_text,
    check_type,
)
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.errors import InputError

__all__ = ["Contribution", "Layer", "Line", "NoteLine"]

NoteLine = tuple[str, int]
"""(path of a note, number of a line in it, from 1)"""


def _check_note_line(given: object) -> None:
    accepted = "a (path, line number), or None"
    check_type(given, tuple, "a line's at", accepted)
    if not (isinstance(given, tuple) and [type(one) for one in given] == [str, int]):
        raise InputError(f"a line's at is {given!r}", accepted)


class Layer(StrEnum):
    """The parts of a prompt, in the order in which they are rendered.

    Lore has a size of its own, and goes where its entries say.
    """

    CORE = "core"
    CHARACTER = "character"
    LORE = "lore"
    CONTENT = "content"
    HISTORY_SUMMARY = "history_summary"
    AUTHOR_NOTE = "author_note"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block, and what it shows: a passage that was found, or a line of a note.

    A line that was cut to fewer than `enough` characters no longer shows it. Where there is
    too little room for all lines of a block, those with a `worth` are chosen one by one: what
    does not fit is skipped. `forms` are other texts for the same, shorter and longer ones.
    """

    text: str
    hit: SearchHit | None = field(default=None, compare=False, repr=False)
    at: NoteLine | None = field(default=None, compare=False, repr=False)
    enough: int = field(default=0, compare=False, repr=False)
    worth: float | None = field(default=None, compare=False, repr=False)
    forms: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_text(self.text, "a line's text")
        if self.hit is not None:
            check_type(self.hit, SearchHit, "a line's hit", "a SearchHit, or None")
        if self.at is not None:
            _check_note_line(self.at)
        check_count(self.enough, "a line's enough")
        if self.worth is not None:
            check_number(self.worth, "a line's worth")
        as_tuple(self.forms, str, "a line's forms", "a text")

    def cut(self, size: int) -> Line:
        """Its first `size` characters."""
        if size >= len(self.text):
            return self
        shorter = self.text[:size]
        return Line(shorter) if size < self.enough else replace(self, text=shorter)


@dataclass(frozen=True, slots=True, init=False)
class Contribution:
    """One block of lines for the prompt, with where it came from and how much it matters.

    With a `depth` it belongs before the last `depth` messages of the conversation, with that `role`
    (system, user, assistant): see `Context.injections`.
    """

    layer: Layer
    source: str
    lines: tuple[Line, ...]
    priority: int
    label: str
    trust: str
    depth: int | None
    role: str

    def __init__(
        self,
        layer: Layer
        | Literal["core", "character", "lore", "content", "history_summary", "author_note"],
        source: str,
        text: str | None = None,
        priority: int | None = None,
        label: str = "",
        trust: str = "",
        depth: int | None = None,
        role: str = "",
        *,
        lines: Iterable[Line] | None = None,
    ) -> None:
        """A block of a `text`, or of `lines`; a text replaces lines.

        A `layer` given as text ("content") is the member of that value.

        Raises:
            InputError: a value is of another type or missing, or there is no such layer.
        """
        if lines is not None:
            lines = as_tuple(lines, Line, "a contribution's lines", "a Line")
        if text is not None or lines is None:
            check_text(text, "a contribution's text")
            lines = _lines_of(text or "")
        given = {
            "layer": as_choice(layer, Layer, "a contribution's layer"),
            "source": source,
            "lines": lines,
            "priority": priority,
            "label": label,
            "trust": trust,
            "depth": depth,
            "role": role,
        }
        for name in ("source", "label", "trust", "role"):
            check_text(given[name], f"a contribution's {name}")
        check_number(priority, "a contribution's priority")
        check_count(depth, "a contribution's depth", optional=True)
        for name, value in given.items():
            object.__setattr__(self, name, value)

    @property
    def is_picked(self) -> bool:
        """Whether its lines are chosen one by one where there is too little room for all."""
        return bool(self.lines) and all(line.worth is not None for line in self.lines)

    @property
    def text(self) -> str:
        """All of its lines."""
        return "\n".join([line.text for line in self.lines])

    def with_text(self, text: str) -> Contribution:
        """The same block with another text.

        Where that has as many lines, each stands for what it stood for; else for nothing.
        """
        lines = _lines_of(text)
        if len(lines) == len(self.lines):
            pairs = zip(self.lines, lines, strict=True)
            lines = tuple(replace(before, text=now.text) for before, now in pairs)
        return replace(self, lines=lines)

    def cut(self, size: int) -> Contribution:
        """The same block with the first `size` characters of its text."""
        kept: list[Line] = []
        for line in self.lines:
            if size < 0:
                break
            kept.append(line.cut(size))
            size -= len(line.text) + 1
        return replace(self, lines=tuple(kept))


def _lines_of(text: str) -> tuple[Line, ...]:
    return tuple(map(Line, text.split("\n")))
