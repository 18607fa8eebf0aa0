"""The patterns of a key in a table, of all languages that have it."""

from __future__ import annotations

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["table_patterns"]


def table_patterns(table: str, key: str) -> tuple[BoundedPattern, ...]:
    """Those of one key, in any case: a language gives one, a list of them, or none."""
    written = (one.get(key, ()) for one in language_tables(table).values())
    lists = ([one] if isinstance(one, str) else one for one in written)
    return tuple(bounded(one, regex.IGNORECASE) for some in lists for one in some)
