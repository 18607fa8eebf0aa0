"""How a record is named: by its note and its id, as a link to a block of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from familiar_memory.domain.given import check_text
from familiar_memory.errors import UsageError

__all__ = ["RecordName", "line_named"]

_NAME = re.compile(
    r"(?P<note>[^#\x00-\x1f]+)#(?P<id>\^[A-Za-z0-9-]+|~[0-9a-f]{8}(?:-[1-9][0-9]*)?)"
)
_LINE = re.compile(r"(?P<note>.+):(?P<line>[1-9][0-9]{0,8})")
_ACCEPTED = "people/rowan.md#^k3f9a1, or people/rowan.md#~1f0c22aa as lists of records show it"


@dataclass(frozen=True, slots=True, order=True)
class RecordName:
    """`people/rowan.md#^k3f9a1`: the note, and the id of the line.

    `note` is a path, or the key of a note. `id` is the block id without its caret; of a line that
    has none it is made of what the line says, and begins with a tilde: `~1f0c22aa`, and
    `~1f0c22aa-2` for the second line that says the same (see `markdown.audience.record_ids`).
    """

    note: str
    id: str

    def __post_init__(self) -> None:
        check_text(self.note, "the note of a record")
        check_text(self.id, "the id of a record")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name as it is written.

        Raises:
            InputError: it is no text.
            UsageError: it is no name.
        """
        check_text(text, "the name of a record")
        match = _NAME.fullmatch(text.strip())
        if match is None:
            raise UsageError(f"{text!r} is not the name of a record", _ACCEPTED)
        return cls(match["note"], match["id"].removeprefix("^"))

    @property
    def is_derived(self) -> bool:
        """Whether the line itself says no id."""
        return self.id.startswith("~")

    def __str__(self) -> str:
        """As `parse` reads it."""
        return f"{self.note}#{self.id if self.is_derived else f'^{self.id}'}"


def line_named(text: str) -> tuple[str, int] | None:
    """The note and the line, from 1, that `people/rowan.md:13` names; None for any other text."""
    match = _LINE.fullmatch(text.strip())
    return None if match is None else (match["note"], int(match["line"]))
