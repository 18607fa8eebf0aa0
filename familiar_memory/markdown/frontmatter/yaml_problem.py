"""Where a block of YAML cannot be read, and why, in words of whoever has written it."""

from __future__ import annotations

from typing import Any

__all__ = ["yaml_problem"]

_WORDS = {
    "mapping values are not allowed in this context": "there is a second `: ` in one value, or the"
    " line is indented: put the value in quotes, or take the spaces away",
    "could not find expected ':'": "there is no `: ` behind the key",
    "did not find expected key": "this is not a `key: value`",
}
_A_TOKEN = "<"
"""YAML calls the parts of its grammar <block end> and the like."""
_UNCLOSED = "is opened and never closed"


def yaml_problem(problem: Exception, source: str, first_line: int) -> str:
    """What is wrong, with the line; `first_line` is the number that the first of `source` has."""
    position = getattr(problem, "position", None)
    if isinstance(position, int):
        line = source[:position].count("\n") + first_line
        return f"line {line}: it holds a control character"
    mark: Any = getattr(problem, "problem_mark", None)
    said = str(getattr(problem, "problem", None) or problem)
    if mark is None:
        return _plain(said)
    start: Any = getattr(problem, "context_mark", None)
    lines = source.splitlines() or [""]
    if start is not None and (opened := _opened(lines, start)) and _is_end(said, mark, lines):
        return f"line {start.line + first_line}: {opened} {_UNCLOSED}"
    here = lines[mark.line] if mark.line < len(lines) else ""
    return f"line {mark.line + first_line}: {_what(said, here, mark.column)}"


def _what(said: str, line: str, column: int) -> str:
    before = line[: column + 1]
    if "\t" in before and not before.strip():
        return "it begins with a tab; YAML takes only spaces"
    if "cannot start any token" in said and column < len(line):
        return f"a value cannot begin with {line[column]!r}: put it in quotes"
    if _A_TOKEN in said:
        return "this is not a `key: value`"
    return _WORDS.get(said, _plain(said))


def _plain(said: str) -> str:
    return " ".join(said.split()).replace("tag:yaml.org,2002:", "!!")


def _opened(lines: list[str], start: Any) -> str:  # noqa: ANN401 - a mark of either loader
    """The quote or bracket that stands where a reading began; empty where it is another sign."""
    line = lines[start.line] if start.line < len(lines) else ""
    sign = line[start.column : start.column + 1]
    return f"the {sign}" if sign and sign in "\"'[{" else ""


def _is_end(said: str, mark: Any, lines: list[str]) -> bool:  # noqa: ANN401 - as above
    """Whether the reading went on past what was opened."""
    return mark.line >= len(lines) or "end of stream" in said or "did not find expected ','" in said
