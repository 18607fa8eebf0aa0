"""Open the files of one familiar, as well as they can be."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from familiar_memory.assembly.embedder import LoadEmbedder
from familiar_memory.assembly.embedding import ask_meanwhile, open_embedders
from familiar_memory.assembly.setup import Setup
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embeddings.base import Embedder, EmbedderId
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import HistoryError, IndexUnavailableError, StorageError, StoreError
from familiar_memory.history.base import History
from familiar_memory.history.opening import open_history
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.knowledge.predicate_words import words_of_predicate
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.notes.chunk import CHUNKER_VERSION
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.disk.scratch import system_rooms
from familiar_memory.store.disk_reader import DiskReader
from familiar_memory.store.journal.journal import DERIVED_NAME, AuditJournal
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.sqlite.files import file_id
from familiar_memory.store.sqlite.reading_only import first_unwritable
from familiar_memory.sync.grep_candidates import GrepCandidates

__all__ = ["OpenFiles", "open_files"]

_log = logging.getLogger(__name__)
_REGISTER = "register.json"
"""Beside the index: what the heads of notes say of whose they are."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """What one familiar has on the disk, open, and what of it cannot be used."""

    history: History
    journal: AuditJournal
    index: EmbeddingIndex
    embedders: Embedders
    embedder_problem: str | None
    """Why the embedder that was asked for is not there; None when it is."""
    store: MemoryStore
    """Settled after a crash, where it can be written."""
    register: TreeRegister
    """Whose note stands where in the tree."""
    read_only: str | None
    """Why nothing can be written; None when it can."""
    unreadable: str | None
    """Why nothing that was said can be read; None when it can."""
    history_path: Path
    """Where a history on the disk stands, or would."""
    history_file: tuple[int, int] | None
    """Which file the history was when it was opened; None where there is none."""

    def refuse_read_only(self) -> None:
        """Refuse a change before it is begun.

        Raises:
            StorageError: nothing can be written, and why.
        """
        if (damage := self.unreadable) is not None:
            raise StorageError(
                f"nothing can be written: {damage}",
                "nothing else holds what was said: restore it from a backup",
            )
        if (reason := self.read_only) is not None:
            raise StorageError(
                f"nothing can be written: {reason}", "a familiar that this user may write to"
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
            f"{path.name} {what} while the familiar was open: nothing is kept any more",
            "close the familiar, bring its folder back, and open it again",
        )

    def close(self) -> None:
        """Let go of every file, whatever fails of that."""
        with ExitStack() as last_first:
            last_first.callback(self.embedders.close)
            last_first.callback(self.journal.close)
            last_first.callback(self.history.close)
            last_first.callback(self.index.close)


def open_files(
    setup: Setup,
    embedder: Embedder | None,
    opened: ExitStack,
    *,
    even_damaged: bool,
    load: LoadEmbedder,
) -> OpenFiles:
    """Open the files; `opened` closes what this has opened, whatever it comes to.

    An `embedder` that is given stays its owner's until a familiar is made with it.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        IndexUnavailableError: the folder of the index cannot be written.
    """
    paths, settings = setup.paths, setup.settings
    for room in system_rooms():
        room.sweep()
    history, read_only, unreadable = open_history(paths.history, even_damaged=even_damaged)
    opened.callback(history.close)
    journal_read_only = _journal_refusal(paths)
    read_only = read_only or journal_read_only
    journal = AuditJournal(
        paths.journal,
        settings=settings.journal,
        is_read_only=journal_read_only is not None,
    )
    opened.callback(journal.close)
    embedders, problem = open_embedders(paths, settings, embedder, load)
    if embedder is None:
        opened.callback(embedders.close)
    identity = _identity(settings, embedders.own.id if problem is None else None, setup.vocabulary)
    index = EmbeddingIndex(paths.index, identity)
    opened.callback(index.close)
    with contextlib.suppress(IndexUnavailableError):
        # What is wrong with it is met again, and mended, by the first sync.
        ask_meanwhile(index, embedders, settings, load)
    reader = DiskReader(paths.memory)
    register = TreeRegister(reader, paths.index.with_name(_REGISTER))
    store = MemoryStore(
        paths.memory,
        limits=Limits(**asdict(settings.store)),
        journal=journal,
        clock=setup.clock.now,
        candidates=GrepCandidates(index, reader.scan_files, register.keys),
    )
    if read_only is None:
        _recover(store)
        _prepare(store)
    return OpenFiles(
        history=history,
        journal=journal,
        index=index,
        embedders=embedders,
        embedder_problem=problem,
        store=store,
        register=register,
        read_only=read_only,
        unreadable=unreadable,
        history_path=paths.history,
        history_file=file_id(paths.history),
    )


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


def _identity(
    settings: Settings, embedder: EmbedderId | None, vocabulary: Vocabulary
) -> IndexIdentity:
    """What shapes the rows of the index; no embedder = the one asked for cannot be used."""
    audience = settings.audience
    asked_by = [(name, words_of_predicate(name)) for name in sorted(vocabulary.predicates)]
    shaping = repr((audience.default, audience.policy.value, asked_by))
    return IndexIdentity(
        embedder="" if embedder is None else embedder.key,
        dimension=0 if embedder is None else embedder.dimension,
        chunker=CHUNKER_VERSION,
        settings=hashlib.blake2b(shaping.encode(), digest_size=8).hexdigest(),
    )
