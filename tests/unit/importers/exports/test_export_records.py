"""Records of a tree as JSON lines."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_in_memory import TreeInMemory

from familiar_importers.exports.records import RecordsExporter
from familiar_memory.domain.memory.document import PassageKind
from familiar_memory.errors import UsageError
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import Remark

_EMPTY = {
    **dict.fromkeys(("id", "predicate", "object", "about", "task", "learned", "since", "until")),
    **dict.fromkeys(("by", "in", "type", "subject", "category", "topic", "confidence", "source")),
    **dict.fromkeys(("seen", "expires", "quote", "replaces", "into")),
    "section": "",
    "state": "live",
    "audience": "everyone",
    "refs": [],
    "tags": [],
    "importance": 5,
    "temporary": False,
}


def _export(tree: TreeInMemory, default: str = "everyone") -> tuple[list[dict], tuple[Remark, ...]]:
    export = RecordsExporter().export(
        tree, ExportOptions(Path("r.jsonl"), default_audience=default)
    )
    lines = b"".join(export.pieces).decode().splitlines()
    return [json.loads(line) for line in lines], export.remarks


def test_a_record_is_a_line_with_all_that_its_tail_says() -> None:
    """In the order of paths and lines, and retired ones too."""
    tree = TreeInMemory.of(
        people__discord_1="# Zoë\n\nProse is no record.\n\n## Facts\n\n"
        "- works_at:: Acme (2026-01-28T19:31:00Z, since 2026-01, ref:7, ref:8, by:discord-1,"
        " in:discord-dm-1, type:semantic, importance:8, confidence:0.5, source:inferred,"
        ' tags:a|b, temporary, seen:3, expires:2027-01-01, quote:"at Acme", replaces:^x) ^k3\n'
        "- ~~[x] gone (until 2025)~~\n",
        notes="- a thought\n",
        review="- [ ] held\n",
    )
    assert _export(tree)[0] == [
        {**_EMPTY, "path": "notes.md", "line": 1, "text": "a thought"},
        {
            **_EMPTY,
            "path": "people/discord_1.md",
            "line": 7,
            "section": "Facts",
            "id": "k3",
            "text": "works_at:: Acme",
            "audience": "discord-dm-1",
            "predicate": "works_at",
            "object": "Acme",
            "about": "discord_1",
            "learned": "2026-01-28T19:31:00Z",
            "since": "2026-01",
            "refs": ["7", "8"],
            "by": "discord-1",
            "in": "discord-dm-1",
            "type": "semantic",
            "importance": 8,
            "confidence": 0.5,
            "source": "inferred",
            "tags": ["a", "b"],
            "temporary": True,
            "seen": 3,
            "expires": "2027-01-01",
            "quote": "at Acme",
            "replaces": "x",
        },
        {
            **_EMPTY,
            "path": "people/discord_1.md",
            "line": 8,
            "section": "Facts",
            "text": "[x] gone",
            "state": "ended",
            "about": "discord_1",
            "until": "2025",
        },
    ]


def test_what_is_damaged_is_named_and_left_out() -> None:
    """Nobody knows for whom such a line is."""
    tree = TreeInMemory({"a.md": b"- x (ref:1, nonsense)\n  - below\n", "b.md": b"\xff"})
    records, remarks = _export(tree)
    assert [(one["text"], one["audience"]) for one in records] == [("below", "owner")]
    assert remarks == (
        Remark("a.md:1", "left out: its tail does not parse, so nobody knows for whom it is"),
        Remark("b.md", "not UTF-8 at byte 0: left out"),
    )


_LINES = st.sampled_from(
    [
        *(
            "- a",
            "- b (2026-01-01, in:owner)",
            "- c (2026-01-01, in:everyone)",
            "- d (in:nowhere!)",
        ),
        *("  - e", "  - f (in:discord-dm-7)", "- g (ref:1, oops)", "* h (in:discord-a.b)"),
        *("## discord-lantern.tavern", "## discord-dm-42 and more", "## Facts", "# T", "prose"),
        *("Keys:", "---", "- a key"),
        *("1. i", "2026. was great", "> - j", "```", "", "## Aliases", "k (2026-01-01, in:owner)"),
    ]
)
_PATHS = st.sampled_from(
    [
        *("people/x.md", "days/2026-01-01.md", "sessions/2026-01-01-night.md", "notes.md"),
        *("channels/discord-a.b.md", "self/rules.md", "self/description.md", "lore/x.md"),
        "lore/imported/b/x.md",
    ]
)
_FRONT = st.sampled_from(
    ["", "---\nvisibility: owner\n---\n", "---\nvisibility: ???\n---\n", "---\n: [\n---\n"]
)


@pytest.mark.long
@given(_PATHS, _FRONT, st.lists(_LINES, max_size=14), st.sampled_from(["everyone", "owner"]))
def test_an_export_says_of_each_line_what_the_index_says(
    path: str, front: str, lines: list[str], default: str
) -> None:
    """Otherwise a program that reads it would tell what nobody may know."""
    text = front + "\n".join(lines) + "\n"
    document = NoteParser(default_audience=default).read(path, text, "")
    known = [
        (p.line, p.text, p.audience) for p in document.passages if p.kind is PassageKind.RECORD
    ]
    records, _ = _export(TreeInMemory({path: text.encode()}), default)
    assert [(one["line"], one["text"], one["audience"]) for one in records] == known


def test_the_file_is_called_jsonl() -> None:
    """Another ending would be taken for another format."""
    with pytest.raises(UsageError, match=r"r\.csv is not a \.jsonl"):
        RecordsExporter().export(TreeInMemory({}), ExportOptions(Path("r.csv")))
