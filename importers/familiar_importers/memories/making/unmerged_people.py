"""Lines of a note that would make one person of two: who is whom is said by a person here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from familiar_memory.markdown.tree import parse_note
from familiar_memory.transfer.importer import Remark

__all__ = ["merges_told", "without_merges"]

_MERGES = "same_as"
_NAMED = 10


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


def merges_told(label: str, merges: Mapping[str, int]) -> Iterator[Remark]:
    """In which notes such lines are text now, and how many, if there were any."""
    count = sum(merges.values())
    if not count:
        return
    lines = "1 line" if count == 1 else f"{count:,} lines"
    named = sorted(path for path, number in merges.items() if number)
    more = f" and {len(named) - _NAMED:,} more notes" if len(named) > _NAMED else ""
    yield Remark(
        label,
        f"{lines} with `same_as::` joined nobody, because only you say who is the same person."
        f" To say so, remove the backslash there: {', '.join(named[:_NAMED])}{more}",
    )
