"""Lines of a note that would make one person of two: who is whom is said by a person here."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.markdown.tree import parse_note
from familiar_memory.transfer.importer import Remark

__all__ = ["merges_told", "without_merges"]

_MERGES = "same_as"


def without_merges(text: str) -> tuple[str, int]:
    r"""The text with a backslash in each `same_as::` that is a fact, and how many there were.

    `same_as\::` is shown as it was, and is no fact; a person who means it takes the
    backslash away.
    """
    if _MERGES not in text:
        return text, 0
    starts = [
        text.index(f"{_MERGES}::", block.char_start) + len(_MERGES)
        for section in parse_note(text).sections
        for block in section.blocks
        if block.record is not None and block.record.predicate == _MERGES
    ]
    for at in reversed(starts):
        text = f"{text[:at]}\\{text[at:]}"
    return text, len(starts)


def merges_told(label: str, count: int) -> Iterator[Remark]:
    """That such lines are text now, if there were any."""
    if count:
        lines = "1 line" if count == 1 else f"{count:,} lines"
        yield Remark(
            label,
            f"{lines} with `same_as::` joined nobody: who is whom is said by a person, who may"
            " take the backslash away",
        )
