"""Room in a prompt, shared out: nothing is cut without a mark, and nothing falls out unnamed."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["divided", "excerpted", "shares"]

_OF_TALK = 0.8
"""Of the room, where people and automated messages both want more than there is: people come
first, and what a program printed is still seen."""
_HEAD = 0.4
"""Of a long message: its beginning says what it is about, and its end what came of it."""
_LEAST = 40
"""Characters that head and tail have together; of less only the beginning is kept."""


def divided(room: int, talk: int, automated: int) -> tuple[int, int]:
    """The room for what people say, and for automated messages, which want so many characters.

    What one of them does not need is the other's.
    """
    if talk + automated <= room:
        return talk, automated
    for_talk = min(talk, int(room * _OF_TALK))
    for_automated = min(automated, room - for_talk)
    return min(talk, room - for_automated), for_automated


def shares(lengths: Sequence[int], room: int, floor: int) -> list[int]:
    """How many characters each text has, in proportion to its length, and at least `floor`.

    Texts that are shorter stay whole. Where there is no room for that, the first ones have 0: they
    are left out as a whole, and those that are left say something.
    """
    if sum(lengths) <= room:
        return list(lengths)
    least = [min(length, floor) for length in lengths]
    first = 0
    while sum(least) > room:
        least[first] = 0
        first += 1
    more = [0 if at < first else lengths[at] - least[at] for at in range(len(lengths))]
    left, wanted = room - sum(least), max(sum(more), 1)
    return [
        had + min(extra, extra * left // wanted) for had, extra in zip(least, more, strict=True)
    ]


def excerpted(text: str, most: int) -> str:
    """The text in at most so many characters: its head and its tail, with a mark in between."""
    if len(text) <= most:
        return text
    mark = f" […{len(text) - most:,} characters and more left out…] "
    usable = most - len(mark)
    if usable < _LEAST:
        return text[:most]
    head = int(usable * _HEAD)
    return text[:head] + mark + text[len(text) - (usable - head) :]
