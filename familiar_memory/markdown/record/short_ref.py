"""Refs of turns as lines write them: `1470021559182950432` is `-1kaiHuTSX1k`, `D1:5` is `--D1-5`.

Discord's ids have 19 digits, and every line of a session ends in one: a number of 15 digits or
more is written in base 62 behind a hyphen. A block id of Obsidian's has letters, digits and hyphens
alone: a ref with a few other signs is spelt in these behind two hyphens. Both are read back without
any table. Every other ref stays as it is, and so does what somebody wrote in full.
"""

from __future__ import annotations

import re
import string

__all__ = ["ID_PATTERN", "block_id", "full_ref", "short_ref"]

_SIGN = "-"
_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_LONG = re.compile(r"[1-9][0-9]{14,29}")
_SHORT = re.compile(rf"{_SIGN}[0-9A-Za-z]{{8,17}}")
_SPELT_SIGN = "--"
_SPELLINGS = {":": "-", "-": "Zh", "_": "Zu", ".": "Zd", "/": "Zs", "Z": "ZZ"}
_SIGNS = {spelling: sign for sign, spelling in _SPELLINGS.items()}
_WITH_SIGNS = re.compile(r"(?=[^:_./]{0,79}[:_./])[A-Za-z0-9:_./-]{1,80}")
_SPELT = re.compile(r"--(?:[A-Ya-z0-9-]|Z[hudsZ])+")
_SPELLING = re.compile(r"-|Z[hudsZ]")
_SIGN_OR_Z = re.compile(r"[:_./Z-]")
ID_PATTERN = re.compile(r"[A-Za-z0-9-]+")
"""What Obsidian takes for the id of a block."""


def short_ref(ref: str) -> str:
    """A ref as lines write it where they need not spell it out."""
    if _LONG.fullmatch(ref) is not None:
        return _SIGN + _in_base_62(int(ref))
    return _spelt(ref) if _WITH_SIGNS.fullmatch(ref) is not None else ref


def full_ref(written: str) -> str:
    """The ref that `short_ref` wrote so; what it would not have written is the ref itself."""
    if _SHORT.fullmatch(written) is not None:
        ref = str(_from_base_62(written[len(_SIGN) :]))
    elif _SPELT.fullmatch(written) is not None:
        ref = _SPELLING.sub(lambda match: _SIGNS[match[0]], written[len(_SPELT_SIGN) :])
    else:
        return written
    return ref if short_ref(ref) == written else written


def block_id(ref: str) -> str | None:
    """The block id behind the line of a turn, without its `^`; None where the ref can be none."""
    written = short_ref(ref)
    is_id = ID_PATTERN.fullmatch(written) is not None and full_ref(written) == ref
    return written if is_id else None


def _in_base_62(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _from_base_62(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(_DIGITS) + _VALUES[digit]
    return number


def _spelt(ref: str) -> str:
    return _SPELT_SIGN + _SIGN_OR_Z.sub(lambda match: _SPELLINGS[match[0]], ref)
