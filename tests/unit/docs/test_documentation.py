"""The documentation leads where it says, and its generated pages say what the program does."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path

import pytest
from building.links import broken_links, pages_of
from building.pages import GENERATED
from building.settings_page import keys_without_meaning

import familiar_memory

ROOT = Path(__file__).parents[3]
_PACKAGE = re.compile(r"[A-Za-z0-9_-]+")
PAGES = [page for page in pages_of(ROOT) if page.is_relative_to(ROOT / "docs")]


def test_every_relative_link_leads_to_a_file():
    """In the README and in docs/, its folders included; and to a heading, where it names one."""
    assert list(broken_links(ROOT)) == []


def test_a_broken_link_is_named(tmp_path):
    """So the test above can fail."""
    (tmp_path / "docs" / "start").mkdir(parents=True)
    (tmp_path / "README.md").write_text(
        "# F: g, `h`\n[a](docs/a.md) `[b](b.md)`\n```\n# I\n[c](c.md)\n```\n[d](https://x)\n"
        "[f](#f-g-h) [i](#i)\n"
    )
    (tmp_path / "docs" / "start" / "bot.md").write_text(
        "![e](e.svg) [f](../../README.md#f-g-h) [j](../../README.md#j)"
    )
    assert list(broken_links(tmp_path)) == [
        "README.md: docs/a.md",
        "README.md: #i",
        "docs/start/bot.md: e.svg",
        "docs/start/bot.md: ../../README.md#j",
    ]


def test_the_package_version_is_one():
    """In pyproject.toml and in the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == familiar_memory.__version__


@pytest.mark.parametrize(
    "name",
    [
        # For the pictures, the demonstration is gone through.
        pytest.param(one, marks=pytest.mark.long if one.endswith(".svg") else ())
        for one in GENERATED
    ],
)
def test_a_generated_page_is_up_to_date(name):
    """As `make docs` writes it: a help text, a setting, a docstring or the demo that changed."""
    if name.endswith(".svg"):
        pytest.importorskip("pty", reason="pictures are drawn on a terminal of Unix")
    assert (ROOT / "docs" / name).read_text("utf-8") == GENERATED[name]()


def reasons_for_dependencies(page: str) -> dict[str, str]:
    """Of each package in the table of docs/architecture.md, why it is needed."""
    section = page.partition("\n## Dependencies\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| ")]
    return {name: why.strip() for names, why, *_ in rows for name in _PACKAGE.findall(names)}


def test_every_dependency_has_its_reason():
    """In docs/architecture.md: whoever adds a package says why it, and not code of our own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["llm"], *extras["minilm"]]
    names = {found[0] for one in needed if (found := _PACKAGE.match(one))}
    reasons = reasons_for_dependencies((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    assert {name for name in names if not reasons.get(name)} == set()


def test_every_setting_is_explained():
    """The comments of the shipped character.toml say what each key means."""
    assert keys_without_meaning() == []


def test_every_public_name_is_on_the_page_of_the_python_api():
    """Under a heading of its own."""
    page = (ROOT / "docs" / "python-api.md").read_text("utf-8")
    headings = {line[5:-1] for line in page.splitlines() if line.startswith("### `")}
    assert headings == set(familiar_memory.__all__) - {"__version__"}


LIST = re.compile(r"(?: *(?:[-*] |\d+\. )|\|)")


def run_together(text: str) -> list[str]:
    """Lines of a list or a table with a paragraph right above, outside of code."""
    lines = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    pairs = itertools.pairwise(lines)
    return [
        line
        for above, line in pairs
        if re.match(r"[-*] |\d+\. |\| ", line) and above.strip() and not LIST.match(above)
        # A line that goes on in the item above is indented.
        if not above.startswith("  ")
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_lists_and_tables_stand_by_themselves(page):
    """GitHub forgives a list right below a paragraph; the site shows it as one paragraph."""
    assert run_together(page.read_text("utf-8")) == []


def test_a_list_that_is_run_together_is_seen():
    """So the test above can fail."""
    assert run_together("Text\n- a\n  more\n- b\n\n- c\n\n```\nText\n- d\n```\n") == ["- a"]


def test_every_page_is_in_the_site():
    """A page that no menu names is found by nobody."""
    site = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]

    def pages(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        below = entry.values() if isinstance(entry, dict) else entry
        return [page for one in below for page in pages(one)]

    there = {one.relative_to(ROOT / "docs").as_posix() for one in (ROOT / "docs").rglob("*.md")}
    assert sorted(pages(site["nav"])) == sorted(there)
