"""What a JSON value is, in a person's words."""

from __future__ import annotations

__all__ = ["kind_of"]


def kind_of(value: object) -> str:
    """`a list`, `an object`, `a text`, `null`, `true or false`, else `a number`."""
    if isinstance(value, bool):
        return "true or false"
    if value is None:
        return "null"
    for kind, word in ((str, "a text"), (list, "a list"), (dict, "an object")):
        if isinstance(value, kind):
            return word
    return "a number"
