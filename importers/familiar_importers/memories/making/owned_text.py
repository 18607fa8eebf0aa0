"""Say for whom a text from elsewhere is, without a change to its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import EVERYONE, OWNER, is_audience
from familiar_memory.markdown.frontmatter.block import BOM, read_frontmatter
from familiar_memory.transfer.importer import Remark

__all__ = ["audience_told", "check_audience", "says_for_whom", "surely_visible", "with_visibility"]

_FENCE = "---"
_LINE = re.compile(r"[^\r\n]*(?P<end>\r\n|\r|\n)")
_OTHERS = (
    " --set audience=everyone, or a place such as audience=discord-dm-42, says who may know it"
)


def check_audience(audience: str) -> str:
    """Give an audience back if it is one.

    Raises:
        UsageError: it is none.
    """
    if is_audience(audience):
        return audience
    raise UsageError(
        f"{audience!r} is not an audience", "owner, everyone, or a place such as discord-dm-42"
    )


def with_visibility(text: str, audience: str, label: str) -> str:
    """The text with `visibility: <audience>` in its frontmatter; the body keeps its bytes.

    A text that says itself for whom it is stays as it is, and so does one for everyone.

    Raises:
        InputError: its frontmatter cannot be read, so nothing can be put into it.
    """
    frontmatter = read_frontmatter(text)
    if audience == EVERYONE:
        return text
    if frontmatter.problem is not None and frontmatter.end:
        raise InputError(f"{label}: {frontmatter.problem}", "YAML of `key: value` between the ---")
    if frontmatter.visibility is not None:
        return text
    if frontmatter.end:
        mark, body = _without_mark(text)
        # The line end that the fence has: any other might be none for who reads it.
        fence = _LINE.match(body)
        first = len(fence[0]) if fence is not None else 0
        newline = fence["end"] if fence is not None else "\n"
        changed = f"{mark}{body[:first]}{_line(audience, newline)}{body[first:]}"
        found = read_frontmatter(changed)
        if found.problem is not None or found.visibility != audience:
            raise InputError(
                f"{label}: its frontmatter leaves no room for `visibility`", "plain keys"
            )
        return changed
    return _above(text, audience)


def surely_visible(text: str, audience: str) -> str:
    """As `with_visibility`; over frontmatter that takes none stands a block of its own.

    Over what is damaged it says that the note is the owner's, whoever else is meant: what it
    said of that is lost, and to mend it is not to open it.
    """
    if read_frontmatter(text).problem is not None:
        return _above(text, OWNER)
    try:
        return with_visibility(text, audience, "")
    except InputError:
        return _above(text, audience)


def says_for_whom(text: str) -> bool:
    """Whether a text says itself for whom it is."""
    found = read_frontmatter(text)
    return found.problem is None and found.visibility is not None


def audience_told(label: str, audience: str, stated: int = 0) -> Iterator[Remark]:
    """For whom an import came in, and of how many notes that say it themselves."""
    if audience == OWNER:
        told = (
            "kept to the owner, because nobody knows where this was said: recall in a room does"
            f" not show it.{_OTHERS}"
        )
    elif audience == EVERYONE:
        told = "for everyone: anyone who asks, in any room, may see it"
    else:
        told = f"for {audience} alone, and its owner"
    if stated:
        some = "1 note says" if stated == 1 else f"{stated:,} notes say"
        told += f" ({some} otherwise, with `visibility`, and that stays)"
    yield Remark(label, told)


def _above(text: str, audience: str) -> str:
    """The text below a block that says for whom it is."""
    mark, body = _without_mark(text)
    newline = _newline(body)
    return f"{mark}{_FENCE}{newline}{_line(audience, newline)}{_FENCE}{newline}{body}"


def _line(audience: str, newline: str) -> str:
    return f"visibility: {audience}{newline}"


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text[:1_000] else "\n"


def _without_mark(text: str) -> tuple[str, str]:
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)
