"""Links between pages, and whether they lead anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["broken_links", "pages_of"]

_LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?")
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")


def pages_of(root: Path) -> list[Path]:
    """Every page: those at the top of the repository, and docs/ with its folders."""
    return sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])


def broken_links(root: Path) -> Iterator[str]:
    """Name each relative link whose file or heading is not there, as `page: target`."""
    for page in pages_of(root):
        prose = _CODE.sub("", _FENCE.sub("", page.read_text(encoding="utf-8")))
        for path, heading in _LINK.findall(prose):
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{page.relative_to(root).as_posix()}: {path}"
            elif heading and heading not in _anchors(target):
                yield f"{page.relative_to(root).as_posix()}: {path}#{heading}"


def _anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links, on GitHub and on the site alike."""
    headings = _HEADING.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}
