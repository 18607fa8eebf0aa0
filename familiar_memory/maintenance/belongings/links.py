"""Links to some notes, such as those that go: `[[Rowan]]`, `[[people/Rowan|Bex]]`, `[her](…)`.

A link is more than a name: it says who is meant. So in what others wrote it becomes `someone`,
label and all, and the sentence stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from familiar_memory.domain.traces import SOMEONE
from familiar_memory.markdown.text.escape import unescape

__all__ = ["LinksTo"]

_WIKI = re.compile(r"!?\[\[([^\[\]|\r\n]+)(?:\|[^\[\]\r\n]*)?\]\]")
_MARKDOWN = re.compile(
    r"!?\[(?:[^\[\]\\\r\n]|\\.|\[[^\[\]\r\n]*\])*\]"
    r"\([ \t]*(?:<([^<>\r\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()]*\))+))"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?[ \t]*\)"
)
_SPEAKER = re.compile(r"(?:\*\*|__)?\[\[([^\[\]|\r\n]+)(?:\|[^\[\]\r\n]*)?\]\](?:\*\*|__)?:")
_BLOCK_LINK = re.compile(r"\[\[[^\[\]|#\r\n]*#\^([A-Za-z0-9-]+)")


class LinksTo:
    """Knows links that lead to some notes: by one of these names, or by one of these paths."""

    def __init__(self, names: frozenset[str], paths: Iterable[str]) -> None:
        """Take the names in small letters."""
        self._names = names
        self._paths = frozenset(map(_bare, paths))

    def may_be_in(self, text: str) -> bool:
        """Whether there is anything like such a link: a quick look."""
        return ("[[" in text or "](" in text) and self.is_in(text)

    def is_in(self, text: str) -> bool:
        """Whether such a link stands in a text."""
        return any(True for _ in self._spans(text))

    def begins(self, text: str) -> bool:
        """Whether a text begins with such a link as its speaker: `[[Rowan]]: …`."""
        match = _SPEAKER.match(text)
        return match is not None and self._leads_there(match[1])

    def is_all_of(self, text: str) -> bool:
        """Whether a text is such a link, and nothing else."""
        stripped = text.strip()
        return any(span == (0, len(stripped)) for span in self._spans(stripped))

    def replaced(self, text: str) -> str:
        """The text with `SOMEONE` in the place of each."""
        kept, at = [], 0
        for start, end in self._spans(text):
            kept += [text[at:start], SOMEONE]
            at = end
        return "".join([*kept, text[at:]])

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        if not (self._names or self._paths) or not ("[[" in text or "](" in text):
            return
        found = [m.span() for m in _WIKI.finditer(text) if self._leads_there(m[1])]
        for match in _MARKDOWN.finditer(text):
            target = match[1] if match[1] is not None else match[2]
            if self._leads_by_path(unquote(unescape(target))):
                found.append(match.span())
        end = 0
        for span in sorted(found):
            if span[0] >= end:
                end = span[1]
                yield span

    def _leads_there(self, target: str) -> bool:
        path = target.rstrip("\\").partition("#")[0].strip()
        name = path.rpartition("/")[2].removesuffix(".md").casefold()
        if "/" in path:
            return _bare(path.lstrip("/")) in self._paths
        return name in self._names

    def _leads_by_path(self, target: str) -> bool:
        """Of a Markdown link the end of the path is enough: it counts from where it stands."""
        path = target.partition("#")[0].strip()
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        if not parts or not path.endswith(".md"):
            return False
        given = _bare("/".join(parts))
        return any(one == given or one.endswith(f"/{given}") for one in self._paths)


def linked_blocks(text: str) -> Iterator[str]:
    """The ids of the blocks to which the links of a text lead."""
    return (match[1] for match in _BLOCK_LINK.finditer(text))


def _bare(path: str) -> str:
    return path.removesuffix(".md").casefold()
