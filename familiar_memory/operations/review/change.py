"""Changes of `review.md`: proposals that come, and lines that are settled; nothing else moves.

Pure functions of texts. Line ends are those of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.markdown.record.line import render_record
from familiar_memory.markdown.source import line_starts, read_source
from familiar_memory.operations.review.blocks import (
    with_blocks,
    without_block,
    written_lines,
)
from familiar_memory.operations.review.details import WHY
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.page import (
    ACCEPTED,
    DISMISSED,
    OPEN,
    Mark,
    ReviewLine,
    review_lines,
)
from familiar_memory.operations.review.written_item import item_lines

__all__ = ["Settlement", "settled", "with_items"]

_MOST_SETTLED = 500
"""Lines that each of the two other sections keeps: by them a proposal is known again."""
_FINAL = (Mark.ACCEPTED, Mark.DISMISSED)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What became of proposals, by id.

    `accepted` were carried out, `dismissed` are rejected. `failed` could not be carried out, and
    why. `gone` are the lines of those that are missing, as they stood: they come back, each to the
    section where it belongs.
    """

    accepted: frozenset[str] = frozenset()
    dismissed: frozenset[str] = frozenset()
    failed: Mapping[str, str] = field(default_factory=dict)
    gone: Mapping[str, Sequence[str]] = field(default_factory=dict)
    vanished: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Lines of what was settled before and is missing: they come back as they were."""
    reworded: Mapping[str, Record] = field(default_factory=dict)
    """What was written of those that were accepted with another text."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Why those were accepted that no person has: it takes the place of why they waited."""

    def place_of(self, name: str) -> tuple[str, Callable[[Record], Record]]:
        """The section where a proposal belongs, and what its line becomes there."""
        if name in self.accepted:
            return ACCEPTED, partial(self._as_accepted, name)
        return (DISMISSED, _as_dismissed) if name in self.dismissed else (OPEN, _as_open)

    def _as_accepted(self, name: str, record: Record) -> Record:
        new = self.reworded.get(name, record)
        said = replace(record, text=new.text, predicate=new.predicate, object=new.object)
        return replace(said, task="x", state=RecordState.LIVE)


@kept_readings()
def with_items(text: str, items: Iterable[ReviewItem], vocabulary: Vocabulary) -> str:
    """The file with those proposals that it does not hold yet, in whatever state.

    Raises:
        InputError: one of them cannot be written.
        EditError: the file does not allow it.
    """
    known = {name for one in review_lines(text, vocabulary) for name in one.ids}
    new = {item.id: item_lines(item) for item in items if item.id not in known}
    return with_blocks(text, OPEN, list(new.values()), vocabulary)


@kept_readings()
def settled(text: str, what: Settlement, vocabulary: Vocabulary) -> str:
    """The file after that; a proposal that stands there twice is left.

    Raises:
        EditError: the file does not allow it.
    """
    for name, reason in what.failed.items():
        text = _reopened(text, name, reason, vocabulary)
    standing = _standing(text, vocabulary)
    blocks: dict[str, list[Sequence[str]]] = {OPEN: [], ACCEPTED: [], DISMISSED: []}
    taken: list[ReviewLine] = []
    for name in sorted(what.accepted | what.dismissed):
        line = standing.get(name)
        if line is None or line.mark in _FINAL:
            continue
        heading, change = what.place_of(name)
        taken.append(line)
        lines = _with_reason(written_lines(text, line), what.told.get(name))
        blocks[heading].append(_first_changed(lines, change, vocabulary))
    for name, lines in what.gone.items():
        if name not in standing:
            heading, change = what.place_of(name)
            blocks[heading].append(_first_changed(lines, change, vocabulary))
    for name, lines in what.vanished.items():
        if name not in standing:
            is_ticked = any(one.record.task in ("x", "X") for one in _read(lines, vocabulary))
            blocks[ACCEPTED if is_ticked else DISMISSED].append(lines)
    for line in sorted(taken, key=lambda one: one.first, reverse=True):
        text = without_block(text, line)
    for heading, some in blocks.items():
        text = with_blocks(text, heading, some, vocabulary)
    return _bounded(text, vocabulary)


def _standing(text: str, vocabulary: Vocabulary) -> dict[str, ReviewLine]:
    """The proposals by id; of several lines the first, final ones last."""
    found: dict[str, ReviewLine] = {}
    for line in review_lines(text, vocabulary):
        known = found.get(line.id)
        if known is None or (known.mark in _FINAL and line.mark not in _FINAL):
            found[line.id] = line
    return found


def _first_changed(
    lines: Sequence[str], change: Callable[[Record], Record], vocabulary: Vocabulary
) -> tuple[str, ...]:
    """The lines of a proposal with another mark; what cannot be written anew stays as it is."""
    found = _read(lines, vocabulary)
    if not found:
        return tuple(lines)
    try:
        first = render_record(change(found[0].record))
    except InputError:
        return tuple(lines)
    height = found[0].text.count("\n") + 1
    return (first, *lines[height:])


def _with_reason(lines: Sequence[str], reason: str | None) -> Sequence[str]:
    """The lines of a proposal with another reason, where there is one."""
    if reason is None:
        return lines
    told = f"  {render_record(Record(f'{WHY}: {reason}'))}"
    return [told if one.lstrip(" \t-*+").startswith(f"{WHY}: ") else one for one in lines]


def _read(lines: Sequence[str], vocabulary: Vocabulary) -> tuple[ReviewLine, ...]:
    return review_lines("\n".join((*lines, "")), vocabulary)


def _as_dismissed(record: Record) -> Record:
    has_end = record.fields.until is not None
    return replace(record, task="-", state=RecordState.ENDED if has_end else RecordState.WRONG)


def _as_open(record: Record) -> Record:
    return replace(record, task=" ", state=RecordState.LIVE)


def _reopened(text: str, name: str, reason: str, vocabulary: Vocabulary) -> str:
    """Take a tick back, and say below the proposal why it could not be carried out."""
    line = _standing(text, vocabulary).get(name)
    if line is None or line.mark is not Mark.TICKED:
        return text
    lines = _first_changed(written_lines(text, line), _as_open, vocabulary)
    told = f"  {render_record(Record(f'problem: {reason}'))}"
    kept = [one for one in lines[1:] if not one.lstrip(" \t-*+").startswith("problem: ")]
    newline = newline_near(read_source(text), line.first - 1)
    body = "".join(f"{one}{newline}" for one in (lines[0], told, *kept))
    starts = line_starts(text)
    return text[: starts[line.first - 1]] + body + text[starts[line.last] :]


def _bounded(text: str, vocabulary: Vocabulary) -> str:
    """Drop the oldest of what was settled, where it is too much."""
    lines = review_lines(text, vocabulary)
    of_marks = ([one for one in lines if one.mark is mark] for mark in _FINAL)
    oldest = [one for some in of_marks for one in some[: max(0, len(some) - _MOST_SETTLED)]]
    for line in sorted(oldest, key=lambda one: one.first, reverse=True):
        text = without_block(text, line)
    return text
