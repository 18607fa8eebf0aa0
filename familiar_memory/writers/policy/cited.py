"""The turns that a proposal cites: what they say, by whom, and how early in a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.knowledge.write_policy.small_talk import is_small_talk
from familiar_memory.knowledge.write_policy.tokens import every_token
from familiar_memory.writers.text.material import is_material, own_words
from familiar_memory.writers.text.sentences import mask_quotations

__all__ = ["Cited", "CitedTurns"]

_LONG = 12
"""Words of a quotation whose last one may have been cut."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Turns from which something may be learned, in order of arrival."""

    turns: tuple[StoredTurn, ...]

    @property
    def ids(self) -> frozenset[int]:
        """Their numbers."""
        return frozenset(stored.id for stored in self.turns)

    @property
    def message(self) -> str:
        """What they say in their authors' own words, a line each."""
        return "\n".join(own_words(stored.turn) for stored in self.turns)

    def are_all_by(self, slug: str) -> bool:
        """Whether that person wrote them."""
        return all(stored.turn.author.slug == slug for stored in self.turns)

    def are_small_talk(self, markers: Markers) -> bool:
        """Whether none of them says anything."""
        return all(is_small_talk(own_words(stored.turn), markers) for stored in self.turns)

    def holds(self, quote: str) -> bool:
        """Whether they have these words, side by side."""
        return _has(self.message, quote)

    def asserts(self, quote: str) -> bool:
        """Whether they have them outside of quotes, pasted lines, songs and what is acted out."""
        # Each by itself: what is passed on in one message says nothing of the next.
        said = (mask_quotations(own_words(stored.turn)) for stored in self.turns)
        return _has("\n".join(said), quote)


class CitedTurns:
    """Looks up the turns of a batch, and of the talk before it."""

    def __init__(
        self,
        history: HistoryReader,
        turn: Callable[[str, str], StoredTurn | None],
        confided: frozenset[int] = frozenset(),
    ) -> None:
        """`turn` finds one by its place and ref; those `confided` are known to be, by number."""
        self._history = history
        self._turn = turn
        self._sessions: dict[str, Mapping[str, Sequence[int]]] = {}
        self.confided = confided

    def of(self, place: str | None, refs: Iterable[str]) -> Cited | None:
        """The turns of these refs; None where one is missing, or is nothing to learn from."""
        if place is None:
            return None
        found = [self._turn(place, ref) for ref in refs]
        turns = [one for one in found if one is not None and is_material(one.turn)]
        if not found or len(turns) < len(found):
            return None
        return Cited(tuple(sorted(turns, key=lambda stored: stored.id)))

    def index_of(self, cited: Cited) -> int:
        """How many messages of its author stand in the session before the last of these."""
        last = cited.turns[-1]
        own = self._said_in(last.session, last.turn.author.slug)
        return own.index(last.id) if last.id in own else len(own)

    def _said_in(self, session: str, author: str) -> Sequence[int]:
        """The messages of somebody in a session; several of one may have to be said again."""
        if session not in self._sessions:
            by: dict[str, list[int]] = {}
            for stored in self._history.session_turns(session):
                if is_material(stored.turn):
                    by.setdefault(stored.turn.author.slug, []).append(stored.id)
            self._sessions[session] = by
        return self._sessions[session].get(author, ())


def _has(text: str, quote: str) -> bool:
    """Whether the words of a quotation stand side by side in a text."""
    wanted, tokens = tokens_of(quote), every_token(text)
    wanted = wanted[:-1] if len(wanted) > _LONG else wanted
    length = len(wanted)
    return any(tokens[at : at + length] == wanted for at in range(len(tokens) - length + 1))
