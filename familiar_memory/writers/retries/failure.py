"""Why a batch was not written up, and who is to blame."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import (
    ConflictError,
    FamiliarError,
    HistoryError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
    StorageError,
)
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.llm.base import Completion, FinishReason
from familiar_memory.operations.outcome import ApplyReport

__all__ = ["MOST_REPLY_CHARS", "BatchFailure", "failure_of", "unwritten"]

_log = logging.getLogger(__name__)

_OF_THE_BATCH = frozenset({400, 413, 422})
"""HTTP statuses by which a provider refuses what it is asked; others refuse whoever asks."""
MOST_REPLY_CHARS = 16_000
"""Of a raw reply that is kept: as much as the longest reply that is asked for by default."""


@dataclass(frozen=True, slots=True)
class BatchFailure:
    """Why an attempt failed: `is_delay` where the batch has no part in it, and it is nobody's turn.

    `may_pass`: the same again may go through in a moment. `reply` is what a model said, cut short,
    and `wait_s` how long its provider asks to wait.
    """

    problem: str
    status: BatchStatus = BatchStatus.FAILED
    is_delay: bool = False
    may_pass: bool = False
    reply: str = ""
    wait_s: float = 0.0


def failure_of(
    turns: tuple[StoredTurn, ...], error: Exception, reply: Completion | None = None
) -> BatchFailure:
    """What an error says of a batch of these turns, and of the reply that was to be read."""
    said = "" if reply is None else _kept(reply.text)
    if isinstance(error, ModelUnavailableError):
        wait_s = error.retry_after_s or 0.0
        return BatchFailure(error.problem, is_delay=True, may_pass=True, wait_s=wait_s)
    if isinstance(error, ModelRefusedError):
        if error.status not in _OF_THE_BATCH:
            # A key or an address that is wrong is so for every batch.
            return BatchFailure(error.problem, BatchStatus.REFUSED, is_delay=True)
        return BatchFailure(error.problem, BatchStatus.REFUSED, reply=said)
    if isinstance(error, ModelReplyError):
        refused = reply is not None and reply.finish_reason is FinishReason.REFUSAL
        status = BatchStatus.REFUSED if refused else BatchStatus.UNPARSABLE
        return BatchFailure(error.problem, status, reply=said or _kept(error.reply))
    if isinstance(error, FamiliarError):
        # Whoever holds a file just now, a note or the history, lets go of it.
        may_pass = isinstance(error, ConflictError | StorageError | HistoryError)
        return BatchFailure(error.problem, may_pass=may_pass, reply=said)
    _log.error("batch %d..%d could not be written up", turns[0].id, turns[-1].id, exc_info=error)
    return BatchFailure(f"{type(error).__name__}: {error}", reply=said)


def unwritten(applied: ApplyReport) -> BatchFailure | None:
    """The failure of a batch of which a note could not be written that may be written later."""
    for failure in applied.failures:
        if failure.may_pass:
            return BatchFailure(f"{failure.path}: {failure.reason}", may_pass=True)
    return None


def _kept(reply: str) -> str:
    """The beginning of a reply, and how much of it is left out."""
    if len(reply) <= MOST_REPLY_CHARS:
        return reply
    return f"{reply[:MOST_REPLY_CHARS]}\n… and {len(reply) - MOST_REPLY_CHARS:,} characters more"
