"""What people have decided: from the versions of the list to what is to be done; pure.

A tick counts where a person made it. A struck or deleted proposal is dismissed, once the file has
been left alone for a while: an editor may be in the middle of a save. A list that was emptied or
has vanished, or has lost most of its proposals at once, dismisses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from familiar_memory.maintenance.review.first_lines import untrue_first_line
from familiar_memory.maintenance.review.versions import (
    Removal,
    ReviewHistory,
    ReviewVersion,
    is_by_people,
)
from familiar_memory.markdown.source import lines_of
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.page import BLANK, Mark, ReviewLine
from familiar_memory.store.journal.entry import SETTLING_SOURCES

__all__ = ["Decisions", "OpenItem", "decide_review"]

_MANY = 4
"""Proposals. Of fewer, a person may well delete most at once."""
_NOT_THERE = "not in review.md any more"
_WAITING = frozenset({Mark.OPEN, Mark.TICKED, Mark.STRUCK, Mark.UNCLEAR})


@dataclass(frozen=True, slots=True)
class OpenItem:
    """A proposal that waits; `problem` says why it cannot be carried out as it stands.

    `line` is where it stands in the list, None where it is missing there, and `note` the file
    that it is for.
    """

    id: str
    text: str
    item: ReviewItem | None
    line: int | None = None
    problem: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a person has decided, by id, and what still waits.

    `gone` are the lines, as they stood, of proposals that are in the file no more: those of the
    `dismissed`, and those that come back once the file has been left alone (`is_stable`).
    `is_unsettled`: something was decided that counts only then.
    """

    accepted: Mapping[str, ReviewItem] = field(default_factory=dict)
    dismissed: frozenset[str] = frozenset()
    gone: Mapping[str, Sequence[str]] = field(default_factory=dict)
    vanished: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was settled before and went with the file: it comes back too, to be known again."""
    waiting: tuple[OpenItem, ...] = ()
    is_unsettled: bool = False
    is_stable: bool = True
    refused: Mapping[str, str] = field(default_factory=dict)
    """What was ticked and says something else than it would do, and why it is opened again."""

    @property
    def every(self) -> Iterator[OpenItem]:
        """What waits, and what was accepted and is not carried out yet."""
        yield from self.waiting
        for name, item in self.accepted.items():
            yield OpenItem(name, item.title or item.record.text, item)


def decide_review(versions: ReviewHistory, *, is_stable: bool) -> Decisions:
    """Read the decisions off the versions of the list."""
    now = versions.now
    accepted: dict[str, ReviewItem] = {}
    dismissed: set[str] = set()
    waiting: list[OpenItem] = []
    refused: dict[str, str] = {}
    is_unsettled = False
    for name, lines in _by_id(now).items():
        line, problem = lines[0], _disagreement(lines)
        if line.mark is Mark.TICKED and not problem:
            problem = _objection(versions, line)
            if not problem and (problem := untrue_first_line(versions, line)):
                refused[name] = problem
            elif not problem and line.item is not None:
                accepted[name] = line.item
                continue
        elif line.mark is Mark.STRUCK and not problem:
            if versions.is_marked_by_people(name, Mark.STRUCK):
                is_unsettled |= not is_stable
                if is_stable:
                    dismissed.add(name)
                continue
            problem = "no person has struck it"
        if line.mark in _WAITING:
            problem = problem or line.problem
            waiting.append(OpenItem(name, line.record.text, line.item, line.first, problem))
    removed = _removals(versions)
    gone = {name: one for name, one in removed.items() if one.line.mark in _WAITING}
    settled = removed.keys() - gone.keys() if is_stable else ()
    vanished = {n: tuple(_lines(removed[n])) for n in settled if _is_another_file(removed[n])}
    deleted = frozenset(name for name, one in gone.items() if _is_meant(one, gone.values()))
    if is_stable:
        dismissed |= deleted
    is_unsettled |= bool(deleted) and not is_stable
    for name, one in gone.items():
        if name not in dismissed:
            item = one.line.item
            waiting.append(OpenItem(name, one.line.record.text, item, None, _NOT_THERE))
    return Decisions(
        accepted,
        frozenset(dismissed),
        {name: tuple(_lines(one)) for name, one in gone.items()},
        vanished,
        tuple(waiting),
        is_unsettled,
        is_stable,
        refused,
    )


def _by_id(version: ReviewVersion) -> Mapping[str, list[ReviewLine]]:
    """What stands there of each proposal; copies in their final sections only where alone."""
    found: dict[str, list[ReviewLine]] = {}
    for line in version.lines:
        found.setdefault(line.id, []).append(line)
    return {
        name: [one for one in lines if one.mark in _WAITING] or lines
        for name, lines in found.items()
    }


def _disagreement(lines: Sequence[ReviewLine]) -> str:
    """Why nothing is done with a proposal that stands there several times."""
    if len(lines) < 2 or lines[0].mark not in _WAITING:
        return ""
    said = Counter((one.mark, one.text) for one in lines)
    return "" if len(said) == 1 else "it stands there several times, each another: keep one"


def _objection(versions: ReviewHistory, line: ReviewLine) -> str:
    """Why a tick does not count; "" where it does."""
    if line.item is None:
        return line.problem
    if versions.now.has(line.id, Mark.ACCEPTED):
        return "it was accepted before"
    if versions.is_marked_by_people(line.id, Mark.TICKED):
        return ""
    return "no person has ticked it: take the tick away and set it again"


def _removals(versions: ReviewHistory) -> dict[str, Removal]:
    """The proposals that are gone, by id.

    What the review itself took out was settled, and so is what a night withdrew; what an undo
    took out was never proposed.
    """
    present = {one.id for one in versions.now.lines}
    gone: dict[str, Removal] = {}
    for name in versions.known():
        found = None if name in present else versions.last_with(name)
        if found is None:
            continue
        source = found.after.source
        if source not in SETTLING_SOURCES and not source.startswith("undo"):
            gone[name] = found
    return gone


def _is_meant(one: Removal, all_of_them: Iterable[Removal]) -> bool:
    """Whether a person has taken this proposal out, and none that nobody can have meant."""
    if not is_by_people(one.after.source):
        return False
    together = {other.line.id for other in all_of_them if other.after is one.after}
    waiting = {line.id for line in one.before.lines if line.mark in _WAITING} | together
    is_mass = len(waiting) >= _MANY and 2 * len(together) > len(waiting)
    return not is_mass and not _is_another_file(one)


def _is_another_file(one: Removal) -> bool:
    """Whether nothing is left of what stood around: it was emptied, or begun anew."""
    left = {line.strip(BLANK) for line in lines_of(one.after.text)} - {""}
    at = {n for line in one.before.lines for n in range(line.first - 1, line.last)}
    texts = (text for n, text in enumerate(lines_of(one.before.text)) if n not in at)
    around = {text.strip(BLANK) for text in texts} - {""}
    names = {line.id for line in one.before.lines}
    return around.isdisjoint(left) and names.isdisjoint(line.id for line in one.after.lines)


def _lines(one: Removal) -> Iterator[str]:
    yield from lines_of(one.before.text)[one.line.first - 1 : one.line.last]
