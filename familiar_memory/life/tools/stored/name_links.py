"""Names in the words of a memory made links, so that it is known whom and what it mentions."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from familiar_memory.knowledge.entities.naming import by_itself

__all__ = ["link_to", "with_links"]

_ANY_CASE = regex.IGNORECASE | regex.FULLCASE
_UNLINKABLE = frozenset("[]|#^\r\n")


def link_to(name: str, shown: str = "") -> str | None:
    """A wiki link to whoever is called so, shown as another text; None where none can be written.

    By the name alone, whether or not a note has it: what is hidden makes no difference.
    """
    shown = shown or name
    if not name or not _UNLINKABLE.isdisjoint(name + shown):
        return None
    return f"[[{shown}]]" if name == shown else f"[[{name}|{shown}]]"


def with_links(text: str, names: Iterable[str]) -> str:
    """The text with the first mention of each name as a link; it reads as before.

    A text that has links already is left as it is.
    """
    if "[" in text:
        return text
    found: list[tuple[int, int, str]] = []
    for name in sorted(filter(None, set(names)), key=lambda one: (-len(one), one)):
        match = _mention(name).search(text)
        while match is not None and any(a < match.end() and match.start() < b for a, b, _ in found):
            match = _mention(name).search(text, match.end())
        if match is not None and (link := link_to(name, match[0])) is not None:
            found.append((match.start(), match.end(), link))
    for start, end, link in sorted(found, reverse=True):
        text = text[:start] + link + text[end:]
    return text


def _mention(name: str) -> regex.Pattern[str]:
    """The name as a word by itself, in any case; in scripts without spaces wherever it stands."""
    return regex.compile(by_itself(name, regex.escape(name), joined_by="_"), _ANY_CASE)
