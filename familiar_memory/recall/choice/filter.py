"""Tier 3: a cheap model chooses among what was found. It can choose, and nothing else.

It answers with ids of passages that this viewer may see anyway; no word of its reply
reaches a prompt. Whatever goes wrong, the ranking stands as it was, and the trace says
why. One call, and, if the model asks for it, one search and one more call.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from familiar_memory.domain.question.context import Decision, Disposition, Mode
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.errors import FamiliarError, ModelReplyError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.llm.base import ChatModel, ChatRequest
from familiar_memory.llm.structured import read_reply
from familiar_memory.recall.choice.prompt import FILTER_SCHEMA, FilterReply, filter_messages
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.search.grep_passages import PassageGrep, PassagesFound
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["FilterTier", "Offer", "Selection"]

_log = logging.getLogger(__name__)
_STEP = "filter"
_MOST_OFFERED = 40
"""What is ranked behind these is not sent, and stands behind what was chosen."""
_GREP_HITS = 10
"""What one wish to look for more may add to the list, so that it does not drown what was ranked."""
_REPLY_TOKENS = 400
"""Room for the numbers of all that is offered, and for a few patterns."""
_SHARE = 0.9
"""Of the time that is left: who waits for the whole must get what was found anyway."""
_SHOWN_CHARS = 120
"""Of a note or turn that is on the page already: enough to know it again."""

_Current = Callable[[Sequence[SearchHit]], Sequence[SearchHit]]
"""Those of some hits that are still as their files are."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the model may choose from, and for whom.

    `hits` are all that were found; `standing` are those that are recalled if the model
    does not answer, at most `limit`. `shown` names notes that are on the page already.
    """

    question: str
    viewer: Viewer
    filters: Filters
    hits: Sequence[SearchHit]
    standing: Sequence[SearchHit]
    shown: Collection[str]
    limit: int


@dataclass(frozen=True, slots=True)
class Selection:
    """The hits to recall, in order, and why."""

    hits: tuple[SearchHit, ...]
    decisions: tuple[Decision, ...]


class FilterTier:
    """Asks one model which passages help; `timeout_s` bounds all that it does."""

    def __init__(
        self,
        model: ChatModel,
        grep: PassageGrep,
        current: _Current,
        *,
        timeout_s: float = 15.0,
        in_voice: bool = False,
        off_loop: OffLoop | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = model
        self._grep = grep
        self._current = current
        self._timeout_s = timeout_s
        self._in_voice = in_voice
        self._off_loop = off_loop or OffLoop()
        self._monotonic = monotonic

    def is_asked(self, mode: Mode) -> bool:
        """Whether a reply of this kind has the time for a model."""
        return self._in_voice or mode is not Mode.VOICE

    async def choose(self, offer: Offer, left_s: float) -> Selection:
        """What the model chose, or what stood; never an exception, never late."""
        if not offer.standing:
            return Selection((), ())
        asking = _Asking(self, offer)
        timeout_s = min(self._timeout_s, _SHARE * left_s)
        try:
            async with asyncio.timeout(timeout_s):
                await asking.run(self._monotonic() + timeout_s)
        except TimeoutError:
            asking.fail(self._model.name, f"no choice within {timeout_s:.3g} s")
        except ModelReplyError as problem:
            asking.fail(problem.reply or self._model.name, problem.problem)
        except FamiliarError as problem:
            asking.fail(self._model.name, problem.problem)
        except Exception as problem:  # noqa: BLE001 - the edge: a model must not take the reply with it
            _log.exception("the filter failed")
            asking.fail(self._model.name, f"the filter failed: {type(problem).__name__}")
        selection = asking.selection(self._model.name)
        return Selection(await self._as_they_are(selection.hits), selection.decisions)

    async def _as_they_are(self, hits: tuple[SearchHit, ...]) -> tuple[SearchHit, ...]:
        """Without those whose files were changed while the model was thinking."""
        try:
            return tuple(await self._off_loop.run(self._current, hits))
        except FamiliarError as problem:
            _log.warning("hits were not looked at again: %s", problem.problem)
            return hits

    async def ask(
        self, offer: Offer, passages: Mapping[str, SearchHit], ends: float, *, may_search: bool
    ) -> FilterReply:
        """One call.

        Raises:
            ModelError: there is no usable reply.
        """
        request = ChatRequest(
            filter_messages(offer.question, offer.shown, passages, may_search=may_search),
            max_tokens=_REPLY_TOKENS,
            json_schema=FILTER_SCHEMA,
            timeout_s=max(ends - self._monotonic(), 0.0),
        )
        completion = await self._model.complete(request)
        return read_reply(completion, FilterReply)

    async def search(self, pattern: str, offer: Offer) -> PassagesFound:
        """What the pattern finds that was not offered before.

        Raises:
            PatternError: it is malformed, too long, or takes too long.
            IndexUnavailableError: the index cannot be read.
        """
        found = await self._off_loop.run(
            self._grep.find, pattern, offer.viewer, offer.filters, _GREP_HITS
        )
        known = {hit.identity for hit in offer.hits}
        # Before a model reads them: the ranking's own hits have been looked at already.
        current = await self._off_loop.run(self._current, found.hits)
        new = tuple(hit for hit in current if hit.identity not in known)
        return PassagesFound(new, found.degraded)


class _Asking:
    """One request under way: what was offered so far, what was chosen so far."""

    def __init__(self, tier: FilterTier, offer: Offer) -> None:
        self._tier = tier
        self._offer = offer
        self._passages = {f"p{n}": hit for n, hit in enumerate(offer.hits[:_MOST_OFFERED], 1)}
        self._chosen: list[SearchHit] | None = None
        self._decisions: list[Decision] = []

    async def run(self, ends: float) -> None:
        """Ask, search, ask again; what is chosen is kept as soon as it is known."""
        first = await self._tier.ask(self._offer, self._passages, ends, may_search=True)
        if not first.grep:
            self._take(first)
            return
        # To want more is no choice of nothing.
        if first.keep:
            self._take(first)
        found = await self._tier.search(first.grep, self._offer)
        reason = "; ".join(filter(None, (f"{len(found.hits)} more passages", found.degraded)))
        self._decisions.append(
            Decision(_STEP, f"grep {_cut(first.grep)}", Disposition.SEARCHED, reason)
        )
        self._passages |= {f"g{n}": hit for n, hit in enumerate(found.hits, 1)}
        if not found.hits and self._chosen is not None:
            return
        second = await self._tier.ask(self._offer, self._passages, ends, may_search=False)
        if second.grep and not second.keep:
            self.fail("grep", "it asks to search again, and chooses nothing")
            return
        self._take(second)

    def _take(self, reply: FilterReply) -> None:
        named = dict.fromkeys(one.strip().casefold() for one in reply.keep)
        known = [self._passages[one] for one in named if one in self._passages]
        if named and not known:
            said = ", ".join(named)
            raise ModelReplyError("it names no passage that it was given", reply=_cut(said))
        self._chosen = known[: self._offer.limit]

    def fail(self, subject: str, reason: str) -> None:
        """Note why there is no (further) choice."""
        self._decisions.append(Decision(_STEP, _cut(subject), Disposition.IGNORED, reason))

    def selection(self, model: str) -> Selection:
        """What is to be recalled by now."""
        if self._chosen is None:
            return Selection(tuple(self._offer.standing), tuple(self._decisions))
        chosen = {hit.identity for hit in self._chosen}
        decisions = [
            Decision(
                _STEP,
                hit.name,
                Disposition.KEPT if hit.identity in chosen else Disposition.CUT,
                f"{'chosen' if hit.identity in chosen else 'not chosen'} by {model}",
                hit.score,
                hit,
            )
            for hit in self._passages.values()
        ]
        offered = {hit.identity for hit in self._passages.values()}
        behind = [hit for hit in self._offer.standing if hit.identity not in offered]
        hits = (*self._chosen, *behind)[: self._offer.limit]
        return Selection(hits, (*self._decisions, *decisions))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARS else f"{line[: _SHOWN_CHARS - 1]}…"
