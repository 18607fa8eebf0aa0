"""Telling an editor's stale buffer from an edit. Pure.

Somebody opens a note, the engine adds lines to it, and the editor saves what it has: the
lines are gone, and nobody wanted that. What the person typed was typed into an older text.
"""

from __future__ import annotations

from collections import Counter

__all__ = ["takes_back"]


def takes_back(base: bytes, before: bytes, after: bytes) -> bool:
    """Whether nothing of what happened from `base` to `before` is left in `after`.

    Each line that came is gone, and each that went is there again: so it is when `after`
    was typed into `base`, although `before` stood there by then. Blank lines say nothing.
    """
    old, new, saved = _lines(base), _lines(before), _lines(after)
    came, went = new - old, old - new
    if not came and not went:
        return False
    return all(saved[line] <= old[line] for line in came) and all(
        saved[line] >= old[line] for line in went
    )


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line for line in map(bytes.strip, data.split(b"\n")) if line)
