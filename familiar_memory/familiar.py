"""A familiar: it records what is said, and recalls it where it may be told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from familiar_memory.assembly.parts import Parts, assemble
from familiar_memory.assembly.shared import Shared
from familiar_memory.clock import Clock
from familiar_memory.config.environment import default_home
from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.given import check_type
from familiar_memory.domain.progress import Progress
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.founding import found
from familiar_memory.history.base import History
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.index.base import Index
from familiar_memory.life.asking import Asking, as_request
from familiar_memory.life.background import Background
from familiar_memory.life.changes import Changes
from familiar_memory.life.index_upkeep import IndexUpkeep
from familiar_memory.life.recording import record, refuse_read_only
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.metering import SlotUsage
from familiar_memory.recall.explain.explanation import Explanation
from familiar_memory.recall.explain.why_not import WhyNotReport
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.talk.choosers import TurnChooser
from familiar_memory.recall.talk.conversation import Conversation
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vectors.switch import SwitchReport
from familiar_memory.sync.verify import VerifyReport
from familiar_memory.threads.off_loop import OffLoop
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.write_up import write_up

__all__ = ["Familiar"]


class _Life(NamedTuple):
    """What there is only while a familiar is open."""

    parts: Parts
    background: Background
    asking: Asking
    upkeep: IndexUpkeep


class Familiar:
    """One familiar's memory.

        async with Familiar.open("ember") as familiar:
            await familiar.record(turn)
            context = await familiar.recall(RecallRequest(text, author, place))
            prompt = context.render()

    Safe to use from one event loop; files, history and index are shared with other
    processes. Work on disk runs in threads, so a bot's loop is never blocked. Many in one
    process live in a `Household`.
    """

    def __init__(
        self,
        paths: FamiliarPaths,
        *,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        models: Mapping[str, ChatModel] | None = None,
        shared: Shared | None = None,
    ) -> None:
        """Nothing is opened yet; what is `shared` with others stays open after it is closed."""
        self._paths = paths
        self._clock = clock
        self._embedder = embedder
        self._models = models
        self._shared = shared
        self._threads = OffLoop(None if shared is None else shared.awaited)
        self._life: _Life | None = None

    @classmethod
    def create(
        cls,
        familiar_id: str,
        *,
        home: Path | str | None = None,
        name: str | None = None,
        timezone: str | None = None,
        embedder: str | None = None,
    ) -> Self:
        """Make a new familiar under `home` (a folder of familiars).

        Raises:
            FamiliarExistsError: there is one of that name; `open` it.
            UsageError: the name cannot be a folder's.
        """
        paths = _paths(familiar_id, home)
        found(paths, name=name, timezone=timezone, embedder=embedder)
        return cls(paths)

    @classmethod
    def open(cls, familiar_id: str, *, home: Path | str | None = None) -> Self:
        """A familiar that exists.

        Raises:
            UnknownFamiliarError: it names those that do.
        """
        paths = _paths(familiar_id, home)
        paths.require()
        return cls(paths)

    async def __aenter__(self) -> Self:
        """Open its files; the index catches up, and from now on keeps up, in the background."""
        await self.start()
        self._open.background.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish what is under way and close."""
        await self.close()

    async def start(self, *, even_damaged: bool = False) -> None:
        """Open its files without starting to index.

        What this process may not write is opened to be read: answers say so in `degraded`,
        and every change is refused. With `even_damaged` a history that cannot be read is
        left aside, and the notes serve without it.

        Raises:
            ConfigError: its settings are not accepted.
            HistoryError: its history is damaged.
        """
        if self._life is None:
            parts = await self._threads.run(self._assemble, even_damaged)
            background = Background(parts)
            self._life = _Life(
                parts,
                background,
                Asking(parts, background, self._threads),
                IndexUpkeep(parts, background, self._threads),
            )

    def _assemble(self, even_damaged: bool) -> Parts:
        return assemble(
            self._paths,
            load_settings(self._paths),
            clock=self._clock,
            embedder=self._embedder,
            models=self._models,
            even_damaged=even_damaged,
            shared=self._shared,
        )

    async def close(self) -> None:
        """Finish indexing what was recorded, and let go of every file."""
        if self._life is not None:
            await self._life.background.stop()
        if self._life is not None:
            parts, self._life = self._life.parts, None
            try:
                await parts.models.close()
            finally:
                await self._threads.run(parts.close)

    # --- what is said ---------------------------------------------------------------

    async def record(self, turn: Turn) -> RecordOutcome:
        """Keep one turn; safe on disk when this returns, searchable a moment later.

        The same (place, ref) again is a no-op, or amends it. One recorded turn never
        fails because of the index.
        """
        return (await self.record_many((turn,)))[0]

    async def record_many(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order; `InputError` for what is no turn."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        return await self._threads.run(record, self._open.parts, given)

    async def write(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> WriteReport:
        """Run the writer: turns that no note tells of yet become Markdown."""
        self.refuse_read_only()
        model = self.parts.models.get("memory_writer")
        return await write_up(self.parts.writer, model, dry_run=dry_run, progress=progress)

    def refuse_read_only(self) -> None:
        """Refuse a change before it is begun; `StorageError` says why nothing can be written."""
        refuse_read_only(self._open.parts)

    # --- what is known --------------------------------------------------------------

    async def search(
        self,
        query: str | RecallRequest,
        *,
        limit: int = 10,
        sources: Iterable[str] | None = None,
        place: Place | None = None,
        author: Author | None = None,
        filters: RecallFilters | None = None,
        as_of: datetime | None = None,
        profile: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> SearchResult:
        """Ranked passages and turns for a question, or for the request of a recall.

        Without a `place` the owner is asking and sees everything; with one, only what
        may be told there (`author` is who stands in it). `sources` keeps only
        `memory` (notes) or `conversation` (turns). `filters`, `as_of`, `profile` and
        `weights` are as in `RecallRequest`, which says itself what else is asked.

        Raises:
            UsageError: no such profile or weight, a moment without an offset, or a
            request together with what it says itself.
        """
        request = as_request(
            query,
            place=place,
            author=author,
            filters=filters,
            as_of=as_of,
            profile=profile,
            weights=weights,
        )
        return await self._open.asking.search(request, limit, sources)

    async def recall(self, request: RecallRequest) -> Context:
        """The context for a reply: `render()` is the prompt block, `trace` says why.

        Slowness and damage make it poorer, never an exception.

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
        """
        return await self._open.asking.recall(request)

    async def conversation(
        self, request: RecallRequest, *, chooser: TurnChooser | None = None
    ) -> Conversation:
        """The recent talk of the request's place, for the prompt: as messages and as a block.

        The newest turns always, older ones where they matter to `request.text`: as the
        `chooser` says, else the model of the slot `conversation`, else the search. What
        `request.pending_turns` reply to is in it however old it is; they themselves are
        not. Only turns of that very place.
        Slowness and damage cost the older turns, never an exception.

        Raises:
            UsageError: the request names no place.
        """
        return await self._open.asking.conversation(request, chooser)

    async def explain(
        self,
        request: RecallRequest,
        *,
        search_limit: int | None = None,
        sources: Iterable[str] | None = None,
    ) -> Explanation:
        """Recall, and account for every candidate: kept, cut or forbidden, and why.

        With a `search_limit` a search of so many hits (in `sources`) is explained instead.
        For the owner: it names what the request's place may not know. It is not logged.
        """
        return await self._open.asking.explain(request, search_limit, sources)

    async def why_not(
        self,
        target: str,
        request: RecallRequest,
        *,
        search_limit: int | None = None,
        sources: Iterable[str] | None = None,
    ) -> WhyNotReport:
        """Why a passage did not come: `target` is a REF, a PATH, a PATH:LINE or a text.

        With a `search_limit` it is about a search of so many hits, else about a recall.
        For the owner: it tells of what the request's place may not know. It is not logged.
        """
        return await self._open.asking.why_not(target, request, search_limit, sources)

    # --- the index ------------------------------------------------------------------

    async def settle(self, progress: Progress | None = None) -> SyncReport:
        """Make the index reflect every file and every turn; the writer is not run.

        A switch of the embedder that is due is finished too; where the model cannot be
        run, the answers that follow say so.
        """
        return await self._open.upkeep.update(progress)

    async def rebuild(
        self, progress: Progress | None = None, *, accept_removals: bool = False
    ) -> SyncReport:
        """Throw the index away and build it again.

        When most notes have vanished at once nothing is done, and the report names them as
        `held`, unless `accept_removals` says that they were deleted.

        Raises:
            StorageError: this process may not write the index, and has a copy of its own.
        """
        return await self._open.upkeep.rebuild(progress, accept_removals=accept_removals)

    async def verify(self, progress: Progress | None = None) -> VerifyReport:
        """Compare the index with a fresh build of the same files and turns."""
        return await self._open.upkeep.verify(progress)

    async def switch_embedder(
        self,
        embedder: str | Embedder,
        *,
        model_path: Path | str | None = None,
        progress: Progress | None = None,
    ) -> SwitchReport:
        """Embed everything with another embedder, then answer from its vectors.

        `embedder` is `auto`, `static`, `fastembed` or `none`, and is written into
        character.toml; one of your own is not. Until all is embedded, answers come from
        the vectors that are there, and say so (`degraded`). Cancelled or killed, it goes
        on where it was when the familiar is opened again, or when it is asked again.

        Raises:
            EmbedderError: its model is not on the disk, or cannot be run; nothing changes.
            UsageError: the environment or the arguments contradict the name.
            StorageError: character.toml cannot be written; nothing changes.
        """
        return await self._open.upkeep.switch_embedder(
            embedder, model_path=model_path, progress=progress
        )

    # --- its parts ------------------------------------------------------------------

    @property
    def store(self) -> NoteStore:
        """The Markdown tree."""
        return self.parts.store

    @property
    def history(self) -> History:
        """The conversation."""
        return self.parts.history

    @property
    def index(self) -> Index:
        """The disposable index."""
        return self.parts.index

    @property
    def name(self) -> str:
        """What the familiar is called: by its settings, else by its card, else by its folder."""
        return self.parts.name

    @property
    def journal(self) -> AuditJournal:
        """Who changed which note, and when."""
        return self.parts.journal

    @property
    def changes(self) -> Changes:
        """What becomes of notes and sessions in its index, each write once, in order.

        `subscribe()` listens from now on, or from a cursor that was kept; what other
        processes write is told too. It ends when the familiar is closed.
        """
        return Changes(self.parts.synchroniser.changes, self._threads)

    def usage(self) -> Mapping[tuple[str, str], SlotUsage]:
        """What chat models have used, by (slot, model), since counting began; any process's."""
        return self.parts.models.usage()

    @property
    def parts(self) -> Parts:
        """Everything it is made of, for tools that need more."""
        return self._open.parts

    def now(self) -> datetime:
        """The present moment, by its clock."""
        return self.parts.clock.now()

    @property
    def _open(self) -> _Life:
        if self._life is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._life


def _paths(familiar_id: str, home: Path | str | None) -> FamiliarPaths:
    return FamiliarPaths(default_home() if home is None else Path(home), familiar_id)
