"""How the writer works through the turns, and when it is run, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from familiar_memory.writers.retries.retry_rules import RetryRules

__all__ = ["WriterSettings"]


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """`[memory_writer]`: a batch has `batch_turns` turns, and at most twice as many.

    The next say when a `MemoryWriterScheduler` runs it; times are in seconds, and a
    `turn_threshold` or `max_wait` of 0 is none. The end of a session writes too, so an
    `idle_timeout` matters where the `session_timeout` is longer than it.

    A model is shown `prompt_chars` of talk and notes at once, and may say `reply_tokens` in
    `reply_s` seconds: what a batch gives is longer than what other models are asked for, and
    nobody waits for it.

    What failed is tried again after `retry_pause`, then after twice as long, up to
    `longest_retry_pause`; after `max_attempts` that failed by the batch itself, it is put aside.
    What a model said of it is kept for `reply_days`.
    """

    batch_turns: Annotated[int, Gt(0)] = 200
    turn_threshold: Annotated[int, Ge(0)] = 50
    idle_timeout: Annotated[float, Gt(0)] = 1_800.0
    debounce: Annotated[float, Ge(0)] = 30.0
    debounce_limit: Annotated[float, Ge(0)] = 300.0
    max_wait: Annotated[float, Ge(0)] = 0.0
    session_timeout: Annotated[float, Gt(0)] = 1_200.0
    close_timeout: Annotated[float, Ge(0)] = 30.0
    prompt_chars: Annotated[int, Ge(2_000)] = 50_000
    reply_tokens: Annotated[int, Gt(0)] = 4_096
    reply_s: Annotated[float, Gt(0), Le(600)] = 120.0
    max_attempts: Annotated[int, Gt(0), Le(100)] = 3
    retry_pause: Annotated[float, Gt(0)] = 30.0
    longest_retry_pause: Annotated[float, Gt(0)] = 1_800.0
    reply_days: Annotated[int, Ge(0), Le(36_500)] = 30

    @property
    def retries(self) -> RetryRules:
        """How often a batch is tried, and when."""
        return RetryRules(
            attempts=self.max_attempts,
            first_pause_s=self.retry_pause,
            longest_pause_s=self.longest_retry_pause,
            reply_days=self.reply_days,
        )
