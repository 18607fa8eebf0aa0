"""How the writer works through the turns, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

__all__ = ["WriterSettings"]


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """`[memory_writer]`: a batch has `batch_turns` turns, and at most twice as many."""

    batch_turns: Annotated[int, Gt(0)] = 200
