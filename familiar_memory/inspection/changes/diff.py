"""What a change does to a text, as a unified diff."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

__all__ = ["diff_lines"]

_NOTHING = "/dev/null"
_NO_END = "\\ no line end at the end of the file"


def diff_lines(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """The lines of a unified diff, without their ends (CRLF too); nothing where both are the same.

    None is a file that is not there. Bytes that are not UTF-8 are shown as �.
    """
    one, other = _lines(before), _lines(after)
    names = (
        _NOTHING if before is None else f"a/{path}",
        _NOTHING if after is None else f"b/{path}",
    )
    for number, line in enumerate(unified_diff(one, other, *names, lineterm="")):
        # The names; difflib leaves them out where nothing differs.
        yield line.removesuffix("\n").removesuffix("\r")
        if number > 1 and not line.startswith("@") and not line.endswith("\n"):
            yield _NO_END


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace")
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])
