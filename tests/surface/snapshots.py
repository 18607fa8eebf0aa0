"""Snapshot files: one a group, a title and what was printed for each case.

    ▶ familiar search tea
    $ familiar search tea
    exit 0
    …

`SURFACE_UPDATE=1 python -m pytest tests/surface` writes them anew; read the difference before
you keep it. Nothing else ever writes them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

__all__ = ["IS_UPDATE", "check_all", "difference", "expected", "write"]

IS_UPDATE = os.environ.get("SURFACE_UPDATE") == "1"
_FOLDER = Path(__file__).parent / "expected"
_HEAD = "▶ "


@cache
def expected(group: str) -> Mapping[str, list[str]]:
    """What each case of a group printed when the file was written; empty without a file."""
    path = _FOLDER / f"{group}.txt"
    if not path.exists():
        return {}
    sections: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith(_HEAD):
            current = sections.setdefault(line.removeprefix(_HEAD), [])
        elif line:
            current.append(line)
    return sections


def write(group: str, sections: Mapping[str, Sequence[str]]) -> None:
    """Write a group's file; the cases keep the order of the table."""
    text = "\n".join("\n".join([_HEAD + title, *body, ""]) for title, body in sections.items())
    (_FOLDER / f"{group}.txt").write_text(text, "utf-8", newline="\n")


def difference(title: str, before: Sequence[str] | None, now: Sequence[str]) -> str:
    """What is another thing than before, to be read; empty where nothing is."""
    if before is None:
        return f"{title}: no snapshot has it; SURFACE_UPDATE=1 writes one"
    kept = [line for line in now if line]
    return "\n".join(
        unified_diff(before, kept, f"{title} (before)", f"{title} (now)", lineterm="", n=4)
    )


def check_all(group: str, now: Mapping[str, list[str]], titles: Sequence[str]) -> None:
    """Compare a whole group that is run at once, or write it where that was asked for."""
    assert list(now) == list(titles)
    assert len(set(titles)) == len(titles)
    if IS_UPDATE:
        write(group, now)
        return
    before = expected(group)
    differing = [difference(title, before.get(title), body) for title, body in now.items()]
    left_over = [f"{title}: the table has it no more" for title in before if title not in now]
    if told := "\n".join(filter(None, [*differing, *left_over])):
        pytest.fail(f"another thing than before\n{told}", pytrace=False)
