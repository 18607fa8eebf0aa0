"""Say for whom a text from elsewhere is, without a change to its own words."""

from __future__ import annotations

from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import EVERYONE, is_audience
from familiar_memory.markdown.frontmatter import BOM, read_frontmatter

__all__ = ["check_audience", "with_visibility"]

_FENCE = "---"


def check_audience(audience: str) -> str:
    """Give an audience back if it is one.

    Raises:
        UsageError: it is none.
    """
    if is_audience(audience):
        return audience
    raise UsageError(
        f"{audience!r} is no audience", "owner, everyone, or a place such as discord-dm-42"
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
    mark, body = (BOM, text[1:]) if text.startswith(BOM) else ("", text)
    newline = "\r\n" if "\r\n" in body[:1_000] else "\n"
    line = f"visibility: {audience}{newline}"
    if not frontmatter.end:
        return f"{mark}{_FENCE}{newline}{line}{_FENCE}{newline}{body}"
    first = body.index("\n") + 1
    changed = f"{mark}{body[:first]}{line}{body[first:]}"
    if read_frontmatter(changed).visibility != audience:
        raise InputError(f"{label}: its frontmatter leaves no room for `visibility`", "plain keys")
    return changed
