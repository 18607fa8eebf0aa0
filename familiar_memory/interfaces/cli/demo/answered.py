"""What the demo does: take the sample chat in, ask its questions, look for what leaks."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.familiar import Familiar
from familiar_memory.inspection.who_where import read_author, read_place
from familiar_memory.interfaces.cli.demo.proof import private_traces
from familiar_memory.interfaces.cli.demo.story import Ask, sample_chat
from familiar_memory.recall.page.render import Context
from familiar_memory.transfer.reading.turn_lines import read_turn_lines

__all__ = ["AnsweredAsk", "answer_to", "take_in"]


@dataclass(frozen=True, slots=True)
class AnsweredAsk:
    """One question with its context, and the private turns (refs) that it holds words of."""

    ask: Ask
    context: Context
    public: bool
    private: tuple[str, ...]

    @property
    def leaks(self) -> tuple[str, ...]:
        """Private turns in the context of a public room: there must be none."""
        return self.private if self.public else ()


async def take_in(familiar: Familiar) -> dict[str, int]:
    """Record the sample chat; how many turns had which outcome."""
    turns = [item.turn for item in read_turn_lines(sample_chat())]
    outcomes = [outcome.value for outcome in await familiar.record_many(turns)]
    return {word: outcomes.count(word) for word in dict.fromkeys(outcomes)}


async def answer_to(familiar: Familiar, ask: Ask) -> AnsweredAsk:
    """Recall for one question, and look for private words in what comes."""
    place = read_place(familiar.history, ask.place)
    author = read_author(familiar.history, ask.author)
    context = await familiar.recall(RecallRequest(ask.question, author, place))
    public = place is not None and not place.is_private
    found = private_traces(context, *_private_and_open(familiar))
    return AnsweredAsk(ask, context, public, found)


def _private_and_open(familiar: Familiar) -> tuple[list[StoredTurn], list[StoredTurn]]:
    turns = familiar.history.turns_after(0, familiar.history.latest_id())
    private = [stored for stored in turns if stored.turn.place.is_private]
    return private, [stored for stored in turns if not stored.turn.place.is_private]
