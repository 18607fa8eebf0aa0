"""Everything that one familiar is made of, opened and wired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING
from weakref import WeakMethod

from familiar_memory.assembly.files import open_files
from familiar_memory.assembly.resources import Resources
from familiar_memory.assembly.setup import Setup, vocabulary_of
from familiar_memory.clock import SystemClock
from familiar_memory.config.environment import model_key
from familiar_memory.config.languages import use_given_languages
from familiar_memory.config.load import load_settings
from familiar_memory.recall.settings import RecallSettings
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.threads.built_once import BuildsOnce, built, built_once
from familiar_memory.threads.off_loop import OffLoop

if TYPE_CHECKING:
    # What answers and what writes is imported by who asks for it: `familiar grep` needs neither.
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.shared import Shared
    from familiar_memory.assembly.wiring.answering import Answering
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.assembly.wiring.reading import NoteReading
    from familiar_memory.assembly.wiring.searching import Searching
    from familiar_memory.clock import Clock
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.llm.base import ChatModel
    from familiar_memory.llm.shelf import ModelShelf
    from familiar_memory.maintenance.forget.tombstones import Tombstones
    from familiar_memory.maintenance.sleep.step import SleepStep
    from familiar_memory.recall.names.learned import LearnedNames
    from familiar_memory.recall.search.fresh_facts import FreshFacts
    from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Parts", "assemble", "check_recall_names"]


class Parts(BuildsOnce):
    """Everything that one familiar is made of, by what it is for.

    Its files are open; what works on them is built, and imported, when it is first asked for.
    None of it opens a file, or starts a thread.
    """

    def __init__(
        self,
        setup: Setup,
        resources: Resources,
        files: OpenFiles,
        models: Mapping[str, ChatModel] | None = None,
    ) -> None:
        super().__init__()
        self.setup = setup
        self.resources = resources
        self.files = files
        self.given_models = models
        self.earlier: tuple[WeakMethod[Callable[[], None]], ...] = ()
        """What ends the parts that stood here under earlier settings, and are still in use."""
        self.earlier_models: tuple[ModelShelf, ...] = ()
        """The models of earlier settings: somebody may wait for one of them."""
        if models:
            # They are the familiar's own from now on, and are closed with it.
            _ = self.models

    @built_once
    def store(self) -> IndexingMemoryStore:
        """The tree; its changes are indexed.

        Those of `files.store`, which stands below it, are reported to nobody.
        """
        return IndexingMemoryStore(self.files.store, lambda path: self.indexing.note_changed(path))

    @built_once
    def reading(self) -> NoteReading:
        """What reads the notes."""
        from familiar_memory.assembly.wiring.reading import wire_reading

        return wire_reading(self.setup, self.files)

    @built_once
    def indexing(self) -> Indexing:
        """What keeps the index what the notes and the history say."""
        from familiar_memory.assembly.wiring.indexing import wire_indexing

        return wire_indexing(self.setup, self.resources, self.files, self.reading)

    @built_once
    def called(self) -> LearnedNames:
        """What people are called by others."""
        from familiar_memory.recall.names.learned import LearnedNames

        return LearnedNames((self.setup.settings.character.name, self.setup.paths.familiar_id))

    @built_once
    def searching(self) -> Searching:
        """What finds hits."""
        from familiar_memory.assembly.wiring.searching import wire_searching

        return wire_searching(self.setup, self.files, self.indexing, self.called)

    @built_once
    def fresh_facts(self) -> FreshFacts:
        """What reads facts."""
        from familiar_memory.recall.search.fresh_facts import FreshFacts

        return FreshFacts(self.files.index, self.searching.look)

    @built_once
    def models(self) -> ModelShelf:
        """The chat models; none is asked before somebody asks it."""
        from familiar_memory.llm.shelf import ModelShelf

        return ModelShelf(
            self.setup.settings.models.configured(),
            self.setup.paths.usage,
            model_key,
            self.given_models,
            make=self.resources.make_model,
            off_loop=self.resources.off_loop,
        )

    @built_once
    def answering(self) -> Answering:
        """Everything from a question to an answer."""
        from familiar_memory.assembly.wiring.answering import wire_answering

        return wire_answering(
            self.setup,
            self.resources,
            self.files,
            self.indexing,
            self.searching,
            self.store,
            self.models,
        )

    @built_once
    def writer(self) -> MemoryWriter:
        """What writes up the talk."""
        from familiar_memory.assembly.wiring.writing import wire_writing

        return wire_writing(
            self.setup,
            self.files.history,
            self.store,
            self.files.register,
            with_model=self.models.get("memory_writer") is not None,
        )

    def sleep_step(self, name: str) -> SleepStep:
        """A step of the night, but for that of the writer."""
        from familiar_memory.assembly.wiring.sleeping.steps import STEPS

        return STEPS[name](self.setup, self.files, self.store, self.indexing)

    @built_once
    def tombstones(self) -> Tombstones:
        """Who is not kept any more."""
        from familiar_memory.maintenance.forget.tombstones import Tombstones

        return Tombstones(self.setup.paths.root)

    @property
    def lacks(self) -> tuple[str, ...]:
        """What this familiar has to do without, in words that anybody may read."""
        files = self.files
        reasons = (files.read_only, files.unreadable, self.indexing.switch.problem)
        return tuple(reason for reason in reasons if reason)

    def build_all(self) -> None:
        """Build what an open familiar works with, so that no reply waits for it.

        Raises:
            IndexUnavailableError: the folder of the index cannot be written.
        """
        _ = self.answering, self.writer

    def close(self) -> None:
        """Finish what is under way and let go of every file, whatever fails of that."""
        with ExitStack() as last_first:
            for step in reversed([*self._closers()]):
                last_first.callback(step)

    def _closers(self) -> Iterator[Callable[[], None]]:
        """What ends each part that was built, in this order."""
        if built(self, "answering"):
            yield self.answering.recall.close
        yield from (end for one in self.earlier if (end := one()) is not None)
        yield self.resources.leave_recalls
        if built(self, "indexing"):
            yield self.indexing.close
        if built(self, "answering"):
            yield self.answering.recall_logger.close
        yield self.resources.close
        if built(self, "searching"):
            yield self.searching.past.close
        yield self.files.close


def assemble(
    paths: FamiliarPaths,
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    models: Mapping[str, ChatModel] | None = None,
    even_damaged: bool = False,
    shared: Shared | None = None,
    off_loop: OffLoop | None = None,
) -> Parts:
    """Open one familiar's files, by its own settings unless some are given.

    What cannot be written is opened to be read. With `even_damaged` a history that cannot
    be read is left aside, and everything else serves. What is `shared` stays open,
    and so do the threads of `off_loop`, in which others wait for what may block.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        ConfigError: the settings are not accepted, or switch on a context provider that is
            not installed, or the folder of languages cannot be used.
        UsageError: they name no profile that there is.
    """
    use_given_languages()
    settings = settings or load_settings(paths)
    check_recall_names(settings.recall)
    setup = Setup(paths, settings, vocabulary_of(settings), clock or SystemClock())
    resources = _own(off_loop) if shared is None else shared.resources
    files = open_files(setup, embedder, even_damaged=even_damaged, load=resources.load_embedder)
    return Parts(setup, resources, files, models)


def _own(off_loop: OffLoop | None) -> Resources:
    from familiar_memory.recall.running.threads import Threads

    # Of the familiar, not of one recall after the other: its settings may change.
    return Resources(off_loop or OffLoop(), threads=Threads())


def check_recall_names(given: RecallSettings) -> None:
    """Refuse what is misspelt whatever is asked of the familiar, not at the first recall.

    Raises:
        ConfigError: they switch on a context provider that is not installed.
        UsageError: they name no profile that there is.
    """
    if given.providers:
        from familiar_memory.recall.plugins.registry import INSTALLED

        INSTALLED.chosen(given.providers)
    if given.profiles or given.profile != RecallSettings().profile:
        from familiar_memory.recall.ranking.weights import Profiles

        Profiles(given.profiles).weights(given.profile)
