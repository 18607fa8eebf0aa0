"""Paths of the code that the README and the pages name are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from building.links import pages_of

ROOT = Path(__file__).parents[3]
PAGES = [path for path in pages_of(ROOT) if path.name != "CHANGELOG.md"]
WITHIN = ("", "docs", "familiar_memory", "importers/familiar_importers")
"""Where a path may begin: the prose leaves the name of the package out."""
TREES = ("benchmarks", "examples", "familiar_memory", "importers", "soak", "tests")

_NAMED = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]*(?:\.py)?|test_[a-z_0-9]+\.py)`")
OF_A_MEMORY = {
    "memory",
    "people",
    "sessions",
    "topics",
    "days",
    "self",
    "channels",
    "journal",
}
"""Folders of a familiar, whose notes the pages name too; `lore/imported` is the one of lore."""


def named_paths(text: str) -> Iterator[str]:
    """Folders and modules with a folder before them, and files of tests, in code spans."""
    return (path.rstrip("/") for path in _NAMED.findall(text))


def _is_of_a_memory(path: str) -> bool:
    return path == "lore/imported" or path.split("/")[0] in OF_A_MEMORY


def _stands(path: str, modules: set[str]) -> bool:
    if path in modules:
        return True
    places = (ROOT / within / path for within in WITHIN)
    return any(place.exists() or place.with_suffix(".py").exists() for place in places)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_path_that_is_named_is_there(page):
    """Whoever follows it finds what is meant."""
    modules = {one.name for tree in TREES for one in (ROOT / tree).rglob("*.py")}
    named = {one for one in named_paths(page.read_text("utf-8")) if not _is_of_a_memory(one)}
    assert not [path for path in sorted(named) if not _stands(path, modules)]


def test_a_path_that_leads_nowhere_is_seen():
    """So the test above can fail."""
    assert not _stands("recall/no_such_module.py", set())
    assert not _is_of_a_memory("recall/page")


def test_what_is_named_is_seen():
    """A folder, a module with or without its ending, a file of tests; no other word."""
    text = (
        "`store/disk/atomic.py` `recall/page` `tests/damage` `sync/` `test_a.py` `a.b` `log PATH`"
    )
    found = ["store/disk/atomic.py", "recall/page", "tests/damage", "sync", "test_a.py"]
    assert list(named_paths(text)) == found
