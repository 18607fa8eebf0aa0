"""What every step of a recall is asked, and the page that it writes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from familiar_memory.domain.question.context import Contribution, Decision, RecallRequest
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.errors import FamiliarError, StoreError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.names.nameable import NameableNotes

__all__ = ["ContextPart", "Occasion", "Outlet", "Page", "Shown", "reason_for"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands on the page already: notes in whole, and (path, line) of notes in part.

    `texts` are what the notes in whole say there, for what says the same elsewhere. `copies`
    are folders for which another one speaks, by its name: nothing of them is to be given.
    `turns` are those of which every word stands there.
    """

    whole: frozenset[str] = frozenset()
    lines: frozenset[tuple[str, int]] = frozenset()
    texts: frozenset[str] = frozenset()
    copies: Mapping[str, str] = field(default_factory=dict)
    turns: frozenset[TurnName] = frozenset()

    def __or__(self, other: Shown) -> Shown:
        """Both."""
        return Shown(
            self.whole | other.whole,
            self.lines | other.lines,
            self.texts | other.texts,
            {**self.copies, **other.copies},
            self.turns | other.turns,
        )

    def has(self, path: str, line: int | None) -> bool:
        """Whether a line is on the page."""
        return path in self.whole or (line is not None and (path, line) in self.lines)

    def says(self, text: str) -> bool:
        """Whether a text stands word for word in one of `texts`, whatever its line ends."""
        words = " ".join(text.split())
        return bool(words) and any(f" {words} " in f" {' '.join(t.split())} " for t in self.texts)

    def speaks_for(self, path: str) -> str | None:
        """The folder of the book that speaks in place of this note's."""
        return next((by for copy, by in self.copies.items() if path.startswith(f"{copy}/")), None)

    @property
    def left_out(self) -> frozenset[str]:
        """Notes of which no passage is to be given, and folders (they end in `/`)."""
        return self.whole | {f"{copy}/" for copy in self.copies}

    @property
    def paths(self) -> frozenset[str]:
        """Every note of which something is on the page."""
        return self.whole | {path for path, _ in self.lines}

    @classmethod
    def of(cls, all_of_it: Iterable[Shown]) -> Shown:
        """Everything together."""
        together = cls()
        for one in all_of_it:
            together |= one
        return together


@dataclass(frozen=True, slots=True)
class Occasion:
    """A request, who would read the answer, and when it was asked.

    `is_explained`: the familiar's owner reads the trace, whoever reads the answer.
    """

    request: RecallRequest
    viewer: Viewer
    now: datetime
    is_explained: bool = False
    nameable_notes: NameableNotes | None = None

    @property
    def names_all(self) -> bool:
        """Whether the trace may name what the viewer may not see."""
        return self.is_explained or self.viewer.is_owner

    def nameable(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of the notes that the trace may name though nothing of them can be shown."""
        if self.names_all:
            return frozenset(paths)
        return self.nameable_notes.of(self.viewer, paths) if self.nameable_notes else frozenset()

    def with_lines(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of the notes that the trace may name since the viewer knows a line of them now."""
        if self.names_all:
            return frozenset(paths)
        notes = self.nameable_notes
        return frozenset() if notes is None else notes.with_lines(self.viewer, paths)


@dataclass(frozen=True, slots=True)
class Outlet:
    """A text that the card may ask for by `{{outlet::name}}`, and the notes that it is of."""

    name: str
    text: str
    paths: frozenset[str]


@dataclass(slots=True)
class Page:
    """What a recall has found so far. A step writes on a draft of its own, which knows the page.

    `people` are the slugs of those who are on the page, `hits` what was retrieved. `earlier`
    is what stood there when the draft was begun. Not thread-safe: whoever runs the steps
    takes one draft after the other.
    """

    occasion: Occasion
    shown: Shown = field(default_factory=Shown)
    people: tuple[str, ...] = ()
    hits: tuple[SearchHit, ...] = ()
    outlets: tuple[Outlet, ...] = ()
    contributions: list[Contribution] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)
    earlier: tuple[Contribution, ...] = ()
    _drafts: dict[str, list[Page]] = field(default_factory=dict)

    def draft(self) -> Page:
        """A page for one step: it knows what stands on this one, and adds nothing to it yet."""
        earlier = (*self.earlier, *(one for page in self._taken() for one in page.contributions))
        return Page(
            self.occasion, self.shown, self.people, self.hits, self.outlets, earlier=earlier
        )

    def take(self, step: str, draft: Page) -> None:
        """Put on this page what a step has written."""
        self.occasion, self.shown, self.people = draft.occasion, draft.shown, draft.people
        self.hits, self.outlets = draft.hits, draft.outlets
        self._drafts.setdefault(step, []).append(draft)

    def show(self, more: Shown) -> None:
        """Note that this stands on the page from now on."""
        self.shown |= more

    def written_by(self, step: str) -> tuple[Page, ...]:
        """The drafts that were taken of a step."""
        return tuple(self._drafts.get(step, ()))

    def in_order(self, steps: Iterable[str]) -> Page:
        """All that was taken as one page, step by step."""
        whole = Page(self.occasion, self.shown, self.people, self.hits, self.outlets)
        for step in steps:
            for draft in self.written_by(step):
                whole.contributions += draft.contributions
                whole.decisions += draft.decisions
                whole.degraded += draft.degraded
        return whole

    def _taken(self) -> Iterator[Page]:
        return (draft for drafts in self._drafts.values() for draft in drafts)


class ContextPart(Protocol):
    """One part of a context. It reads, may block, and is stopped when it is late."""

    @property
    def source(self) -> str:
        """Its name in the tables of `recall.layout`."""

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """Write what it has to say, within its size and as far as the viewer may know.

        Raises:
            FamiliarError: it cannot say anything; what it wrote is dropped, the others stay.
        """


def reason_for(problem: FamiliarError, occasion: Occasion) -> str:
    """Why a step failed; what the tree refused may name a note that a viewer knows nothing of."""
    if occasion.names_all or not isinstance(problem, StoreError):
        return problem.problem
    return "it could not be read"
