"""Conversation as documents: one a session, one passage a turn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from familiar_memory.domain.memory.document import (
    Chunk,
    ParsedDocument,
    Passage,
    PassageKind,
    TrustClass,
)
from familiar_memory.domain.memory.source import ScanResult, Stamp
from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.errors import HistoryError
from familiar_memory.history.history_store import HistoryStore

__all__ = ["ConversationSource"]

_ALL = 2**62


class ConversationSource:
    """The newest sessions of a history, as sync reads them (a `DocumentSource`).

    Silent, deleted and blank turns are no passages. The stamp of a session carries its
    revision in `mtime_ns`.
    """

    def __init__(
        self,
        history: HistoryStore,
        *,
        limit_turns: int = NEWEST_TURNS,
        count_tokens: Callable[[str], int] = estimate_tokens,
    ) -> None:
        """Read this history; `count_tokens` sizes the chunks (by default, an estimate).

        `limit_turns` is how many of the newest turns there are to read; 0: all.
        """
        self._history = history
        self._limit_turns = limit_turns or _ALL
        self._count_tokens = count_tokens

    @property
    def name(self) -> str:
        """`conversation`."""
        return CONVERSATION

    def scan(self) -> ScanResult:
        """Stamp every session that is new enough, in one query."""
        found = sorted(self._history.session_revisions(self._limit_turns))
        return ScanResult(tuple(Stamp(key, revision, 0) for key, revision in found))

    def turns_left_out(self) -> int:
        """How many turns are too old to be read."""
        return self._history.count_older(self._limit_turns)

    def stamp(self, key: str) -> Stamp | None:
        """Stamp one session; None when there is none, or it has become too old."""
        session = self._history.session(key)
        if session is None or self._history.turns_in_newer(key) > self._limit_turns:
            return None
        return Stamp(key, session.revision, 0)

    def digest(self, key: str) -> str:
        """Hash what `load` would show of the session."""
        return _digest(self._spoken(key))

    def load(self, key: str) -> ParsedDocument:
        """Read one session.

        Raises:
            HistoryError: there is no such session, or the history can't be read.
        """
        spoken = self._spoken(key)
        place = key.rpartition("/")[0]
        return ParsedDocument(
            key=key,
            digest=_digest(spoken),
            title=_title(place, spoken),
            trust=TrustClass.SAID,
            passages=tuple(_passage(turn) for turn in spoken),
            chunks=tuple(self._chunk(number, turn) for number, turn in enumerate(spoken)),
        )

    def _spoken(self, key: str) -> list[StoredTurn]:
        if self._history.session(key) is None:
            raise HistoryError(
                f"{self._history.path.name} has no session {key!r}",
                "a key such as discord-lantern.tavern/00000001",
            )
        turns = self._history.session_turns(key)
        return [t for t in turns if not t.turn.silent and t.turn.text.strip()]

    def _chunk(self, number: int, stored: StoredTurn) -> Chunk:
        # Without the speaker: who said it is a signal of its own in ranking.
        text = stored.turn.text
        return Chunk(
            heading_path="",
            char_start=0,
            char_end=0,
            token_count=self._count_tokens(text),
            embedding_text=text,
            audience=stored.turn.place.slug,
            first=number,
            last=number,
        )


def _passage(stored: StoredTurn) -> Passage:
    turn = stored.turn
    return Passage(
        kind=PassageKind.TURN,
        text=turn.text,
        audience=turn.place.slug,
        refs=(turn.ref,),
        place=turn.place.slug,
        author=turn.author.slug,
        author_name=turn.author.label,
        learned=turn.timestamp,
        role=turn.role.value,
        record_type="episodic",
    )


def _digest(spoken: list[StoredTurn]) -> str:
    hashed = hashlib.blake2b(digest_size=16)
    for stored in spoken:
        turn = stored.turn
        shown = [
            turn.ref,
            turn.timestamp.isoformat(),
            turn.author.slug,
            turn.author.label,
            turn.role.value,
            turn.text,
        ]
        hashed.update(json.dumps(shown).encode())
    return hashed.hexdigest()


def _title(place: str, spoken: list[StoredTurn]) -> str:
    return f"{place}, {spoken[0].turn.timestamp.date().isoformat()}" if spoken else place
