"""Everything that one familiar is made of, opened and wired."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from familiar_memory.assembly.answering import Answering, wire_answering
from familiar_memory.assembly.files import OpenFiles, open_files
from familiar_memory.assembly.indexing import Indexing, wire_indexing
from familiar_memory.assembly.resources import Resources
from familiar_memory.assembly.searching import Searching, wire_searching
from familiar_memory.assembly.setup import Setup, vocabulary_of
from familiar_memory.assembly.shared import Shared
from familiar_memory.assembly.writing import wire_writing
from familiar_memory.clock import Clock, SystemClock
from familiar_memory.config.environment import model_key
from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embeddings.base import Embedder
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Parts", "assemble"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that one familiar is made of, by what it is for.

    The `store` has its changes indexed; those of `files.store`, which stands below it, are
    reported to nobody.
    """

    setup: Setup
    resources: Resources
    files: OpenFiles
    store: IndexingMemoryStore
    indexing: Indexing
    searching: Searching
    answering: Answering
    models: ModelShelf
    writer: MemoryWriter

    @property
    def lacks(self) -> tuple[str, ...]:
        """What this familiar has to do without, in words that anybody may read."""
        files = self.files
        reasons = (files.read_only, files.unreadable, self.indexing.switch.problem)
        return tuple(reason for reason in reasons if reason)

    def close(self) -> None:
        """Finish what is under way and let go of every file, whatever fails of that."""
        in_order = (
            self.answering.recall.close,
            self.indexing.close,
            self.answering.recall_logger.close,
            self.resources.close,
            self.searching.past.close,
            self.files.close,
        )
        with ExitStack() as last_first:
            for step in reversed(in_order):
                last_first.callback(step)


def assemble(
    paths: FamiliarPaths,
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    models: Mapping[str, ChatModel] | None = None,
    even_damaged: bool = False,
    shared: Shared | None = None,
) -> Parts:
    """Open one familiar's files and wire its parts, by its own settings unless some are given.

    What cannot be written is opened to be read. With `even_damaged` a history that cannot
    be read is left aside, and everything else serves. What is `shared` stays open.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        IndexUnavailableError: the folder of the index cannot be written.
        ConfigError: the settings are not accepted, or switch on a context provider that is
            not installed.
    """
    settings = settings or load_settings(paths)
    setup = Setup(paths, settings, vocabulary_of(settings), clock or SystemClock())
    resources = Resources() if shared is None else shared.resources
    with ExitStack() as until_wired:
        files = open_files(
            setup, embedder, until_wired, even_damaged=even_damaged, load=resources.load_embedder
        )
        parts = _wired(setup, resources, files, models)
        until_wired.pop_all()
    return parts


def _wired(
    setup: Setup, resources: Resources, files: OpenFiles, models: Mapping[str, ChatModel] | None
) -> Parts:
    """Everything that works on the open files; none of it opens one, or starts a thread."""
    indexing = wire_indexing(setup, resources, files)
    searching = wire_searching(setup, files, indexing)
    store = IndexingMemoryStore(files.store, indexing.note_changed)
    shelf = ModelShelf(
        setup.settings.models.configured(),
        setup.paths.usage,
        model_key,
        models,
        make=resources.make_model,
    )
    return Parts(
        setup,
        resources,
        files,
        store,
        indexing,
        searching,
        wire_answering(setup, resources, files, indexing, searching, store, shelf),
        shelf,
        wire_writing(setup, files.history, store, files.register),
    )
