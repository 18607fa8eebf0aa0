"""The caps of the store, in one value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

from annotated_types import Gt

from familiar_memory.domain.given import check_number

__all__ = ["Limits", "StoreSettings"]


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """`[store]`: the caps that an owner may set.

    `max_file_bytes` bounds what a write may leave behind: a file that is already
    over it stays readable and searchable, and only writes that shrink it are taken; the
    memory writer counts what one audience may see (`operations.note_room`).
    `max_dir_entries` counts the visible entries of one folder. `max_results` cuts a
    search after sorting.
    """

    max_file_bytes: Annotated[int, Gt(0)] = 262_144
    max_dir_entries: Annotated[int, Gt(0)] = 10_000
    max_results: Annotated[int, Gt(0)] = 1_000


@dataclass(frozen=True, slots=True)
class Limits(StoreSettings):
    """How large one file, one folder and one search may be, apart from what is configured.

    `max_line_chars` is how much of a long line a hit quotes. `grep_timeout_s` is the
    matching time that a search may waste before it is stopped; reading files does not
    count. `lock_timeout_s` is how long a write waits for another writer of the same file.

    Raises:
        InputError: one of them is not a number.
    """

    max_line_chars: int = 500
    max_pattern_chars: int = 1_000
    grep_timeout_s: float = 0.2
    lock_timeout_s: float = 10.0

    def __post_init__(self) -> None:
        for one in fields(self):
            check_number(getattr(self, one.name), f"the limit {one.name}")
