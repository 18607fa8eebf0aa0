"""Wire what takes old things away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.maintenance.retention.keeping import Keeping
from familiar_memory.maintenance.retention.old_notes import OldNotes
from familiar_memory.maintenance.retention.old_talk import OldTalk
from familiar_memory.maintenance.retention.retaining import RetainStep

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.maintenance.sleep.settings import ChannelSleepSettings, SleepSettings
    from familiar_memory.store.base import NoteStore

__all__ = ["index_refresh", "retain_step"]

_LOGS = ("curation.jsonl",)
"""In the folder of the journal: what only tells of changes that it has itself."""


def retain_step(
    setup: Setup,
    files: OpenFiles,
    store: NoteStore,
    sleep: SleepSettings,
    channels: ChannelSleepSettings,
    *,
    readers: Sequence[str] = (WRITER,),
    refresh: Callable[[], object] = lambda: None,
) -> RetainStep:
    """The step `retain`, for both cycles.

    `readers` are the watermarks of all who read turns in order and are switched on: what one of
    them has not read stays. `refresh` is called after messages were emptied: see `index_refresh`.
    """
    zone = setup.settings.zone
    return RetainStep(
        Keeping(
            sleep.memory_retention_days,
            channels.memory_retention_days,
            sleep.audit_retention_days,
            zone,
        ),
        OldNotes(store, files.journal, setup.vocabulary, zone),
        OldTalk(files.history, readers, refresh),
        files.journal,
        tuple(setup.paths.journal / name for name in _LOGS),
    )


def index_refresh(files: OpenFiles, indexing: Indexing) -> Callable[[], None]:
    """Have the index say what the history says now, and hold no byte of what it said before."""

    def refresh() -> None:
        indexing.while_standing(indexing.synchroniser.sync_all)()
        files.index.eraser.scrub()

    return refresh
