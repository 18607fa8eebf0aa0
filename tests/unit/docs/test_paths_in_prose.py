"""Paths that docs/architecture.md and the README name are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ("README.md", "docs/architecture.md", "docs/recall.md", "docs/security.md")
WITHIN = ("", "docs", "familiar_memory", "importers/familiar_importers")
"""Where a path may begin: the prose leaves the name of the package out."""
TREES = ("benchmarks", "examples", "familiar_memory", "importers", "soak", "tests")

_NAMED = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]*(?:\.py)?|test_[a-z_0-9]+\.py)`")
OF_A_MEMORY = {
    "lore/imported",
    "people",
    "sessions",
    "topics",
    "days",
    "self",
    "channels",
    "journal",
}
"""Folders of a familiar."""


def named_paths(text: str) -> Iterator[str]:
    """Folders and modules with a folder before them, and files of tests, in code spans."""
    return (path.rstrip("/") for path in _NAMED.findall(text))


def _stands(path: str, modules: set[str]) -> bool:
    if path in modules:
        return True
    places = (ROOT / within / path for within in WITHIN)
    return any(place.exists() or place.with_suffix(".py").exists() for place in places)


@pytest.mark.parametrize("page", PAGES)
def test_a_path_that_is_named_is_there(page):
    """Whoever follows it finds what is meant."""
    modules = {one.name for tree in TREES for one in (ROOT / tree).rglob("*.py")}
    named = set(named_paths((ROOT / page).read_text("utf-8"))) - OF_A_MEMORY
    assert not [path for path in sorted(named) if not _stands(path, modules)]


def test_what_is_named_is_seen():
    """A folder, a module with or without its ending, a file of tests; no other word."""
    text = (
        "`store/disk/atomic.py` `recall/page` `tests/damage` `sync/` `test_a.py` `a.b` `log PATH`"
    )
    found = ["store/disk/atomic.py", "recall/page", "tests/damage", "sync", "test_a.py"]
    assert list(named_paths(text)) == found
