"""What somebody said right before a message, in the same place: what they set right by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SOON_US", "said_before"]

SOON_US = 24 * 60 * 60 * 1_000_000
"""A day: who finds a slip later names what was wrong."""


def said_before(
    said: Iterable[Utterance], before: Iterable[Utterance]
) -> Iterator[tuple[Utterance, Utterance | None]]:
    """Each message with the one before it of the same speaker; None where there is none."""
    last = {_of(one): one for one in before}
    for one in said:
        past = last.get(_of(one))
        is_near = past is not None and 0 <= one.said_us - past.said_us <= SOON_US
        yield one, past if is_near else None
        last[_of(one)] = one


def _of(one: Utterance) -> tuple[str, str]:
    return one.author.slug, one.place.slug
