"""Fill in the names that a character card leaves open."""

from __future__ import annotations

import re

__all__ = ["expand_macros"]

_MACRO = re.compile(r"\{\{\s*(char|user|bot)\s*\}\}|<(char|user|bot)>", re.IGNORECASE)


def expand_macros(text: str, *, char: str, user: str) -> str:
    """Replace `{{char}}`, `{{user}}` and their old forms; other macros stay as they are."""

    def name(match: re.Match[str]) -> str:
        return user if (match[1] or match[2]).lower() == "user" else char

    return _MACRO.sub(name, text)
