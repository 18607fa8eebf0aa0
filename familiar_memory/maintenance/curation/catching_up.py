"""What a run that was cut off had written: kept and counted, and left out of what is shown."""

from __future__ import annotations

from familiar_memory.maintenance.curation.cut_off import WrittenChange, written_changes
from familiar_memory.maintenance.curation.entry import recovered_entry
from familiar_memory.maintenance.curation.files import CurationFiles
from familiar_memory.maintenance.curation.marks import CurationMarks
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.maintenance.curation.tally import CurationTally
from familiar_memory.maintenance.curation.writing import CURATION, NoteWriting
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.operations.policies.talk import viewer_of_talk

__all__ = ["CatchingUp"]


class CatchingUp:
    """Goes by the journal: what this night has written of a page is of a run that was cut off."""

    def __init__(
        self, files: CurationFiles, marks: CurationMarks, notes: NoteWriting, night: Night
    ) -> None:
        """Of one night; in a dry run nothing is kept."""
        self._files = files
        self._marks = marks
        self._notes = notes
        self._night = night

    def caught_up(self, page: CurationPage, tally: CurationTally) -> CurationPage | None:
        """The page without what lines have been made of, which is noted now.

        None where nothing is new in what is left.
        """
        written = self._written(page)
        for one in written:
            self._recover(page, one, tally)
        shown = page.bullets.values()
        used = [bullet for one in written for bullet in one.used(shown)]
        if not used:
            return page
        # That run was shown what had come before them.
        latest = max(one.turn for one in used)
        known = [one for one in shown if one in used or one.turn <= latest]
        if not self._night.is_dry_run:
            self._marks.mark_done(page.key, page.reach, known, used)
        rest = [one for one in shown if one not in used]
        if all(one in known for one in rest):
            return None
        viewer = viewer_of_talk(page.place, self._notes.rules.readers)
        return self._notes.page(page.key, rest, viewer, self._night.at)

    def _written(self, page: CurationPage) -> tuple[WrittenChange, ...]:
        path, batch, rules = self._notes.path(page.key), self._night.batch, self._notes.rules
        return tuple(written_changes(self._files.journal, CURATION, page, path, batch, rules))

    def _recover(self, page: CurationPage, written: WrittenChange, tally: CurationTally) -> None:
        """Keep and count what had been written, unless the log has it."""
        night = self._night
        which = {"batch": written.batch, "key": page.key, "reach": page.reach}
        entries = self._files.log.entries()
        if night.is_dry_run or any(which.items() <= one.items() for one in entries):
            return
        path = self._notes.path(page.key)
        entry = recovered_entry(page, path, night.at, written, by_model=night.has_model)
        self._files.log.append(entry)
        tally.changed(path, written.counts)
