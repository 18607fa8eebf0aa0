"""Long numbers as refs of turns, written short: `1470021559182950432` is `-1kaiHuTSX1k`.

Discord's ids have 19 digits, and every line of a session ends in one. A number of 15 digits or
more is written in base 62 behind a hyphen, and read back without any table; every other ref
stays as it is, and so does a number that somebody wrote in full.
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
ID_PATTERN = re.compile(r"[A-Za-z0-9-]+")
"""What Obsidian takes for the id of a block."""


def short_ref(ref: str) -> str:
    """A ref as lines write it where they need not spell it out."""
    return ref if _LONG.fullmatch(ref) is None else _SIGN + _in_base_62(int(ref))


def full_ref(written: str) -> str:
    """The ref that `short_ref` wrote so; what it would not have written is the ref itself."""
    if _SHORT.fullmatch(written) is None:
        return written
    number = 0
    for digit in written[len(_SIGN) :]:
        number = number * len(_DIGITS) + _VALUES[digit]
    ref = str(number)
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
