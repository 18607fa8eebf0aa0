"""Values as a caller gives them: what a field cannot take is refused where it is given.

A text in place of an enum, or a list in place of a tuple, is what people write; it is taken
for what it says. Anything else would be met far inside, by an error that names nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from numbers import Integral, Real
from typing import TypeVar

from familiar_memory.errors import InputError

__all__ = [
    "as_choice",
    "as_flag",
    "as_texts",
    "as_tuple",
    "check_count",
    "check_number",
    "check_text",
    "check_type",
]

_Choice = TypeVar("_Choice", bound=StrEnum)
_Type = TypeVar("_Type")


def check_type(given: object, wanted: type | tuple[type, ...], what: str, accepted: str) -> None:
    """Refuse a value of another type.

    Raises:
        InputError: it names the value, its type and what is `accepted`.
    """
    if not isinstance(given, wanted):
        raise _wrong(given, what, accepted)


def check_text(given: object, what: str, *, optional: bool = False) -> None:
    """Refuse what is no text (nor None, where that is `optional`) with an InputError."""
    if not (optional and given is None):
        check_type(given, str, what, "a text, or None" if optional else "a text")


def check_number(given: object, what: str) -> None:
    """Refuse what is neither an integer nor a float with an InputError."""
    if isinstance(given, bool) or not isinstance(given, Real) or given != given:
        raise _wrong(given, what, "a number")


def check_count(given: object, what: str, least: int = 0, *, optional: bool = False) -> None:
    """Refuse what is no integer of at `least` so much (nor None, where that is `optional`).

    Raises:
        InputError: it is something else, or less.
    """
    accepted = f"an integer of {least} or more{', or None' if optional else ''}"
    if optional and given is None:
        return
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise _wrong(given, what, accepted)
    if given < least:
        raise InputError(f"{what} is {given}", accepted)


def as_choice(given: object, options: type[_Choice], what: str) -> _Choice:
    """A member of an enum: as given, or by its value as text.

    Raises:
        InputError: there is no such member; it lists those there are.
    """
    if isinstance(given, options):
        return given
    accepted = ", ".join(f'{options.__name__}.{one.name} or "{one.value}"' for one in options)
    if not isinstance(given, str):
        raise _wrong(given, what, accepted)
    try:
        return options(given)
    except ValueError:
        raise InputError(f"{what} cannot be {given!r}", accepted) from None


def as_flag(given: object, what: str) -> bool:
    """True or False; 0 and 1, as rows of a database have them, are those.

    Raises:
        InputError: it is anything else; "no" would count as true.
    """
    if not (isinstance(given, Integral) and given in (0, 1)):
        raise _wrong(given, what, "True or False")
    return bool(given)


def as_tuple(given: object, wanted: type[_Type], what: str, accepted: str) -> tuple[_Type, ...]:
    """Several values of a type, in their order; those of a set in the order of their texts.

    Raises:
        InputError: it is no collection, or something in it is of another type.
    """
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise _wrong(given, what, f"a tuple: each of it {accepted}")
    several = sorted(given, key=str) if isinstance(given, AbstractSet) else list(given)
    for one in several:
        check_type(one, wanted, f"one of {what}", accepted)
    return tuple(several)


def as_texts(given: object, what: str) -> tuple[str, ...]:
    """Several texts; a single one is refused, because it is a sequence of letters.

    Raises:
        InputError: it is no collection of texts.
    """
    return as_tuple(given, str, what, "a text")


def _wrong(given: object, what: str, accepted: str) -> InputError:
    return InputError(f"{what} is {given!r}, of the type {type(given).__name__}", accepted)
