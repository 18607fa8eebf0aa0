"""Names as they may stand in a line of a prompt: whatever a stranger calls themselves."""

from __future__ import annotations

__all__ = ["LONGEST_NAME", "one_line"]

LONGEST_NAME = 60
"""Characters of a display name that a prompt shows."""


def one_line(text: str, most_chars: int | None = None) -> str:
    """A text without line breaks of any kind (there are ten), its spaces made single."""
    return " ".join(text.split())[:most_chars]
