"""Wire what takes old things away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.maintenance.retention.dated_notes import Talk
from familiar_memory.maintenance.retention.keeping import Keeping
from familiar_memory.maintenance.retention.old_notes import OldNotes
from familiar_memory.maintenance.retention.old_talk import OldTalk
from familiar_memory.maintenance.retention.retaining import RetainStep

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.store.base import NoteStore

__all__ = ["index_refresh", "retain_steps"]

_LOGS = ("curation.jsonl",)
"""In the folder of the journal: what only tells of changes that it has itself."""


def retain_steps(
    setup: Setup,
    files: OpenFiles,
    store: NoteStore,
    *,
    readers: Sequence[str] = (WRITER,),
    refresh: Callable[[], object] = lambda: None,
) -> tuple[RetainStep, RetainStep]:
    """The steps `retain` and `retain-channels`.

    `readers` are the watermarks of all who read turns in order and are switched on: what one of
    them has not read stays. `refresh` is called after messages were emptied: see `index_refresh`.
    """
    settings = setup.settings
    sleep, rooms = settings.sleep_cycle, settings.channel_sleep_cycle
    keeping = Keeping(
        sleep.memory_retention_days,
        rooms.memory_retention_days,
        sleep.audit_retention_days,
        settings.zone,
    )
    notes = OldNotes(store, files.journal, setup.vocabulary, settings.zone)
    talk = OldTalk(files.history, readers, refresh)
    logs = tuple(setup.paths.journal / name for name in _LOGS)
    own = RetainStep(Talk.OWN, keeping, notes, talk, files.journal, logs)
    return own, RetainStep(Talk.ROOMS, keeping, notes, talk, files.journal, ())


def index_refresh(files: OpenFiles, indexing: Indexing) -> Callable[[], None]:
    """Have the index say what the history says now, and hold no byte of what it said before."""

    def refresh() -> None:
        indexing.while_standing(indexing.synchroniser.sync_all)()
        files.index.eraser.scrub()

    return refresh
