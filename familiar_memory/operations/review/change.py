"""Changes of `review.md`: proposals that come, and lines that are settled; nothing else moves.

Pure functions of texts. Line ends are those of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.frontmatter.block import BOM
from familiar_memory.markdown.record.line import render_record
from familiar_memory.markdown.source import is_blank, line_starts, lines_of, read_source
from familiar_memory.markdown.tree import note_of
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.page import (
    ACCEPTED,
    BLANK,
    DISMISSED,
    OPEN,
    Mark,
    ReviewLine,
    item_lines,
    review_lines,
)

__all__ = ["INTRODUCTION", "Settlement", "settled", "with_items", "with_lines"]

INTRODUCTION = (
    "# Review",
    "",
    "Proposals that wait for you. Tick a line to accept it; strike or delete it to reject it. You",
    "may reword the first line before you tick it: what stands there is written. `familiar review`",
    "does the same in the terminal.",
)
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

    def accepted_as(self, name: str, record: Record) -> Record:
        """The line of a proposal that was carried out."""
        new = self.reworded.get(name, record)
        said = replace(record, text=new.text, predicate=new.predicate, object=new.object)
        return replace(said, task="x", state=RecordState.LIVE)


def with_items(text: str, items: Iterable[ReviewItem], vocabulary: Vocabulary) -> str:
    """The file with those proposals that it does not hold yet, in whatever state.

    Raises:
        InputError: one of them cannot be written.
        EditError: the file does not allow it.
    """
    known = {one.id for one in review_lines(text, vocabulary)}
    new = {item.id: item_lines(item) for item in items}
    added = [lines for name, lines in new.items() if name not in known]
    for lines in added:
        text = with_lines(text, OPEN, lines, vocabulary)
    return text


def settled(text: str, what: Settlement, vocabulary: Vocabulary) -> str:
    """The file after that; a proposal that stands there twice is left.

    Raises:
        EditError: the file does not allow it.
    """
    for name, reason in what.failed.items():
        text = _reopened(text, name, reason, vocabulary)
    for name in sorted(what.accepted):
        text = _moved(text, name, ACCEPTED, partial(what.accepted_as, name), vocabulary)
    for name in sorted(what.dismissed - what.gone.keys()):
        text = _moved(text, name, DISMISSED, _as_dismissed, vocabulary)
    for name, lines in what.gone.items():
        if _only(text, name, vocabulary) is None:
            heading, change = OPEN, _as_open
            if name in what.accepted:
                heading, change = ACCEPTED, partial(what.accepted_as, name)
            elif name in what.dismissed:
                heading, change = DISMISSED, _as_dismissed
            text = with_lines(text, heading, _first_changed(lines, change, vocabulary), vocabulary)
    for name, lines in what.vanished.items():
        if _only(text, name, vocabulary) is None:
            is_ticked = any(one.record.task in ("x", "X") for one in _read(lines, vocabulary))
            text = with_lines(text, ACCEPTED if is_ticked else DISMISSED, lines, vocabulary)
    return _bounded(text, vocabulary)


def with_lines(text: str, heading: str, lines: Sequence[str], vocabulary: Vocabulary) -> str:
    """The file with a proposal at the end of a section, which is made where there is none.

    Raises:
        EditError: it would not be read there, since a fence or comment is open above.
    """
    if not text.strip(BLANK):
        mark = BOM if text.startswith(BOM) else ""
        text = mark + "\n".join((*INTRODUCTION, ""))
    before = review_lines(text, vocabulary)
    source = read_source(text)
    newline = newline_near(source, source.line_count - 1)
    at, is_there = _end_of(text, heading, vocabulary)
    head = "" if is_there else f"## {heading}{newline}{newline}"
    above = text[:at]
    gap = "" if not above or above.endswith(("\n", "\r")) else newline
    blank = "" if is_there and _ends_in_item(above) else newline
    rest = text[at:]
    tail = newline if rest and not is_blank(lines_of(rest)[0]) else ""
    body = newline.join(lines) + newline
    result = f"{above}{gap}{blank}{head}{body}{tail}{rest}"
    after = review_lines(result, vocabulary)
    kept = [(one.id, one.mark, one.text) for one in after]
    if len(after) != len(before) + 1 or any(
        (one.id, one.mark, one.text) not in kept for one in before
    ):
        raise EditError("review.md has a fence or a comment that never ends", "a list of tasks")
    return result


def _ends_in_item(above: str) -> bool:
    """Whether what comes goes on a list: no blank line is needed then."""
    lines = above.splitlines()
    return bool(lines) and lines[-1].lstrip().startswith(("- ", "* ", "+ "))


def _end_of(text: str, heading: str, vocabulary: Vocabulary) -> tuple[int, bool]:
    """Where a section ends, behind its last line that is not blank; or where it would begin."""
    source = read_source(text)
    note = note_of(source, vocabulary)
    wanted = heading.casefold()
    sections = [one for one in note.sections if one.level == 2]
    found = next((one for one in sections if one.heading.strip().casefold() == wanted), None)
    if found is not None:
        end = found.char_end
    else:
        order = (OPEN, ACCEPTED, DISMISSED)
        later = {one.casefold() for one in order[order.index(heading) + 1 :]}
        follower = (s.char_start for s in sections if s.heading.strip().casefold() in later)
        end = next(follower, len(text))
    body = text[:end].rstrip(" \t\r\n")
    if len(body) <= source.body_start:
        return source.body_start, found is not None
    return next(at for at in line_starts(text) if at >= len(body)), found is not None


def _only(text: str, name: str, vocabulary: Vocabulary) -> ReviewLine | None:
    """The proposal of that id; of several the first, final ones last."""
    found = [one for one in review_lines(text, vocabulary) if one.id == name]
    return next((one for one in found if one.mark not in _FINAL), next(iter(found), None))


def _moved(
    text: str,
    name: str,
    heading: str,
    change: Callable[[Record], Record],
    vocabulary: Vocabulary,
) -> str:
    line = _only(text, name, vocabulary)
    if line is None or line.mark in _FINAL:
        return text
    lines = _lines_of(text, line)
    changed = _first_changed(lines, change, vocabulary)
    return with_lines(_without(text, line), heading, changed, vocabulary)


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


def _read(lines: Sequence[str], vocabulary: Vocabulary) -> tuple[ReviewLine, ...]:
    return review_lines("\n".join((*lines, "")), vocabulary)


def _as_dismissed(record: Record) -> Record:
    has_end = record.fields.until is not None
    return replace(record, task="-", state=RecordState.ENDED if has_end else RecordState.WRONG)


def _as_open(record: Record) -> Record:
    return replace(record, task=" ", state=RecordState.LIVE)


def _reopened(text: str, name: str, reason: str, vocabulary: Vocabulary) -> str:
    """Take a tick back, and say below the proposal why it could not be carried out."""
    line = _only(text, name, vocabulary)
    if line is None or line.mark is not Mark.TICKED:
        return text
    lines = _first_changed(_lines_of(text, line), _as_open, vocabulary)
    told = f"  {render_record(Record(f'problem: {reason}'))}"
    kept = [one for one in lines[1:] if not one.lstrip(" \t-*+").startswith("problem: ")]
    newline = newline_near(read_source(text), line.first - 1)
    body = "".join(f"{one}{newline}" for one in (lines[0], told, *kept))
    starts = line_starts(text)
    return text[: starts[line.first - 1]] + body + text[starts[line.last] :]


def _lines_of(text: str, line: ReviewLine) -> list[str]:
    starts = line_starts(text)
    span = range(line.first - 1, line.last)
    return [text[starts[at] : starts[at + 1]].rstrip("\r\n") for at in span]


def _without(text: str, line: ReviewLine) -> str:
    """The text without a proposal; of blank lines on both sides one goes too."""
    starts, lines = line_starts(text), lines_of(text)
    end = line.last
    is_apart = line.first > 1 and is_blank(lines[line.first - 2])
    if is_apart and end < len(lines) and is_blank(lines[end]):
        end += 1
    return text[: starts[line.first - 1]] + text[starts[end] :]


def _bounded(text: str, vocabulary: Vocabulary) -> str:
    """Drop the oldest of what was settled, where it is too much."""
    for mark in _FINAL:
        lines = [one for one in review_lines(text, vocabulary) if one.mark is mark]
        for line in reversed(lines[: max(0, len(lines) - _MOST_SETTLED)]):
            text = _without(text, line)
    return text
