"""The step `curate`: notes of people, topics and places, made tidy from what the last days say."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from familiar_memory.domain.tree import TOPICS
from familiar_memory.errors import ModelError
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.curation.asked.asking import curation_request, ops_in
from familiar_memory.maintenance.curation.asked.checking import OpsCheck
from familiar_memory.maintenance.curation.asked.reading import AskedFor, Wanted, read_ops
from familiar_memory.maintenance.curation.asked.repeated import repeated_ops
from familiar_memory.maintenance.curation.catching_up import CatchingUp
from familiar_memory.maintenance.curation.entry import (
    curation_entry,
    failed_entry,
)
from familiar_memory.maintenance.curation.files import CurationFiles
from familiar_memory.maintenance.curation.marks import CurationMarks
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.maintenance.curation.shown.standing_days import StandingDays
from familiar_memory.maintenance.curation.shown.subjects import (
    TopicNames,
    bullets_by_note,
    folders_for,
)
from familiar_memory.maintenance.curation.tally import CurationTally
from familiar_memory.maintenance.curation.writing import CURATION, NoteWriting
from familiar_memory.maintenance.sleep.settings import SleepSettings
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.operations.curation.proposals import CurateAppend, CurateHeading, CurateReplace
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.policies.curation import CurationPolicy
from familiar_memory.operations.policies.talk import viewer_of_talk
from familiar_memory.store.base import Cause

__all__ = ["CurationStep"]


class CurationStep:
    """Curates each note of which the last days speak, once for each reach that knows it.

    A reach is shown what it may know of the note, and its lines are for those who may know them.
    Where a model fails, the note stays as it is and the others go on; the next night asks again.
    """

    def __init__(
        self,
        files: CurationFiles,
        rules: Callable[[], NoteRules],
        settings: SleepSettings,
        markers: Markers,
    ) -> None:
        """`rules` are asked for once a night: which labels are taken changes with the notes."""
        self._files = files
        self._rules = rules
        self._settings = settings
        self._markers = markers
        self._marks = CurationMarks(files.history)

    @property
    def name(self) -> str:
        """`curate`."""
        return "curate"

    def run(self, night: Night) -> StepRun:
        """Curate, unless all of it is switched off; forced, people are curated in any case."""
        given = self._settings
        folders = folders_for(
            people=given.curate_user_memory or night.is_forced,
            topics=given.curate_topics,
            channels=given.curate_channels,
        )
        if not folders:
            return StepReport(StepStatus.OFF)
        rules, tally = self._rules(), CurationTally()
        notes = self._writing(night, rules)
        days = StandingDays.read(self._files.store, self._files.history, night, rules)
        for page in self._pages(night, notes, folders, days):
            tally.looked_at += 1
            left = CatchingUp(self._files, self._marks, notes, night).caught_up(page, tally)
            if left is not None:
                yield from self._curate(night, notes, left, tally, days)
        if not night.is_dry_run:
            self._marks.drop_old(night.day)
        return tally.report(notes.previews() if night.is_dry_run else ())

    def _writing(self, night: Night, rules: NoteRules) -> NoteWriting:
        cause = Cause(CURATION, batch=night.batch)
        files = self._files
        return NoteWriting(files.store, files.register, rules, cause, night.is_dry_run)

    def _pages(
        self, night: Night, notes: NoteWriting, folders: Sequence[str], days: StandingDays
    ) -> Iterator[CurationPage]:
        """Each note that there is something new about, as each reach knows it by then."""
        files, rules = self._files, notes.rules
        is_of_topics = TOPICS in folders
        names = TopicNames.read(files.store, files.register) if is_of_topics else TopicNames()
        for reach, bullets in days.by_reach.items():
            viewer = viewer_of_talk(bullets[0].place, rules.readers)
            by_note = bullets_by_note(bullets, folders, names, files.register)
            for key, about in by_note.items():
                unused = self._marks.unused(key, about)
                if unseen := self._marks.unseen(key, reach, unused):
                    page = notes.page(key, unused, viewer, night.at, first=unseen)
                    if page is not None:
                        yield page

    def _curate(
        self,
        night: Night,
        notes: NoteWriting,
        page: CurationPage,
        tally: CurationTally,
        days: StandingDays,
    ) -> Generator[ChatRequest, Completion, None]:
        path = notes.path(page.key)
        shown = page.bullets.values()
        if not days.are_of_talk_as_it_was(shown):
            return
        if night.has_model:
            try:
                ops = ops_in((yield curation_request(page)))
            except ModelError as error:
                tally.unanswered(path, error)
                self._log(night, failed_entry(page, path, night.at, night.batch, error.problem))
                return
        else:
            ops = repeated_ops(page)
        if night.has_model and not days.hold(page.reach, shown):
            # The next night asks about what is left of it.
            return
        asked = self._check(page).of(read_ops(ops, page, night.day))
        report = self._write(notes, page, asked)
        tally.written(path, asked, report)
        self._note(night, page, path, asked, report)

    def _check(self, page: CurationPage) -> OpsCheck:
        """By the names of those who speak there, and of nobody else."""
        places = {one.place for one in page.bullets.values()}
        authors = self._files.history.names_in(places)
        names = {name for one in authors for name in one.known_names}
        return OpsCheck(names, self._markers, page.over)

    def _write(
        self, notes: NoteWriting, page: CurationPage, asked: Sequence[AskedFor]
    ) -> ApplyReport:
        known = frozenset(author.slug for author in self._files.history.authors())
        policy = CurationPolicy(known, page.place, notes.rules.readers)
        operations = [one.proposal for one in asked if isinstance(one, Wanted)]
        return notes.write(page.key, operations, policy) if operations else ApplyReport()

    def _note(
        self,
        night: Night,
        page: CurationPage,
        path: str,
        asked: Sequence[AskedFor],
        report: ApplyReport,
    ) -> None:
        """Keep what was asked for, then that it has been dealt with."""
        if asked:
            left = iter(report.outcomes)
            outcomes = [next(left) if isinstance(one, Wanted) else None for one in asked]
            entry = curation_entry(
                page,
                path,
                night.at,
                asked,
                outcomes,
                batch=night.batch,
                by_model=night.has_model,
            )
            self._log(night, entry)
        if night.is_dry_run or report.failures:
            return
        shown = list(page.bullets.values())
        self._marks.mark_done(page.key, page.reach, shown, _used(asked, report.outcomes))

    def _log(self, night: Night, entry: dict[str, object]) -> None:
        if not night.is_dry_run:
            self._files.log.append(entry)


def _used(asked: Sequence[AskedFor], outcomes: Sequence[Outcome]) -> Iterator[RecentBullet]:
    """The bullets of which a line was made."""
    wanted = (one for one in asked if isinstance(one, Wanted))
    for one, outcome in zip(wanted, outcomes, strict=False):
        is_new = isinstance(one.proposal, CurateAppend | CurateHeading | CurateReplace)
        if is_new and outcome.verdict is Verdict.APPLIED:
            yield from one.sources
