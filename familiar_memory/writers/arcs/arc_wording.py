"""How the lines of an arc are worded: what they are stands in bold before what they say."""

from __future__ import annotations

from enum import StrEnum

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.text.kept_ids import ARC, is_kept_up

__all__ = ["ArcLine", "arc_text", "is_open_thread", "is_themes"]


class ArcLine(StrEnum):
    """What a line of an arc is, by the word with which it begins."""

    THEMES = "Themes"
    OPEN = "Open"
    RESOLVED = "Resolved"


def arc_text(kind: ArcLine, said: str, who: str = "") -> str:
    """`**Open, Bex**: when does the ferry go?`, or without the name."""
    return f"**{kind.value}{', ' if who else ''}{who}**: {said}"


def is_open_thread(record: Record) -> bool:
    """Whether a line says what stayed open."""
    return is_kept_up(record, ARC) and record.text.startswith(f"**{ArcLine.OPEN.value}")


def is_themes(record: Record) -> bool:
    """Whether a line says what a session was about."""
    return is_kept_up(record, ARC) and record.text.startswith(f"**{ArcLine.THEMES.value}**")
