"""Links to some notes, such as those that go: `[[Rowan]]`, `[[people/Rowan|Bex]]`, `[her](…)`.

A link is more than a name: it says who is meant. So in what others wrote it becomes `someone`,
label and all, and the sentence stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.traces import SOMEONE
from familiar_memory.markdown.text.escape import unescape

__all__ = ["LinksTo"]

_WIKI = re.compile(r"!?\[\[([^\[\]|\r\n]+)(?:\|[^\[\]\r\n]*)?\]\]")
_MARKDOWN = re.compile(
    r"!?\[(?:[^\[\]\\\r\n]|\\.|\[[^\[\]\r\n]*\])*\]"
    r"\([ \t]*(?:<([^<>\r\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()]*\))+))"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'))?[ \t]*\)"
)
_DEFINITION = re.compile(
    r"^ {0,3}\[((?!\^)(?:[^\[\]\\\r\n]|\\.)+)\]:[ \t]*(?:\r?\n[ \t]*)?"
    r"(?:<([^<>\r\n]*)>|([^\s<]\S*))"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'|\([^()\r\n]*\)))?[ \t]*(?:\r?\n|\r|\Z)",
    re.MULTILINE,
)
_REFERENCE = re.compile(
    r"!?\[((?:[^\[\]\\\r\n]|\\.)+)\](?:\[((?:[^\[\]\\\r\n]|\\.)*)\])?(?![\[(:])"
)
_SPEAKER = re.compile(r"(?:\*\*|__)?\[\[([^\[\]|\r\n]+)(?:\|[^\[\]\r\n]*)?\]\](?:\*\*|__)?:")
_BLOCK_LINK = re.compile(r"\[\[[^\[\]|#\r\n]*#\^([A-Za-z0-9-]+)")
_SIGNS = ("[[", "](", "]:")
"""One of them stands in every text with a link."""
_Span = tuple[int, int, str]


class LinksTo:
    """Knows links that lead to some notes: by one of these names, or by one of these paths."""

    def __init__(self, names: frozenset[str], paths: Iterable[str]) -> None:
        """Names and paths mean the same in whatever case and Unicode form."""
        self._names = frozenset(map(spelling_key, names))
        self._paths = frozenset(map(_bare, paths))

    def may_be_in(self, text: str) -> bool:
        """Whether there is anything like such a link: a quick look."""
        return any(sign in text for sign in _SIGNS) and self.is_in(text)

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
        return any(one[:2] == (0, len(stripped)) for one in self._spans(stripped))

    def is_path(self, text: str) -> bool:
        """Whether a text is the path of such a note in the tree, and nothing else."""
        return text.endswith(".md") and _bare(text) in self._paths

    def replaced(self, text: str) -> str:
        """The text with `SOMEONE` in the place of each; where a link is defined nothing is left."""
        kept, at = [], 0
        for start, end, instead in self._spans(text):
            kept += [text[at:start], instead]
            at = end
        return "".join([*kept, text[at:]])

    def _spans(self, text: str) -> Iterator[_Span]:
        """Where such links stand, and what comes in their place."""
        if not (self._names or self._paths) or not any(sign in text for sign in _SIGNS):
            return
        found = [(*m.span(), SOMEONE) for m in _WIKI.finditer(text) if self._leads_there(m[1])]
        found += [
            (*match.span(), SOMEONE)
            for match in _MARKDOWN.finditer(text)
            if self._leads_by_path(_target(match[1], match[2]))
        ]
        end = 0
        for span in sorted([*found, *self._references(text)]):
            if span[0] >= end:
                end = span[1]
                yield span

    def _references(self, text: str) -> Iterator[_Span]:
        """Links that say their target elsewhere: `[my boss][c]`, with `[c]: people/Rowan.md`."""
        meant: dict[str, bool] = {}
        for match in _DEFINITION.finditer(text) if "]:" in text else ():
            leads_there = self._leads_by_path(_target(match[2], match[3]))
            # Of two with one label the first counts.
            meant.setdefault(_label(match[1]), leads_there)
            if leads_there:
                yield *match.span(), ""
        for match in _REFERENCE.finditer(text) if any(meant.values()) else ():
            if meant.get(_label(match[2] or match[1])):
                yield *match.span(), SOMEONE

    def _leads_there(self, target: str) -> bool:
        path = target.rstrip("\\").partition("#")[0].strip()
        return self._ends_a_path(path) if "/" in path else _bare(path) in self._names

    def _leads_by_path(self, target: str) -> bool:
        path = target.partition("#")[0].strip()
        return path.endswith(".md") and self._ends_a_path(path)

    def _ends_a_path(self, path: str) -> bool:
        """Whether it is the end of such a path: that is enough, for it may count from anywhere."""
        given = _bare("/".join(part for part in path.split("/") if part not in ("", ".", "..")))
        return bool(given) and any(one == given or one.endswith(f"/{given}") for one in self._paths)


def linked_blocks(text: str) -> Iterator[str]:
    """The ids of the blocks to which the links of a text lead."""
    return (match[1] for match in _BLOCK_LINK.finditer(text))


def _target(bracketed: str | None, bare: str) -> str:
    return unquote(unescape(bare if bracketed is None else bracketed))


def _label(written: str) -> str:
    """What a definition is called, as labels are compared."""
    return " ".join(written.split()).casefold()


def _bare(path: str) -> str:
    return spelling_key(path.removesuffix(".md"))
