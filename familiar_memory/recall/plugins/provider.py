"""What a context provider of another package is, what it is asked, and what it may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from familiar_memory.domain.question.context import Contribution, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = ["ContextProvider", "KnownFact", "ProviderRequest"]


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact that the viewer may know and that holds now, with the line that states it.

    `subject` is a person's slug, such as `discord-42`, or a name; `called` is what the viewer
    knows it as. `line` counts from 1 in the note at `path`.
    """

    subject: str
    called: str
    predicate: str
    object: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class ProviderRequest:
    """What a provider is asked for one recall.

    `viewer` is who will read the reply: everything that is returned is shown to them, and is not
    checked again. `now` is the moment of the question in the familiar's own zone,
    or `recall.as_of`. `people` are the slugs of those whose notes are on the page, the speaker
    first; nobody for a broadcast.
    """

    recall: RecallRequest
    viewer: Viewer
    now: datetime
    people: tuple[str, ...]
    _facts: Callable[[tuple[str, ...]], tuple[KnownFact, ...]]
    _stop: Stop

    def may_know(self, audience: str) -> bool:
        """Whether the viewer may know what is for an audience: `everyone`, `owner`, a place's slug.

        Anything else is for the owner only.
        """
        return permits(self.viewer, audience)

    def facts(self, subjects: Iterable[str]) -> tuple[KnownFact, ...]:
        """Facts about these subjects that the viewer may know now, the weightiest first.

        None for a broadcast, and none of an earlier moment.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StoppedError: time is up.
        """
        return self._facts(tuple(subjects))

    def check_time(self) -> None:
        """Continue, or stop here; long work calls this between its steps.

        Raises:
            StoppedError: nobody waits for the answer any more.
        """
        self._stop.check()


@runtime_checkable
class ContextProvider(Protocol):
    """Puts blocks of its own into prompts; registered under `familiar_memory.context_providers`.

    The entry point names a class or function that is called without arguments, once a
    process. All familiars that have the provider's name in `[recall] providers` share what
    it returns, and ask it from several threads at once.

    With `is_timeless = True` it is asked as of earlier moments too; without, only of now.
    """

    def contribute(self, asked: ProviderRequest) -> Iterable[Contribution]:
        """Blocks for the viewer `asked.viewer`, in the familiar's prompt; none if it has none.

        It may block, for a bounded time: late blocks are left out. Its blocks get the name of its
        entry point as their source, whatever they say. Their layer and priority decide where they
        go, and what is cut first (facts have 75, passages 70). A block is
        never `authored`, and has no `depth`. A `label` that is the path of a note counts as
        that note in the recall log; a line's `at`, as that line of a note, which no passage
        then repeats.

        Raises:
            FamiliarError: it has nothing to say, and why, in words that the viewer may read.
        """
