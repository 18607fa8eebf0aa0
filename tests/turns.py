"""Turns to record, all but for what a test is about."""

from datetime import UTC, datetime, timedelta
from typing import Any

from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn

__all__ = ["said"]


def said(ref: str, text: str = "hello", *, minute: float = 0, who: str = "42", **more: Any) -> Turn:
    """Make a turn of the tavern: `said("m1", "hello", minute=5, who="42")`."""
    given: dict[str, Any] = {
        "ref": ref,
        "timestamp": datetime(2026, 2, 2, 19, 0, tzinfo=UTC) + timedelta(minutes=minute),
        "place": TAVERN,
        "author": Author("discord", who, f"Name {who}"),
        "text": text,
    }
    return Turn(**(given | more))
