"""What the emoji of the Obsidian Tasks plugin say of a line's own time. Pure.

`➕ 2026-01-05` is the day on which a task was written down. A due date (`📅`) and the others are
words: they say what is to be done and when, and end nothing.
"""

from __future__ import annotations

import re
from datetime import date

__all__ = ["created_on", "without_dates"]

_CREATED = re.compile(r"➕\ufe0f?[ \t]*([0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")

_DATES = re.compile(r"(?:[ \t]+[➕🛫⏳📅✅❌]\ufe0f?[ \t]*[0-9]{4}-[0-9]{2}-[0-9]{2})+[ \t]*\Z")


def without_dates(text: str) -> str:
    """The text without the dates of a task at its end: of a fact they are no part of its object."""
    return _DATES.sub("", text)


def created_on(text: str) -> date | None:
    """The day behind the last `➕`; None where there is none, or it does not exist."""
    if "➕" not in text:
        return None
    found = _CREATED.findall(text)
    try:
        return date.fromisoformat(found[-1]) if found else None
    except ValueError:
        return None
