"""`review.md`, read: which proposals stand there, and what people have done with each.

    - [ ] allergic_to:: cats (2026-02-03, ref:t1044, by:discord-42, in:discord-dm-42) ^p1f0c22aa7d
      - add to: people/Rowan.md <!-- people/discord-42.md -->
      - section: Facts
      - why: it is a guess, and would end what was said
      - audience: discord-dm-42

What ends a line begins with what would happen, and quotes that line below (`it says: …`). A note
is named as its file is; the comment behind it has its key, which stays when the file is renamed.
Everything else in the file is a person's own, and stays. The last line of a proposal says again
who may know it, so that whoever rewords the first does not widen that by accident, and a file
that was cut off in the middle of a save holds no proposal that looks whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import regex

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.readings import read_once
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.source import read_source
from familiar_memory.markdown.tree import Block, Note, Section, note_of
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.read_proposal import read_proposal

__all__ = [
    "ACCEPTED",
    "BLANK",
    "DISMISSED",
    "OPEN",
    "Mark",
    "ReviewLine",
    "review_lines",
]

OPEN, ACCEPTED, DISMISSED = "Open", "Accepted", "Dismissed"
"""The sections, in this order."""
BLANK = "\ufeff \t\r\n"
"""What a file may hold that says nothing."""
_ID = regex.compile(r"p[0-9a-f]{10}")
_ID_BEGINS = "^p"
"""Most lines of the list are details: only what may be a proposal is read as one."""
_TICKS = ("x", "X")


class Mark(StrEnum):
    """What a line says of its proposal.

    Open; ticked; struck (or `[-]`); settled in the section of what was accepted, or of what was
    dismissed; unclear, where it is ticked and struck.
    """

    OPEN = "open"
    TICKED = "ticked"
    STRUCK = "struck"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A proposal where it stands: lines `first` to `last` (from 1).

    `item` is what it says now, None where it cannot be carried out, which `problem` explains.
    `text` is the first line as it stands, `record` what is read from that.
    """

    id: str
    mark: Mark
    first: int
    last: int
    text: str
    record: Record
    item: ReviewItem | None
    problem: str = ""
    refs: tuple[str, ...] = ()
    """The turns that any of its lines names."""

    @property
    def ids(self) -> frozenset[str]:
        """By what its proposal is known: its id, and what a proposal to do the same has now."""
        item = self.item
        return frozenset({self.id, item.id} if item and item.is_by_matter else {self.id})


def review_lines(text: str, vocabulary: Vocabulary) -> tuple[ReviewLine, ...]:
    """Every proposal of the file, in order; any text is a file."""
    return read_once(("review", text, vocabulary), lambda: _review_lines(text, vocabulary))


def _review_lines(text: str, vocabulary: Vocabulary) -> tuple[ReviewLine, ...]:
    source = read_source(text)
    reader = _Reader(note_of(source, vocabulary), vocabulary, source.line_count)
    return tuple(reader.lines())


@dataclass(frozen=True, slots=True)
class _Reader:
    note: Note
    vocabulary: Vocabulary
    line_count: int

    def lines(self) -> Iterator[ReviewLine]:
        blocks = self.note.blocks
        below: dict[int, list[Block]] = {}
        for block in blocks:
            if block.parent is not None:
                below.setdefault(block.parent, []).append(block)
        found = {block.ordinal: record for block in blocks if (record := self._proposed(block))}
        for section in self.note.sections:
            for block in section.blocks:
                if (record := found.get(block.ordinal)) is None:
                    continue
                inner = list(_descendants(block, below))
                line = self._line(section, block, record, inner)
                if block.parent is not None or any(one.ordinal in found for one in inner):
                    nested = "it stands below another, or another below it"
                    line = replace(line, mark=Mark.UNCLEAR, item=None, problem=nested)
                yield line

    def _proposed(self, block: Block) -> Record | None:
        if block.kind != "item" or _ID_BEGINS not in block.text:
            return None
        # Not the record of the block: under `## Aliases` bullets are none.
        record = parse_record(block.text, self.vocabulary)
        is_one = record.task is not None and _ID.fullmatch(record.id or "")
        return record if is_one else None

    def _line(
        self,
        section: Section,
        block: Block,
        record: Record,
        inner: Sequence[Block],
    ) -> ReviewLine:
        last = max((one.line_end for one in inner), default=block.line_end)
        item, problem = read_proposal(record, inner, is_ended=self._is_ended(last))
        mark = _mark(section, record)
        refs = dict.fromkeys(
            ref for one in (block, *inner) for ref in parse_record(one.text).fields.refs
        )
        return ReviewLine(
            *(record.id or "", mark, block.line, last, block.text, record, item, problem),
            refs=tuple(refs),
        )

    def _is_ended(self, last: int) -> bool:
        """Whether the line has an end: one that was cut off has none."""
        text = self.note.text
        return text.endswith(("\n", "\r")) or last < self.line_count


def _descendants(block: Block, below: Mapping[int, Sequence[Block]]) -> Iterator[Block]:
    for one in below.get(block.ordinal, ()):
        yield one
        yield from _descendants(one, below)


def _mark(section: Section, record: Record) -> Mark:
    heading = section.heading.strip().casefold() if section.level == 2 else ""
    is_ticked = record.task in _TICKS
    is_struck = record.state is not RecordState.LIVE or record.task == "-"
    if is_ticked and record.state is not RecordState.LIVE:
        return Mark.UNCLEAR
    if is_ticked:
        return Mark.ACCEPTED if heading == ACCEPTED.casefold() else Mark.TICKED
    if is_struck:
        return Mark.DISMISSED if heading == DISMISSED.casefold() else Mark.STRUCK
    return Mark.OPEN
