"""What is to be written of a batch, kept until all of it is written.

A run that dies while it writes leaves some notes written and some not. The next one writes the
same, and asks no model again: asked twice, one says two things, and both would be kept.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import InputError
from familiar_memory.history.ledger.base import Ledger
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.proposal_json import proposals_from_json, proposals_to_json
from familiar_memory.writers.retries.attempts import CutTalk

__all__ = ["StagedBatches"]

_log = logging.getLogger(__name__)
_DIGEST_CHARS: Final = 64


class StagedBatches:
    """Keeps what is proposed in the ledger, beside a digest of the messages it was made of."""

    def __init__(
        self, ledger: Ledger, clock: Callable[[], datetime], *, dry_run: bool = False
    ) -> None:
        """With `dry_run` nothing is kept, and nothing that was kept is used."""
        self._ledger = ledger
        self._clock = clock
        self._dry_run = dry_run

    def of(self, cut: CutTalk, background: Sequence[StoredTurn]) -> tuple[Proposal, ...] | None:
        """What was to be written of these turns; None where it is to be found out.

        So it is where a message, or one of the `background` before them, is not what it was.
        """
        entry = None if self._dry_run else self._ledger.find(*cut.batch)
        if entry is None or not entry.staged.startswith(_digest(cut, background)):
            return None
        try:
            return proposals_from_json(entry.staged[_DIGEST_CHARS:])
        except InputError as error:
            _log.warning("batch %d..%d is read anew: %s", *cut.batch, error.problem)
            return None

    def stage(
        self, cut: CutTalk, background: Sequence[StoredTurn], proposals: Sequence[Proposal]
    ) -> None:
        """From now on this is what is to be written of these turns.

        Raises:
            HistoryError: it cannot be kept.
        """
        if not self._dry_run:
            self._ledger.stage(
                *cut.batch,
                _digest(cut, background) + proposals_to_json(proposals),
                at=self._clock(),
                turns=(stored.id for stored in cut.turns),
            )


def _digest(cut: CutTalk, background: Sequence[StoredTurn]) -> str:
    """Of all that the talk says, and of whose it is, in hexadecimal digits.

    What a place is called does not count: it may be named after the batch was begun.
    """
    said = repr((cut.reach, [*map(_nameless, cut.turns)], [*map(_nameless, background)]))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _nameless(stored: StoredTurn) -> StoredTurn:
    place = replace(stored.turn.place, name=None, guild_name=None)
    return replace(stored, turn=replace(stored.turn, place=place))
