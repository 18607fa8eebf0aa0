"""What there is of a familiar only while it is open."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.life.background import Background
from familiar_memory.life.settings.succession import Succeeded, succeed
from familiar_memory.threads.built_once import BuildsOnce, built, built_once, hand_on

if TYPE_CHECKING:
    # Each is imported by who asks for it, as the parts are that it works with.
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.asking import Asking
    from familiar_memory.life.curation.review import Review
    from familiar_memory.life.curation.review_watch import ReviewWatch
    from familiar_memory.life.curation.rules import Rules
    from familiar_memory.life.explaining import Explaining
    from familiar_memory.life.forget.forgetting import Forgetting
    from familiar_memory.life.index_upkeep import IndexUpkeep
    from familiar_memory.life.known.knowledge import Knowledge
    from familiar_memory.life.known.links import Links
    from familiar_memory.life.memories.memories import Memories
    from familiar_memory.life.people import People
    from familiar_memory.life.recording import Recording
    from familiar_memory.life.sleep.sleeping import Sleeping
    from familiar_memory.life.tools.tools import Tools
    from familiar_memory.life.writing import Writing
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["OpenFamiliar"]


class _Seat:
    """Where the one stands that answers now, by the settings of now.

    What somebody keeps of an earlier one leads here, and holds none of those in between.
    """

    def __init__(self, holder: OpenFamiliar) -> None:
        self.holder = holder

    def part(self, name: str) -> Succeeded:
        """What is called so of the one that answers now; it is made when it is needed."""
        part: Succeeded = getattr(self.holder, name)
        return part


class OpenFamiliar(BuildsOnce):
    """Its parts, and what is done with them; nothing goes on in the background yet."""

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        super().__init__()
        self.parts = parts
        self.threads = threads
        self._seat = _Seat(self)

    @built_once
    def background(self) -> Background:
        """What goes on beside the answers."""
        return Background(self.parts)

    @built_once
    def recording(self) -> Recording:
        """From what is said to the history."""
        from familiar_memory.life.recording import Recording

        return Recording(self.parts, self.threads)

    @built_once
    def asking(self) -> Asking:
        """Answers questions."""
        from familiar_memory.life.asking import Asking

        return Asking(self.parts, self.background, self.threads)

    @built_once
    def explaining(self) -> Explaining:
        """Accounts for answers."""
        from familiar_memory.life.explaining import Explaining
        from familiar_memory.life.owner_view import OwnerView

        explainer, profiles = self.parts.answering.explainer, self.parts.searching.profiles
        view = OwnerView(self.parts.files.register)
        memory = self.parts.setup.settings.memory
        return Explaining(explainer, profiles, self.background, view, self.threads, memory)

    @built_once
    def index(self) -> IndexUpkeep:
        """Looks after the index."""
        from familiar_memory.life.index_upkeep import IndexUpkeep

        parts = self.parts
        return IndexUpkeep(
            parts.setup,
            parts.resources,
            parts.files,
            parts.indexing,
            self.background,
            self.threads,
        )

    @built_once
    def people(self) -> People:
        """Knows who is known."""
        from familiar_memory.life.people import People

        return People(self.parts, self.background, self.threads)

    @built_once
    def knowledge(self) -> Knowledge:
        """Knows facts."""
        from familiar_memory.life.known.knowledge import Knowledge

        return Knowledge(self.parts, self.background, self.threads)

    @built_once
    def links(self) -> Links:
        """Follows links."""
        from familiar_memory.life.known.links import Links

        return Links(self.parts, self.background, self.threads)

    @built_once
    def writing(self) -> Writing:
        """Runs the writer."""
        from familiar_memory.life.writing import Writing

        return Writing(self.parts, self.threads, self.review)

    @built_once
    def sleep(self) -> Sleeping:
        """Goes through the night."""
        from familiar_memory.life.sleep.sleeping import Sleeping

        return Sleeping(self.parts, self.threads, self.writing)

    @built_once
    def memories(self) -> Memories:
        """Keeps what is asked to be kept."""
        from familiar_memory.life.memories.memories import Memories

        return Memories(self.parts, self.threads)

    @built_once
    def forgetting(self) -> Forgetting:
        """Forgets."""
        from familiar_memory.life.forget.forgetting import Forgetting

        return Forgetting(self.parts, self.index, self.threads)

    @built_once
    def tools(self) -> Tools:
        """Does what models ask for."""
        from familiar_memory.life.tools.tools import Tools

        return Tools(
            self.parts,
            self.asking,
            self.knowledge,
            self.background,
            self.threads,
            self._writing_tools,
        )

    @built_once
    def _writing_tools(self) -> asyncio.Lock:
        return asyncio.Lock()

    @built_once
    def review(self) -> Review:
        """Puts to people what waits for them."""
        from familiar_memory.life.curation.review import Review

        return Review(self.parts, self.threads)

    @built_once
    def review_watch(self) -> ReviewWatch:
        """Notices what people decide in the file."""
        from familiar_memory.life.curation.review_watch import ReviewWatch

        return ReviewWatch(self.parts, self.threads, self.review)

    @built_once
    def rules(self) -> Rules:
        """Keeps the rules of conduct."""
        from familiar_memory.life.curation.rules import Rules

        return Rules(self.parts, self.threads)

    def with_parts(self, parts: Parts) -> OpenFamiliar:
        """The same familiar by other settings, built; `hand_over` lets it take this one's place."""
        other = OpenFamiliar(parts, self.threads)
        # What goes on whatever the settings are.
        hand_on(self, other, "background", "writing", "sleep", "review_watch", "_writing_tools")
        other._seat = self._seat
        other.build_all()
        return other

    def hand_over(self, other: OpenFamiliar) -> None:
        """Let it answer from now on, all at once; what is under way here ends as it began."""
        if built(self, "recording"):
            other.recording.take_over(self.recording)
        if built(self, "writing"):
            self.writing.follow(other.parts)
        if built(self, "sleep"):
            self.sleep.follow(other.parts)
        self._seat.holder = other
        for name, one in vars(self).items():
            if isinstance(one, Succeeded):
                succeed(one, partial(self._seat.part, name))

    def build_all(self) -> None:
        """Have everything ready before the first reply: it takes a moment.

        Raises:
            IndexUnavailableError: as `Parts.build_all`.
        """
        self.parts.build_all()
        _ = self.recording, self.asking, self.explaining, self.index, self.people
        _ = self.writing, self.review, self.review_watch

    async def close(self) -> None:
        """Let go of every file, whatever fails of that; the background has been stopped."""
        try:
            own = (self.parts.models,) if built(self.parts, "models") else ()
            for shelf in (*self.parts.earlier_models, *own):
                await shelf.close()
        finally:
            await self.threads.run(self.parts.close)
