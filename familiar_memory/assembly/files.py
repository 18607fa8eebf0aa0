"""Open the files of one familiar, as well as they can be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.errors import HistoryError, StorageError, StoreError
from familiar_memory.history.opening import open_history
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.disk.scratch import system_rooms
from familiar_memory.store.disk_reader import DiskReader
from familiar_memory.store.journal.journal import DERIVED_NAME, AuditJournal
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.sqlite.files import file_id
from familiar_memory.store.sqlite.reading_only import first_unwritable
from familiar_memory.sync.narrowing import Narrowing
from familiar_memory.threads.built_once import BuildsOnce, built, built_once

if TYPE_CHECKING:
    # A command that only reads notes asks no index, and needs not numpy.
    from familiar_memory.assembly.embedder import LoadEmbedder
    from familiar_memory.assembly.index_files import OpenIndex
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.embeddings.embedders import Embedders
    from familiar_memory.history.base import History
    from familiar_memory.index.index import EmbeddingIndex

__all__ = ["OpenFiles", "open_files"]

_log = logging.getLogger(__name__)


class OpenFiles(BuildsOnce):
    """What one familiar has on the disk, open, and what of it cannot be used.

    The index is opened by the first who asks for it.
    """

    def __init__(
        self,
        history: History,
        journal: AuditJournal,
        register: TreeRegister,
        make_store: Callable[[OpenFiles], MemoryStore],
        open_index: Callable[[], OpenIndex],
        history_path: Path,
        *,
        read_only: str | None,
        unreadable: str | None,
    ) -> None:
        """Take what is open."""
        super().__init__()
        self.history = history
        self.journal = journal
        self.register = register
        """Whose note stands where in the tree."""
        self._open_index = open_index
        self.read_only = read_only
        """Why nothing can be written; None when it can."""
        self.unreadable = unreadable
        """Why nothing that was said can be read; None when it can."""
        self.settled_embedder: Mapping[str, str] = {}
        """What a switch has written under `[index]` since, and what is so already."""
        self.history_path = history_path
        """Where a history on the disk stands, or would."""
        self.history_file = file_id(history_path)
        """Which file the history was when it was opened; None where there is none."""
        self.store = make_store(self)

    @built_once
    def opened_index(self) -> OpenIndex:
        """The index, and what it is asked with.

        Raises:
            IndexUnavailableError: the folder of the index cannot be written.
        """
        return self._open_index()

    @property
    def index(self) -> EmbeddingIndex:
        """The index; see `opened_index`."""
        return self.opened_index.index

    @property
    def embedders(self) -> Embedders:
        """What makes its vectors."""
        return self.opened_index.embedders

    @property
    def embedder_problem(self) -> str | None:
        """Why the embedder that was asked for is not there; None when it is."""
        return self.opened_index.embedder_problem

    def refuse_read_only(self) -> None:
        """Refuse a change before it is begun.

        Raises:
            StorageError: nothing can be written, and why.
        """
        if (damage := self.unreadable) is not None:
            raise StorageError(
                f"nothing can be written: {damage}",
                "nothing else has what was said: restore it from a backup",
            )
        if (reason := self.read_only) is not None:
            raise StorageError(
                f"nothing can be written: {reason}", "a familiar that this user can write to"
            )

    def check_standing(self) -> None:
        """Make sure that the history stands where it was opened; costs one look at its name.

        A file that is deleted while it is open can still be written to, and is kept nowhere.

        Raises:
            HistoryError: somebody has deleted it, or put another in its place.
        """
        if self.read_only is not None or self.unreadable is not None:
            # Nothing is written to it: whoever mends it puts another in its place.
            return
        path = self.history_path
        if (now := file_id(path)) == self.history_file:
            return
        what = "was deleted" if now is None else "was replaced by another file"
        raise HistoryError(
            f"{path.name} {what} while the familiar was open: nothing is being saved",
            "close the familiar, restore its folder, and open it again",
        )

    def close(self) -> None:
        """Let go of every file, whatever fails of that."""
        with ExitStack() as last_first:
            last_first.callback(self.journal.close)
            last_first.callback(self.history.close)
            if built(self, "opened_index"):
                last_first.callback(self.opened_index.close)


def open_files(
    setup: Setup, embedder: Embedder | None, *, even_damaged: bool, load: LoadEmbedder
) -> OpenFiles:
    """Open the files of a familiar.

    An `embedder` that is given stays its owner's until a familiar is made with it.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        IndexUnavailableError: an embedder was given, and the folder of the index cannot be written.
    """
    paths = setup.paths
    for room in system_rooms():
        room.sweep()
    with ExitStack() as until_open:
        history, read_only, unreadable = open_history(paths.history, even_damaged=even_damaged)
        until_open.callback(history.close)
        journal_read_only = _journal_refusal(paths)
        journal = AuditJournal(
            paths.journal,
            settings=setup.settings.journal,
            is_read_only=journal_read_only is not None,
        )
        until_open.callback(journal.close)
        register = TreeRegister(DiskReader(paths.memory), paths.register)
        files = OpenFiles(
            history,
            journal,
            register,
            partial(_store, setup),
            partial(_index, setup, register, embedder, load),
            paths.history,
            read_only=read_only or journal_read_only,
            unreadable=unreadable,
        )
        if files.read_only is None:
            _recover(files.store)
            _prepare(files.store)
        if embedder is not None:
            # It is the familiar's own from now on, and is closed with its index.
            _ = files.opened_index
        until_open.pop_all()
    return files


def _store(setup: Setup, files: OpenFiles) -> MemoryStore:
    return MemoryStore(
        setup.paths.memory,
        limits=Limits(**asdict(setup.settings.store)),
        journal=files.journal,
        clock=setup.clock.now,
        candidates=Narrowing(
            DiskReader(setup.paths.memory),
            lambda: files.index,
            lambda: built(files, "opened_index"),
            files.register.keys,
        ),
    )


def _index(
    setup: Setup, register: TreeRegister, embedder: Embedder | None, load: LoadEmbedder
) -> OpenIndex:
    from familiar_memory.assembly.index_files import open_index

    return open_index(setup, register, embedder, load)


def _journal_refusal(paths: FamiliarPaths) -> str | None:
    """Why the journal, and so any note, cannot be written; None when it can."""
    journal = ("audit.jsonl", "images.sqlite", DERIVED_NAME)
    files = (*(paths.journal / name for name in journal), paths.memory)
    unwritable = first_unwritable(*files)
    if unwritable is None:
        return None
    name = unwritable.name if unwritable != paths.root else paths.familiar_id
    return f"read-only: {name} cannot be written by this user"


def _prepare(store: MemoryStore) -> None:
    """Keep what is about to be derived out of a person's git repository."""
    try:
        store.prepare()
    except StoreError as problem:
        _log.warning("the folder of the notes was not prepared: %s", problem.problem)


def _recover(store: MemoryStore) -> None:
    """Settle what a crash left half-done; what cannot be settled now waits for the next start."""
    try:
        store.reconcile()
    except StoreError as problem:
        _log.warning("notes of an interrupted write are left as they are: %s", problem.problem)
