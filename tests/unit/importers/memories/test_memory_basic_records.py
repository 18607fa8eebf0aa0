"""A project of basic-memory comes in as records: categories, tags, relations."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_importers.basic_memory import BasicMemoryImporter
from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.making.stated_lines import with_stated_records
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.markdown.tree import parse_note
from familiar_memory.transfer.importer import NoteFile, Remark
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from familiar_memory.familiar import Familiar

_HEAD = """---
title: Coffee Brewing Methods
type: note
permalink: notes/coffee-brewing
tags:
- coffee
---

# Coffee Brewing Methods

"""
_BODY = """## Observations
- [method] Pour over is floral #brewing #light (learned from Ana)
* [key decision] Grind at twenty #grind clicks ^k1

## Relations
- pairs_with [[Chocolate]]
- relates to [[Tea Ceremony|tea]] (see also)
- requires [[Dark Chocolate]]
- "made by" [[notes/coffee-brewing]]
"""
_EXPECTED = """## Observations
- Pour over is floral (learned from Ana) (category:method, tags:brewing|light)
* Grind at twenty #grind clicks (category:key decision, tags:grind) ^k1

## Relations
- pairs_with:: [[Chocolate]]
- relates_to:: [[Tea Ceremony|tea]] (quote:"see also")
- requires:: [[food/Chocolate|Dark Chocolate]]
- made_by:: [[notes/Coffee Brewing|notes/coffee-brewing]]
"""


def _project(folder: Path) -> Path:
    for name, text in {
        "notes/Coffee Brewing.md": _HEAD + _BODY,
        "food/Chocolate.md": "---\ntitle: Dark Chocolate\npermalink: choc\n---\n- [fact] Bitter\n",
        "Readme.md": "Prose.\n",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_observations_and_relations_become_records(tmp_path: Path) -> None:
    """The properties and all other lines keep their bytes, and the report counts."""
    items = list(BasicMemoryImporter("everyone").read(_project(tmp_path)))
    notes = {item.path: item.text for item in items if isinstance(item, NoteFile)}
    assert notes["notes/Coffee Brewing.md"] == _HEAD + _EXPECTED
    assert notes["food/Chocolate.md"].endswith("- Bitter (category:fact)\n")
    assert notes["Readme.md"] == "Prose.\n"
    told = [item.text for item in items if isinstance(item, Remark)]
    assert told[-1].startswith("3 observations and 4 relations are records")


@pytest.mark.parametrize(
    "line",
    [
        "- [10:32] Ana said hello",
        "- [x] done",
        "- [ ] todo",
        "- [i] an icon",
        "- [text](url) and more",
        "- [text][ref] and more",
        "- [^1] a footnote",
        "- [[Tea]] is a link",
        "- [Ana] hello there",
        "- [method]",
        "- Visit the [[Tea House]]",
        "- visit [[Tea House]]",
        "- pairs_with [[Tea]] and more words",
        "- pairs_with [[Tea]] (a) (b)",
        "- same_as [[Rowan]]",
        "- Likes tea (category:drink)",
        "- \\[method] text",
        "- pairs_with:: [[Tea]]",
        "[method] a paragraph",
        "```\n- [method] code\n```",
        "- [method] x (in:nowhere at all, 2026-01-01)",
    ],
)
@pytest.mark.parametrize("heading", ["", "## Notes\n"])
def test_other_lines_stay_as_they_are(line: str, heading: str) -> None:
    """A time stamp, a check box, a footnote, a sentence with a link: byte for byte."""
    text = f"{heading}{line}\n"
    stated = with_stated_records("notes/x.md", text, lambda target, label: f"[[{target}]]")
    assert (stated.text, stated.observations + stated.relations) == (text, 0)


_PIECES = st.sampled_from(
    (
        *("- [a b] ", "- [method] ", "- rel_to [[X]]", " (ctx)", " #t", "[[Y|z]]", "\n", "  "),
        *("~~", "> ", "(2026-01-01, ref:1)", " ^k1", "## Observations\n", "## Relations\n"),
        *("```\n", "words", "::", "%%", "<!--", "-->", "\\", "📅 2026-01-01", "|", '"', "(in:"),
        *("---\n", "\r\n", "#", "1. "),
    )
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_a_second_import_finds_nothing_left_to_do(text: str) -> None:
    """Whatever the lines are; and every block that is no record is as it was."""

    def link(target: str, label: str) -> str:
        return f"[[{target}]]"

    once = with_stated_records("notes/x.md", text, link)
    again = with_stated_records("notes/x.md", once.text, link)
    assert (again.text, again.observations, again.relations) == (once.text, 0, 0)
    before, after = parse_note(text).blocks, parse_note(once.text).blocks
    assert [b.text for b in before if not b.record] == [b.text for b in after if not b.record]


@pytest.mark.parametrize(
    ("files", "is_one"),
    [
        ({"a.md": _HEAD + _BODY}, True),
        ({"a.md": _HEAD + _BODY, ".obsidian/app.json": "{}"}, True),
        ({"a.md": _HEAD + _BODY, "b.md": "x", "c.md": "y"}, False),
        ({"a.md": _HEAD + "Prose of a web site.\n"}, False),
        ({"a.md": "# Plain\n\n" + _BODY}, False),
        ({"a.md": _HEAD + _BODY, "MEMORY.md": "m"}, False),
        ({"a.md": _HEAD + "## Relations\n\n- see [[X]]\n"}, True),
        ({}, False),
    ],
)
def test_a_project_is_known_by_its_structure(
    tmp_path: Path, files: dict[str, str], is_one: bool
) -> None:
    """Permalinks in most notes, and lines of the form where the headings say so."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    assert BasicMemoryImporter().detect(tmp_path) is is_one
    if "MEMORY.md" not in files:
        assert MarkdownFolderImporter().detect(tmp_path) is not is_one
    if set(files) == {"a.md"}:
        assert BasicMemoryImporter().detect(tmp_path / "a.md") is is_one


def test_it_is_found_by_tag_and_a_second_import_changes_nothing(
    tmp_path: Path, new_familiar: "Callable[..., Familiar]"
) -> None:
    """From the folder to the answer; the index built anew holds the same."""
    project = _project(tmp_path / "project")
    familiar = new_familiar(tmp_path / "home")

    def tagged(question: str, tag: str) -> RecallRequest:
        return RecallRequest(question, filters=RecallFilters(tags=(tag,)))

    async def life() -> tuple[list[str], list[int], list[str]]:
        async with familiar:
            changed = []
            for _ in range(2):
                staged = stage(BasicMemoryImporter(), project, max_file_bytes=262_144)
                report = run_import(staged, Destination(lambda turns: [], familiar.store))
                changed.append(len(report.written))
            await familiar.settle()
            found = await familiar.search(tagged("pour over", "#Brewing"))
            known = await familiar.search(tagged("chocolate", "coffee"))
            return [hit.text for hit in found.hits], changed, [hit.text for hit in known.hits]

    hits, changed, known = asyncio.run(life())
    assert hits == ["Pour over is floral (learned from Ana)"]
    assert changed == [3, 0]
    assert "pairs_with:: Chocolate" in known
