"""The note of what belongs nowhere in particular, which two kinds of proposals write into."""

from __future__ import annotations

from typing import Final

__all__ = ["LOOSE", "UNLINKED"]

LOOSE: Final = "notes.md"
"""Where memories are that are about nobody in particular."""
UNLINKED: Final = "Not linked elsewhere"
"""Its section of links to notes that no other note links."""
