"""Wire what keeps the index what the notes and the history say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.tree import MEMORY
from familiar_memory.history.source import ConversationSource
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.remembered import RememberedNotes
from familiar_memory.notes.source import FileSource
from familiar_memory.sync.outside_edits import OutsideEdits
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.upkeep.watch import Listening, TreeWatcher
from familiar_memory.sync.upkeep.worker import SyncWorker
from familiar_memory.threads.job_pool import JobPool

__all__ = ["Indexing", "wire_indexing"]


class Indexing(NamedTuple):
    """The sources of the index, and whoever brings them into it; no thread runs yet.

    `files` are the notes without a memory; `readable` names the sources that can be read.
    """

    reader: NoteParser
    files: FileSource
    notes: RememberedNotes
    conversation: ConversationSource
    readable: frozenset[str]
    synchroniser: Synchroniser
    worker: SyncWorker
    watcher: TreeWatcher
    note_changed: Callable[[str], None]
    """Has a note indexed soon; returns at once."""


def wire_indexing(
    opened: OpenFiles,
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    now: Callable[[], datetime],
    pool: JobPool,
    listening: Listening | None,
) -> Indexing:
    """Everything from a change of a note, or a turn, to the index."""
    audience = settings.audience
    reader = NoteParser(audience.default, vocabulary, policy=audience.policy)
    files = FileSource(opened.store, reader)
    notes = RememberedNotes(files)
    conversation = ConversationSource(opened.history, limit_turns=settings.index.conversation_turns)
    # What cannot be read is not gone: its rows stay, and nothing of them is given out.
    sources: tuple[DocumentSource, ...] = (
        (notes, conversation) if opened.unreadable is None else (notes,)
    )
    can_write = opened.read_only is None
    synchroniser = Synchroniser(
        opened.index,
        sources,
        opened.embedders,
        opened.store,
        OutsideEdits(opened.store, opened.journal, now) if can_write else None,
        writes_aliases=can_write,
        parse_anew=notes.forget,
    )
    worker = SyncWorker(
        synchroniser.update,
        synchroniser.sync_all,
        reconcile_s=settings.index.reconcile_s,
        when_quiet=synchroniser.finish_up,
        pool=pool,
    )

    def note_changed(path: str) -> None:
        worker.submit(MEMORY, [path])

    return Indexing(
        reader=reader,
        files=files,
        notes=notes,
        conversation=conversation,
        readable=frozenset(source.name for source in sources),
        synchroniser=synchroniser,
        worker=worker,
        watcher=TreeWatcher(paths.memory, note_changed, worker.submit_all, listening),
        note_changed=note_changed,
    )
