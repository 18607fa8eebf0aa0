"""Fill in the names that a character card leaves open."""

from __future__ import annotations

import re

__all__ = ["expand_macros"]

_MACRO = re.compile(r"\{\{\s*(char|user|bot)\s*\}\}|<(char|user|bot)>", re.IGNORECASE)


_LONGEST_NAME = 64
_MARKS = str.maketrans("<>{}", "‹›()")


def expand_macros(text: str, *, char: str, user: str) -> str:
    """Replace `{{char}}`, `{{user}}` and their old forms; other macros stay as they are.

    A user's name is a stranger's text among the author's: it stays one short line and
    carries no marks.
    """
    user = _tamed(user)

    def name(match: re.Match[str]) -> str:
        return user if (match[1] or match[2]).lower() == "user" else char

    return _MACRO.sub(name, text)


def _tamed(name: str) -> str:
    return " ".join(name.split())[:_LONGEST_NAME].translate(_MARKS)
