"""Where a topic first came up: `First came up in [[2026-02-04-afternoon]]`.

A note says it as long as nobody has said what the topic is.
"""

from __future__ import annotations

from dataclasses import replace

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["is_origin", "origin_line"]

_WRITTEN = regex.compile(r"First came up(?: in \[\[[^\[\]|#]+\]\])?")


def origin_line(one: Utterance, session: str | None) -> Record:
    """The line of the first turn that named a topic; `session` is the note of its part of the day.

    It quotes nobody, so it is by nobody.
    """
    text = "First came up" if session is None else f"First came up in [[{session}]]"
    return Record(text, replace(one.fields, by=None))


def is_origin(record: Record) -> bool:
    """Whether a line, struck or not, has this form."""
    return _WRITTEN.fullmatch(record.text) is not None
