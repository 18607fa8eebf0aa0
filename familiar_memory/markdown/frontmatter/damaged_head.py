"""What was plainly meant as frontmatter, and is none: an open block, or a fence of another kind.

A rule (`---`) above prose is no frontmatter, and stays text.
"""

from __future__ import annotations

import re
from itertools import islice

from familiar_memory.markdown.frontmatter.visibility_key import (
    Spelling,
    is_named_in,
    spelling_at_start,
)
from familiar_memory.markdown.text.invisible import ODD_SPACES, UNSEEN

__all__ = ["damage_of_head", "is_prose"]

_MOST_LINES = 200
"""Lines in which the end of a damaged head is looked for, so that no note is read to its end for
it."""
_BLANK = rf"\s{UNSEEN}{ODD_SPACES}"
# Dashes of any kind, TOML's plus signs, JSON's brace, the other rules of Markdown, a fence of code.
_MARK = "[-+*_~=;.\u2010-\u2013\u2212\ufe63\uff0d\u2014\u2015\ufe58]"
_LONG_DASH = "[\u2014\u2015\ufe58]"
_FENCE = re.compile(
    rf"[{_BLANK}]*(?:{_MARK}(?:[{_BLANK}]*{_MARK})+|{_LONG_DASH}"
    rf"|`{{2,}}[ \t]*(?:ya?ml|toml|json)?|\{{)[{_BLANK}]*"
)
_MAY_BEGIN = re.compile(rf"[{_BLANK}]*(?:{_MARK}|[`{{])")
_NOTHING = re.compile(rf"[{_BLANK}]*")
_YAML_FENCE = re.compile(rf"[{_BLANK}]*---[{_BLANK}]*")
_PROPERTY = re.compile(r"[\"']?[^\W\d][\w-]*[\"']?\s*[:=](?:\s|\Z)")
_GOES_ON = re.compile(r"\s*(?:[-#\]}\"'\[]|\s\S)")


def damage_of_head(text: str) -> str | None:
    """Say why the beginning of a text without frontmatter is a damaged one; None = it is none."""
    if _MAY_BEGIN.match(text) is None:
        return None
    # Some programs end lines at more signs than notes do; more lines to look at only close more.
    lines = text[:20_000].splitlines()
    first = next((n for n, line in enumerate(lines) if not _NOTHING.fullmatch(line)), None)
    if first is None or _FENCE.fullmatch(lines[first]) is None:
        return None
    is_yaml = _YAML_FENCE.fullmatch(lines[first]) is not None
    return _damage(lines[first], list(islice(lines, first + 1, first + _MOST_LINES)), is_yaml)


def is_prose(inside: str) -> bool:
    """Whether what stands between two fences, and is no list of properties, is text between rules.

    A blank line sets it off from the first, no line of it looks like a property, and nothing
    in it is the word visibility, however it is spelled.
    """
    lines = inside.splitlines()
    if not lines or _NOTHING.fullmatch(lines[0]) is None:
        return False
    if any(_PROPERTY.match(line.lstrip()) for line in lines):
        return False
    return not is_named_in(inside)


def _damage(fence: str, following: list[str], is_yaml: bool) -> str | None:
    inside: list[str] = []
    is_closed = False
    for line in following:
        if is_closed := _FENCE.fullmatch(line) is not None or line.strip() in ("```", "}"):
            break
        if line.startswith(("# ", "##")) and "`" not in fence:
            break
        inside.append(line)
    shown = repr(fence.strip())
    if any(spelling_at_start(line) is not Spelling.OTHER for line in inside):
        return (
            f"what begins with {shown} mentions visibility but is not a block between --- and ---"
        )
    if not inside or not _PROPERTY.match(inside[0]):
        return None
    if is_yaml and not is_closed:
        return "it begins with --- and never ends"
    if is_closed and all(_is_property(line) for line in inside):
        return f"what begins with {shown} looks like a block between --- and ---, and is none"
    return None


def _is_property(line: str) -> bool:
    return not line.strip() or bool(_PROPERTY.match(line) or _GOES_ON.match(line))
