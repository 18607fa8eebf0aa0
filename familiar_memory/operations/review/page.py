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

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.audience import EVERYONE, is_audience, narrowest
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.readings import read_once
from familiar_memory.markdown.record.line import parse_record, render_record
from familiar_memory.markdown.source import read_source
from familiar_memory.markdown.tree import Block, Note, Section, note_of
from familiar_memory.operations.review.item import (
    INSTEAD_OF,
    IT_SAYS,
    OF_BEFORE,
    QUOTING,
    WITH,
    ReviewItem,
)
from familiar_memory.operations.review.kinds import KINDS
from familiar_memory.operations.review.named_files import note_named, with_file
from familiar_memory.operations.review.wording import line_in_words

__all__ = [
    "ACCEPTED",
    "BLANK",
    "DISMISSED",
    "OPEN",
    "WHY",
    "Mark",
    "ReviewLine",
    "item_lines",
    "review_lines",
]

OPEN, ACCEPTED, DISMISSED = "Open", "Accepted", "Dismissed"
"""The sections, in this order."""
BLANK = "\ufeff \t\r\n"
"""What a file may hold that says nothing."""
_ID = regex.compile(r"p[0-9a-f]{10}")
_ID_BEGINS = "^p"
"""Most lines of the list are details: only what may be a proposal is read as one."""
WHY = "why"
"""The name of the line that says why a proposal waits, or was accepted."""
_AUDIENCE, _PROBLEM, _SAID = "audience", "problem", "said"
_OTHER_FIELDS = frozenset({_AUDIENCE, WHY, _PROBLEM, _SAID})
_KNOWN = frozenset(kind.does for kind in KINDS)
_DETAIL = regex.compile(r"(?P<name>[^:\r\n]{1,40}): (?P<value>.*)", regex.DOTALL)
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


def item_lines(item: ReviewItem, name: str | None = None) -> tuple[str, ...]:
    """The lines of a proposal, without line ends; `name` is the id that it has already.

    Raises:
        InputError: its record, or a detail, cannot be written.
    """
    quoted, files = dict(item.quoted), dict(item.files)
    reasons = ((_SAID, item.said), (WHY, item.why), (_AUDIENCE, item.is_for))
    details = ((item.does, item.note), *item.details)
    below = [
        Record(f"{name}: {with_file(value, files)}", _tail(quoted.get(name)))
        for name, value in details
        if value
    ]
    below += [Record(f"{name}: {value}") for name, value in reasons if value]
    lines = (f"  {render_record(one)}" for one in below)
    return (render_record(_first(item, name or item.id)), *lines)


def _first(item: ReviewItem, name: str) -> Record:
    """The first line: what would be written, or what would happen."""
    record = item.record
    if item.title:
        record = Record(item.title) if item.does in QUOTING else replace(record, text=item.title)
    return replace(record, id=name, task=" ")


def _tail(record: Record | None) -> RecordFields:
    return RecordFields() if record is None else record.fields


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
        item, problem = self._item(record, inner, last)
        mark = _mark(section, record)
        refs = dict.fromkeys(
            ref for one in (block, *inner) for ref in parse_record(one.text).fields.refs
        )
        return ReviewLine(
            *(record.id or "", mark, block.line, last, block.text, record, item, problem),
            refs=tuple(refs),
        )

    def _item(
        self, record: Record, inner: Sequence[Block], last: int
    ) -> tuple[ReviewItem | None, str]:
        if record.damaged:
            return None, "what stands in its last brackets cannot be read"
        if not record.text.strip():
            return None, "it says nothing"
        below = [detail for one in inner if (detail := _detail(one)) is not None]
        details = [(one.name, one.value) for one in below]
        said = dict(details)
        if (audience := said.get(_AUDIENCE)) is None:
            return None, "the line `audience: …` below it is missing"
        if not is_audience(audience) or not self._is_ended(last):
            return None, f"{audience!r} is no audience, or the file was cut off"
        own = [(name, value) for name, value in details if name not in _OTHER_FIELDS]
        if not own:
            return None, "the line that says what would be done is missing"
        # People may have put another line above it, that names a note as well.
        of_notes = [pair for pair in own if pair[1].endswith(".md")]
        known = (pair for pair in of_notes if pair[0] in _KNOWN or pair[0] in OF_BEFORE)
        does, note = next(known, (of_notes or own)[0])
        others = [pair for pair in own if pair != (does, note)]
        title, told = "", record
        if (quoting := QUOTING.get(does)) is not None:
            if problem := _unlike(record.text, said, quoting):
                return None, problem
            title, told = record.text, next(one.record for one in below if one.name == quoting)
        place = narrowest((told.fields.place or EVERYONE, audience))
        fields = replace(told.fields, place=None if place == EVERYONE else place)
        bare = replace(told, fields=fields, id=None, task=None, state=RecordState.LIVE)
        reasons = said.get(WHY, ""), said.get(_SAID, "")
        quoted = tuple((one.name, one.record) for one in below if one.has_tail)
        files = tuple((one.value.partition("#")[0], one.file) for one in below if one.file)
        item = ReviewItem(does, note, bare, tuple(others), *reasons, title, quoted, files)
        return (replace(item, audience=audience) if title else item), ""

    def _is_ended(self, last: int) -> bool:
        """Whether the line has an end: one that was cut off has none."""
        text = self.note.text
        return text.endswith(("\n", "\r")) or last < self.line_count


def _descendants(block: Block, below: Mapping[int, Sequence[Block]]) -> Iterator[Block]:
    for one in below.get(block.ordinal, ()):
        yield one
        yield from _descendants(one, below)


@dataclass(frozen=True, slots=True)
class _Detail:
    """A line below a proposal; `file` is what the file of the note is called that it names.

    The `record` is what it says, with the tail that it has.
    """

    name: str
    value: str
    file: str
    record: Record

    @property
    def has_tail(self) -> bool:
        return self.record.fields != RecordFields()


def _detail(block: Block) -> _Detail | None:
    read = parse_record(block.text)
    match = _DETAIL.fullmatch(read.text) if block.kind == "item" else None
    if match is None:
        return None
    value, file = note_named(match["value"].strip())
    return _Detail(match["name"].strip(), value, file, Record(value, read.fields))


def _unlike(title: str, said: Mapping[str, str], quoting: str) -> str:
    """Why a first line is not what the lines below it do; "" where it is."""
    if quoting not in said:
        return f"the line `{quoting}: …` below it is missing"
    for name in (IT_SAYS, INSTEAD_OF, WITH):
        if (line := said.get(name)) is not None and line_in_words(line) not in title:
            return f"its first line does not say what stands below (`{name}: {line}`)"
    return ""


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
