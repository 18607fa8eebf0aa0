"""Tier 1: the people present are always on the page. No model, no search.

In order: who speaks, who wrote the turns being answered, who was last heard here,
whom the utterance names; each with what is noted of them on other platforms. A note
that cannot be read, or not in time, hides nobody else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from familiar_memory.domain.question.context import Decision, Disposition, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.errors import FamiliarError, StoppedError
from familiar_memory.notes.remembered import RememberedNotes
from familiar_memory.recall.layout import PEOPLE
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.people.finding import STEP, PeopleFinder, present
from familiar_memory.recall.people.reading import PersonReader
from familiar_memory.recall.people.telling import LATE, tell
from familiar_memory.recall.people.tier import Tier
from familiar_memory.recall.provider import Page, reason_for
from familiar_memory.recall.running.steps import Step, TimeLimits, part_failed
from familiar_memory.recall.settings import RecallSettings
from familiar_memory.recall.told_once import ToldOnce

__all__ = ["PeopleProvider"]

_log = logging.getLogger(__name__)
_PATIENCE = 0.5
"""The share of their time after which the beginning of the speaker's note will do."""


class PeopleProvider:
    """The steps that read the notes of everybody who matters, in order of importance."""

    source = PEOPLE

    def __init__(
        self,
        notes: RememberedNotes,
        finder: PeopleFinder,
        settings: RecallSettings,
        past: PastIndex | None = None,
    ) -> None:
        """`past` has the notes of an earlier moment, where one is asked about."""
        self._resolve = notes.register.resolve
        self._today = PersonReader(notes, settings, self._resolve, notes.beginning)
        self._finder = finder
        self._settings = settings
        self._past = past
        self._told = ToldOnce()

    def steps(self, page: Page, limits: TimeLimits) -> Iterator[Step]:
        """A step a person and a step for each way of finding more; the last writes the page.

        The speaker's note comes first, and may take longest. The others end in time together:
        each may take half of what is left of it, so that several can be stuck and hide
        nobody. Who could not be found, or read, by then is left out and named; of a note too
        large for that the beginning is given.
        """
        occasion = page.occasion
        if occasion.viewer.is_broadcast:
            return
        moment_ends = monotonic() + limits.for_people_s
        tier, reader = Tier(occasion), self._reader(occasion.request)
        tier.add(present(occasion.request))
        if (speaker := tier.speaker) is not None:
            yield self._note(speaker, reader, tier, lambda: limits.for_speaker_s, limits)
        ends = max(moment_ends, monotonic() + limits.for_step_s)

        def half_s() -> float:
            return max((ends - monotonic()) / 2, 0.0)

        here = tier.first()
        yield from self._read(here, reader, tier, half_s)
        yield self._way("heard lately", tier, half_s, lambda _: self._finder.heard_lately(tier))
        yield self._way("named", tier, half_s, lambda stop: self._finder.named(tier, stop))
        # Who was heard or is named as well is there for that, not for being somebody's twin.
        tier.join(here)
        yield from self._read_unread(reader, tier, half_s)
        # Last: it waits for the index to be read where that has not been read yet.
        yield self._way("called", tier, half_s, lambda stop: self._finder.called(tier, stop))
        yield from self._read_unread(reader, tier, half_s)
        yield self._telling(tier, limits)

    def _reader(self, request: RecallRequest) -> PersonReader:
        if request.as_of is None or self._past is None:
            return self._today
        then = self._past.notes(request.as_of)
        return PersonReader(then, self._settings, self._resolve)

    def _read_unread(
        self, reader: PersonReader, tier: Tier, limit_s: Callable[[], float]
    ) -> Iterator[Step]:
        """Read the notes of those who have come, and of who turns out to be the same."""
        while unread := tier.unread():
            yield from self._read(unread, reader, tier, limit_s)
            tier.join(unread)

    def _read(
        self, slugs: Sequence[str], reader: PersonReader, tier: Tier, limit_s: Callable[[], float]
    ) -> Iterator[Step]:
        """See who else these are, and read their notes."""
        if slugs:
            yield self._way(
                "same_as", tier, limit_s, lambda stop: self._finder.same_as(slugs, tier, stop)
            )
        for slug in slugs:
            if slug not in tier.notes:
                yield self._note(slug, reader, tier, limit_s)

    def _note(
        self,
        slug: str,
        reader: PersonReader,
        tier: Tier,
        limit_s: Callable[[], float],
        limits: TimeLimits | None = None,
    ) -> Step:
        """Read one note; with `limits` its beginning will do after a share of the time."""

        def late(page: Page, after_s: float) -> None:
            tier.notes.setdefault(slug, TimeoutError())

        def failed(page: Page, problem: BaseException) -> None:
            tier.notes[slug] = problem

        patience_s = None
        if limits is not None:
            patience_s = max(limits.for_people_s, limits.for_speaker_s * _PATIENCE)
        return Step(
            PEOPLE,
            lambda occasion, page, stop: reader.read(slug, tier),
            limit_s,
            late,
            failed,
            patience_s,
            lambda: slug in tier.beginnings,
        )

    def _way(
        self, name: str, tier: Tier, limit_s: Callable[[], float], look: Callable[[Stop], None]
    ) -> Step:
        """One way of finding people; a failed or late one is noted, and finds nobody."""

        def late(page: Page, after_s: float) -> None:
            tier.late[name] = None
            tier.decisions.append(Decision(STEP, name, Disposition.LATE, LATE))

        def failed(page: Page, problem: BaseException) -> None:
            if isinstance(problem, FamiliarError):
                reason = reason_for(problem, tier.occasion)
            else:
                reason = f"internal error: {type(problem).__name__}"
                if self._told.is_new(name, reason):
                    _log.error("people: %s is skipped", name, exc_info=problem)
            tier.decisions.append(Decision(STEP, name, Disposition.FAILED, reason))

        return Step(PEOPLE, lambda occasion, page, stop: look(stop), limit_s, late, failed)

    def _telling(self, tier: Tier, limits: TimeLimits) -> Step:
        """Nothing is read any more, so it is reported however late it is, or wherever it is run."""

        def told(page: Page) -> None:
            tell(tier, page, self._told)

        def failed(page: Page, problem: BaseException) -> None:
            if isinstance(problem, StoppedError):
                told(page)
            else:
                part_failed(PEOPLE, page, problem)

        return Step(
            PEOPLE,
            lambda occasion, page, stop: told(page),
            lambda: limits.for_people_s,
            lambda page, after_s: told(page),
            failed,
        )
