"""The lines below a proposal: `name: value`, each with the tail that it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import regex

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.tree import Block
from familiar_memory.operations.review.named_files import note_named

__all__ = ["AUDIENCE", "OF_THE_LIST", "SAID", "WHY", "Detail", "detail_of"]

AUDIENCE: Final = "audience"
SAID: Final = "said"
WHY: Final = "why"
"""The name of the line that says why a proposal waits, or was accepted."""
OF_THE_LIST: Final = frozenset({AUDIENCE, WHY, SAID, "problem"})
"""What no kind of proposal has for itself."""
_DETAIL = regex.compile(r"(?P<name>[^:\r\n]{1,40}): (?P<value>.*)", regex.DOTALL)


@dataclass(frozen=True, slots=True)
class Detail:
    """A line below a proposal; `file` is what the file of the note is called that it names.

    The `record` is what it says, with the tail that it has.
    """

    name: str
    value: str
    file: str
    record: Record

    @property
    def has_tail(self) -> bool:
        """Whether it says where it comes from."""
        return self.record.fields != RecordFields()


def detail_of(block: Block) -> Detail | None:
    """What an item says as a detail; None where it is none."""
    read = parse_record(block.text)
    match = _DETAIL.fullmatch(read.text) if block.kind == "item" else None
    if match is None:
        return None
    value, file = note_named(match["value"].strip())
    return Detail(match["name"].strip(), value, file, Record(value, read.fields))
