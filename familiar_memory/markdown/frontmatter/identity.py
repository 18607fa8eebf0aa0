"""The `id:` of a note, which says whose it is whatever its file is called."""

from __future__ import annotations

import re

__all__ = ["with_id"]

_FENCE = re.compile(r"\ufeff?---[ \t]*(\r\n|\n|\r)")
_LINE_END = re.compile(r"\r\n|\n|\r")


def with_id(text: str, given: str) -> str:
    """The text of a note that says no id yet, with this one as its first property."""
    fence = _FENCE.match(text)
    if fence is not None:
        return f"{text[: fence.end()]}id: {given}{fence[1]}{text[fence.end() :]}"
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    first = _LINE_END.search(text)
    end = "\n" if first is None else first[0]
    head = end.join(("---", f"id: {given}", "---", "", ""))
    return f"{mark}{head}{text[len(mark) :]}"
