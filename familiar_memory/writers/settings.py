"""How the writer works through the turns, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

__all__ = ["WriterSettings"]


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """`[memory_writer]`: a batch has `batch_turns` turns, and at most twice as many.

    A model is shown `prompt_chars` of talk and notes at once, and may say `reply_tokens` in
    `reply_s` seconds: what a batch gives is longer than what other models are asked for, and
    nobody waits for it.
    """

    batch_turns: Annotated[int, Gt(0)] = 200
    prompt_chars: Annotated[int, Ge(2_000)] = 50_000
    reply_tokens: Annotated[int, Gt(0)] = 4_096
    reply_s: Annotated[float, Gt(0), Le(600)] = 120.0
