"""A note whose links follow files that were renamed; not a byte beside them changes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from familiar_memory.markdown.links import Link, LinkKind, linked_spans, resolve

__all__ = ["relinked"]

_NOTE = ".md"
_HEADING = re.compile(r"#.*", re.DOTALL)


def relinked(text: str, old_path: str, path: str, moved: Mapping[str, str]) -> str:
    """The text of a note that stood at `old_path` and now stands at `path`.

    `moved` gives the new path of each file that has one. A link that led to one leads to
    it again; one that still leads where it led, or led nowhere, keeps its bytes, and so do
    code and frontmatter.
    """
    pieces: list[str] = []
    end = 0
    for start, stop, written in _changes(text, old_path, path, moved):
        pieces += (text[end:start], written)
        end = stop
    return "".join((*pieces, text[end:])) if pieces else text


def _changes(
    text: str, old_path: str, path: str, moved: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    for start, stop, link in linked_spans(text):
        target = resolve(link, old_path)
        # What did not move is as near as it was: whole folders move, none goes deeper.
        if target is None or target not in moved or resolve(link, path) == moved[target]:
            continue
        written = _written(link, path, moved[target])
        if resolve(Link(written, link.line, link.text, link.kind), path) == moved[target]:
            yield start, stop, _as_source(written, link, text, start)


def _written(link: Link, path: str, target: str) -> str:
    """The target as a link from `path` names it, in the way that it was named before."""
    heading = _HEADING.search(link.target)
    behind = heading[0] if heading else ""
    if link.kind is LinkKind.MARKDOWN:
        is_absolute = link.target.startswith("/")
        near = f"/{target}" if is_absolute else posixpath.relpath(target, posixpath.dirname(path))
        return near + behind
    is_neighbour = posixpath.dirname(path) == posixpath.dirname(target)
    name = posixpath.basename(target) if is_neighbour and "/" not in link.target else target
    if not link.target.partition("#")[0].strip().endswith(_NOTE):
        name = name.removesuffix(_NOTE)
    return name + behind


def _as_source(written: str, link: Link, text: str, start: int) -> str:
    """The target as it stands in the text; a wiki link shows what it showed before."""
    if link.kind is LinkKind.MARKDOWN:
        return quote(written, safe="/._-#~")
    line = text[text.rfind("\n", 0, start) + 1 : start]
    # In a row of a table the bar before the shown text is escaped.
    bar = "\\|" if line.lstrip().startswith("|") else "|"
    if text.startswith("|", text.find(link.target, start) + len(link.target)):
        return written
    if link.text != link.target:
        return f"{written}\\" if bar == "\\|" else written
    return written if line.endswith("![[") else f"{written}{bar}{link.target}"
