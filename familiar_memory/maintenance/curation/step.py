"""The step `curate`: notes of people, topics and places, made tidy from what the last days say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field

from familiar_memory.errors import ModelError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.curation.asking import curation_request, ops_in
from familiar_memory.maintenance.curation.checking import OpsCheck
from familiar_memory.maintenance.curation.entry import curation_entry, failed_entry
from familiar_memory.maintenance.curation.marks import CurationMarks
from familiar_memory.maintenance.curation.page import CurationPage, curation_page
from familiar_memory.maintenance.curation.reading import AskedFor, Refusal, Wanted, read_ops
from familiar_memory.maintenance.curation.recent import RecentBullet
from familiar_memory.maintenance.curation.repeated import repeated_ops
from familiar_memory.maintenance.curation.standing_days import StandingDays
from familiar_memory.maintenance.curation.subjects import (
    bullets_by_note,
    folders_for,
    patterns_of_topics,
)
from familiar_memory.maintenance.curation.summary import (
    CurationCounts,
    curation_counts,
    curation_line,
)
from familiar_memory.maintenance.curation.writing import NoteWriting
from familiar_memory.maintenance.sleep.settings import SleepSettings
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.curation.proposals import CurateAppend, CurateHeading, CurateReplace
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.policies.curation import CurationPolicy
from familiar_memory.operations.policies.talk import viewer_of_talk
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.curation_log import CurationLog

__all__ = ["CurationFiles", "CurationStep"]

_SOURCE = "curation"


@dataclass(frozen=True, slots=True)
class CurationFiles:
    """What curation reads and writes."""

    store: NoteStore
    register: TreeRegister
    history: History
    log: CurationLog


@dataclass(slots=True)
class _Came:
    """What has come of a night so far."""

    counts: dict[str, CurationCounts] = field(default_factory=dict)
    """By the note that changed."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    looked_at: int = 0


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
        rules, came = self._rules(), _Came()
        notes = self._writing(night, rules)
        days = StandingDays.read(self._files.store, self._files.history, night, rules)
        for page in self._pages(night, notes, folders, days):
            came.looked_at += 1
            yield from self._curate(night, notes, page, came, days)
        return _report(came, notes, night)

    def _writing(self, night: Night, rules: NoteRules) -> NoteWriting:
        cause = Cause(_SOURCE, batch=night.batch)
        files = self._files
        return NoteWriting(files.store, files.register, rules, cause, night.is_dry_run)

    def _pages(
        self, night: Night, notes: NoteWriting, folders: Sequence[str], days: StandingDays
    ) -> Iterator[CurationPage]:
        """Each note that there is something new about, as each reach knows it by then."""
        files, rules = self._files, notes.rules
        names = patterns_of_topics(files.store, files.register)
        for reach, bullets in days.by_reach.items():
            viewer = viewer_of_talk(bullets[0].place, rules.readers)
            by_note = bullets_by_note(bullets, folders, names, files.register)
            for key, about in by_note.items():
                unused = self._marks.unused(key, about)
                if unused and self._marks.has_news(key, reach, unused):
                    page = self._page(key, unused, viewer, notes, night)
                    if page is not None:
                        yield page

    def _page(
        self,
        key: str,
        bullets: Sequence[RecentBullet],
        viewer: Viewer,
        notes: NoteWriting,
        night: Night,
    ) -> CurationPage | None:
        text = notes.text(key)
        return (text and curation_page(key, text, bullets, viewer, notes.rules, night.at)) or None

    def _curate(
        self,
        night: Night,
        notes: NoteWriting,
        page: CurationPage,
        came: _Came,
        days: StandingDays,
    ) -> Generator[ChatRequest, Completion, None]:
        path = self._files.register.path_of(page.key) or page.key
        shown = page.bullets.values()
        if not days.are_of_talk_as_it_was(shown):
            return
        if night.has_model:
            try:
                ops = ops_in((yield curation_request(page)))
            except ModelError as error:
                came.failed.append(f"{path}: the model gave nothing that can be used")
                self._log(night, failed_entry(page, path, night.at, error.problem))
                return
        else:
            ops = repeated_ops(page)
        if night.has_model and not days.hold(page.reach, shown):
            # The next night asks about what is left of it.
            return
        asked = self._check(page).of(read_ops(ops, page, night.day))
        report = self._write(notes, page, asked)
        for failure in report.failures:
            came.failed.append(f"{failure.path}: {failure.reason}")
        _count(came, path, asked, report)
        self._note(night, page, path, asked, report)

    def _check(self, page: CurationPage) -> OpsCheck:
        """By the names of those who speak there, and of nobody else."""
        places = {one.place for one in page.bullets.values()}
        authors = self._files.history.names_in(places)
        return OpsCheck({name for one in authors for name in one.known_names}, self._markers)

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
            entry = curation_entry(page, path, night.at, asked, outcomes, by_model=night.has_model)
            self._log(night, entry)
        if night.is_dry_run or report.failures:
            return
        self._marks.mark_used(page.key, _used(asked, report.outcomes))
        self._marks.mark_shown(page.key, page.reach, list(page.bullets.values()))

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


def _count(came: _Came, path: str, asked: Sequence[AskedFor], report: ApplyReport) -> None:
    refused = [Verdict.REJECTED for one in asked if isinstance(one, Refusal)]
    came.verdicts.update((*refused, *(one.verdict for one in report.outcomes)))
    if report.changed:
        before = came.counts.get(path, {})
        counts = curation_counts(report.outcomes)
        came.counts[path] = {what: before.get(what, 0) + n for what, n in counts.items()}


def _report(came: _Came, notes: NoteWriting, night: Night) -> StepReport:
    if not came.looked_at:
        return StepReport(StepStatus.NOTHING)
    totals = curation_counts(())
    for counts in came.counts.values():
        totals = {what: number + counts[what] for what, number in totals.items()}
    others = {
        "held": came.verdicts[Verdict.HELD],
        "rejected": came.verdicts[Verdict.REJECTED],
    }
    if came.failed and len(came.failed) == came.looked_at:
        problem = came.failed[0]
        return StepReport(StepStatus.FAILED, lines=tuple(came.failed), problem=problem)
    lines = (*(curation_line(path, counts) for path, counts in came.counts.items()), *came.failed)
    return StepReport(
        StepStatus.DONE,
        {**totals, **{what: number for what, number in others.items() if number}},
        tuple(came.counts),
        lines,
        notes.previews() if night.is_dry_run else (),
    )
