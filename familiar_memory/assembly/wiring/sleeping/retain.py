"""Wire what takes old things away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.channels.talk.marks import RoomMarks
from familiar_memory.maintenance.days.gathering.stretches import days_done
from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.maintenance.retention.old_notes import OldNotes
from familiar_memory.maintenance.retention.old_talk import OldTalk
from familiar_memory.maintenance.retention.retaining import RetainStep
from familiar_memory.maintenance.retention.retention_days import RetentionDays
from familiar_memory.maintenance.retention.talk_readers import (
    TalkReader,
    batch_reader,
    place_reader,
    review_reader,
    writer_reader,
)
from familiar_memory.store.journal.curation_log import CurationLog

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.store.base import NoteStore

__all__ = ["index_refresh", "retain_steps"]


def retain_steps(
    setup: Setup,
    files: OpenFiles,
    store: NoteStore,
    *,
    refresh: Callable[[], object] = lambda: None,
) -> tuple[RetainStep, RetainStep]:
    """The steps `retain` and `retain-channels`.

    `refresh` is called after messages were emptied: see `index_refresh`.
    """
    settings = setup.settings
    sleep, rooms = settings.sleep_cycle, settings.channel_sleep_cycle
    days = RetentionDays(
        sleep.memory_retention_days,
        rooms.memory_retention_days,
        sleep.audit_retention_days,
        settings.zone,
    )
    notes = OldNotes(store, files.journal, setup.vocabulary, settings.zone)
    talk = OldTalk(files.history, _readers(setup, files, store), refresh)
    logs = (CurationLog(setup.paths.journal),)
    own = RetainStep(TalkKind.OWN, days, notes, talk, files.journal, logs)
    return own, RetainStep(TalkKind.ROOMS, days, notes, talk, files.journal, ())


def _readers(setup: Setup, files: OpenFiles, store: NoteStore) -> tuple[TalkReader, ...]:
    """All who read messages: each waits for those only that will read it, in its own place."""
    settings, history = setup.settings, files.history
    policy = note_rules(setup, history, files.register).readers
    readers = [
        writer_reader(history),
        batch_reader(history),
        review_reader(store, setup.vocabulary),
    ]
    if settings.sleep_cycle.enabled:
        readers.append(place_reader("the step `days`", lambda: days_done(history, policy)))
    if settings.channel_sleep_cycle.enabled:
        readers.append(place_reader("the step `channels`", lambda: RoomMarks(history).of))
    return tuple(readers)


def index_refresh(files: OpenFiles, indexing: Indexing) -> Callable[[], None]:
    """Have the index say what the history says now, and hold no byte of what it said before."""

    def refresh() -> None:
        indexing.while_standing(indexing.synchroniser.sync_all)()
        files.index.eraser.scrub()

    return refresh
