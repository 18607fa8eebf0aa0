"""Ids of platforms as they are given: texts, or the integers of Discord's libraries."""

from __future__ import annotations

from familiar_memory.errors import InputError

__all__ = ["as_id", "is_id"]


def is_id(given: object) -> bool:
    """Whether it can be an id: a text, or an integer that is no truth value."""
    return isinstance(given, str) or (isinstance(given, int) and not isinstance(given, bool))


def as_id(given: object, what: str) -> str:
    """The id as text, an integer in its decimal digits.

    Raises:
        InputError: it is neither; `what` names the value in the message.
    """
    if not is_id(given):
        raise InputError(
            f"{what} is {given!r}, of the type {type(given).__name__}",
            'a text such as "284619350177841152", or an integer',
        )
    return str(given)
