"""What a question is after: here, whether it asks for what the bot itself has said.

Data: `[asks_bot]` of a language. `patterns` are regular expressions of such questions;
`others` are those of somebody else who is asked about, and take it back.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["asks_bot"]


class _Cue(NamedTuple):
    said: re.Pattern[str]
    others: re.Pattern[str] | None


def asks_bot(text: str) -> bool:
    """Whether a question is after words of the bot: "what did you advise?", "your advice"."""
    plain = text.replace("’", "'")
    return any(
        cue.said.search(plain) and not (cue.others and cue.others.search(plain)) for cue in _cues()
    )


@lru_cache(maxsize=1)
def _cues() -> tuple[_Cue, ...]:
    return tuple(
        _Cue(
            re.compile("|".join(table["patterns"]), re.IGNORECASE),
            re.compile("|".join(table["others"])) if table.get("others") else None,
        )
        for table in language_tables("asks_bot").values()
    )
