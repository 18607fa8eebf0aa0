"""Wire what keeps the index what the notes and the history say."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.assembly.standing import WhileStanding
from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import HistoryError
from familiar_memory.history.source import ConversationSource
from familiar_memory.sync.journalled.outside_edits import OutsideEdits
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.upkeep.watch import TreeWatcher
from familiar_memory.sync.upkeep.worker import SyncWorker
from familiar_memory.sync.vectors.switch import EmbedderSwitch

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.resources import Resources
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.assembly.wiring.reading import NoteReading
    from familiar_memory.domain.memory.source import DocumentSource
    from familiar_memory.notes.document import NoteParser
    from familiar_memory.notes.remembered import RememberedNotes
    from familiar_memory.notes.source import FileSource
    from familiar_memory.sync.report import SyncReport

__all__ = ["Indexing", "reread", "wire_indexing"]


@dataclass(frozen=True, slots=True)
class Indexing:
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
    switch: EmbedderSwitch
    note_changed: Callable[[str], None]
    """Has a note indexed soon; returns at once."""
    while_standing: WhileStanding

    def repair(self) -> SyncReport:
        """Make a damaged index anew.

        Raises:
            HistoryError: the familiar was deleted meanwhile: nothing is put in its place.
            IndexUnavailableError: the index cannot be made.
        """
        return self.while_standing(self.synchroniser.repair)()

    def close(self) -> None:
        """Finish what is under way, whatever fails of that."""
        in_order = (
            self.switch.stop,
            self.watcher.close,
            self.worker.close,
            self._finish_up,
            self.synchroniser.changes.close,
        )
        with ExitStack() as last_first:
            for step in reversed(in_order):
                last_first.callback(step)

    def _finish_up(self) -> None:
        with suppress(HistoryError):
            self.while_standing(self.synchroniser.finish_up)()


def wire_indexing(
    setup: Setup, resources: Resources, opened: OpenFiles, reading: NoteReading
) -> Indexing:
    """Everything from a change of a note, or a turn, to the index."""
    settings = setup.settings
    notes = reading.notes
    conversation = ConversationSource(opened.history, limit_turns=settings.index.conversation_turns)
    sources = _sources(opened, notes, conversation)
    can_write = opened.read_only is None
    synchroniser = Synchroniser(
        opened.index,
        sources,
        opened.embedders,
        opened.store if can_write else None,
        opened.register,
        OutsideEdits(opened.store, opened.journal, setup.clock.now) if can_write else None,
        parse_anew=_parsing_anew(opened, notes),
    )
    standing = WhileStanding(opened.check_standing)
    worker = SyncWorker(
        standing(synchroniser.update),
        standing(synchroniser.sync_all),
        reconcile_s=settings.index.reconcile_s,
        when_quiet=standing(synchroniser.finish_up),
        pool=resources.pool,
        failures=synchroniser.failures,
    )

    def note_changed(path: str) -> None:
        worker.submit(MEMORY, [path])

    return Indexing(
        reader=reading.parser,
        files=reading.files,
        notes=notes,
        conversation=conversation,
        readable=frozenset(source.name for source in sources),
        synchroniser=synchroniser,
        worker=worker,
        watcher=TreeWatcher(
            setup.paths.memory, note_changed, worker.submit_all, resources.listening
        ),
        switch=EmbedderSwitch(
            opened.index.spaces, opened.index.path.parent, opened.embedders, opened.embedder_problem
        ),
        note_changed=note_changed,
        while_standing=standing,
    )


def reread(indexing: Indexing, opened: OpenFiles, reading: NoteReading, shape: str) -> Indexing:
    """Have the same index follow notes that are understood in another way, by these settings.

    What it held is gone when this returns; the next sync fills it. Errors as
    `EmbeddingIndex.reshape`.
    """
    indexing.synchroniser.read_from(
        _sources(opened, reading.notes, indexing.conversation),
        _parsing_anew(opened, reading.notes),
        indexing.while_standing(partial(opened.index.reshape, shape)),
    )
    return replace(indexing, reader=reading.parser, files=reading.files, notes=reading.notes)


def _sources(
    opened: OpenFiles, notes: RememberedNotes, conversation: ConversationSource
) -> tuple[DocumentSource, ...]:
    # What cannot be read is not gone: its rows stay, and nothing of them is given out.
    return (notes, conversation) if opened.unreadable is None else (notes,)


def _parsing_anew(opened: OpenFiles, notes: RememberedNotes) -> Callable[[], None]:
    def parse_anew() -> None:
        from familiar_memory.markdown.record.read_lines import forget_lines

        opened.register.forget()
        notes.forget()
        forget_lines()

    return parse_anew
