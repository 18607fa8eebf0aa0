"""Which proposals of the review list go: one that loses a part goes whole.

A proposal quotes the line that it would change (`it says: …`) and names its note. What is left of
it without that could not be carried out, and how somebody would reword a forgotten line says what
the line said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from familiar_memory.domain.erasure import Erasure, holds_any
from familiar_memory.domain.sought import Sought
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.tree import Note
from familiar_memory.operations.review.named_files import note_named
from familiar_memory.operations.review.page import ReviewLine, review_lines

__all__ = ["GoneProposals"]

_FOR_PEOPLE = frozenset({"why", "problem"})
"""Details in words: an id in them becomes `someone`, like anywhere."""
_LOST = re.compile(r"(?:link|instead of) \d+|deleted")
"""Details that name what links look for: of a note that is gone nobody knows the path."""


class GoneProposals:
    """Decides by what a proposal quotes, by the notes that it names, and by what it loses."""

    def __init__(self, what: Erasure, sought: Sought) -> None:
        self._what = what
        self._sought = sought

    def may_be_in(self, text: str) -> bool:
        """Whether it is worth reading the list: a quick look."""
        is_quoting = holds_any(text.encode(), self._sought.spelled)
        if is_quoting or any(path in text for path in self._what.paths):
            return True
        small = text.casefold()
        return any(name in small for name in self._what.traces.links)

    def lines(self, note: Note, gone: frozenset[int]) -> frozenset[int]:
        """The numbers (from 1) of their lines, in a list that loses the lines `gone`."""
        found: set[int] = set()
        for proposal in review_lines(note.text, SHIPPED):
            span = range(proposal.first, proposal.last + 1)
            if not gone.isdisjoint(span) or self._goes(note, proposal):
                found.update(span)
        return frozenset(found)

    def _goes(self, note: Note, proposal: ReviewLine) -> bool:
        if proposal.id in self._what.traces.proposals:
            return True
        return any(self._is_told(name, value) for name, value in _details(note, proposal))

    def _is_told(self, name: str, value: str) -> bool:
        what, sought = self._what, self._sought
        if value in what.traces.records or holds_any(value.encode(), sought.spelled):
            return True
        if name in _FOR_PEOPLE:
            return False
        value, file = note_named(value)
        if _LOST.fullmatch(name) and _name_in(value) in what.traces.links:
            return True
        is_gone = value.partition("#")[0] in what.paths or file in what.paths
        return is_gone or sought.ids.found_in(value)


def _details(note: Note, proposal: ReviewLine) -> Iterator[tuple[str, str]]:
    """What stands in each of its lines: the name and the value of a detail."""
    for block in note.blocks:
        if proposal.first <= block.line <= proposal.last:
            text = parse_record(block.text).text
            is_first = block.line == proposal.first
            name, sign, value = ("", ":", text) if is_first else text.partition(": ")
            yield (name.strip(), value.strip()) if sign else ("", text)


def _name_in(path: str) -> str:
    """The name by which a wiki link leads to a note, in small letters."""
    return PurePosixPath(path.removesuffix(".md")).name.casefold()
