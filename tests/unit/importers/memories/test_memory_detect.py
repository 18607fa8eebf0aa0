"""Which importer of memories says that a file is its own."""

import json
import tracemalloc
from pathlib import Path

import pytest
from tree_in_memory import TreeInMemory

from familiar_importers.exports.tree_zip import TreeExporter
from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.mcp_memory import McpMemoryImporter
from familiar_importers.memories.memory_json import MemoryJsonImporter
from familiar_importers.memories.memory_md import MemoryMarkdownImporter
from familiar_importers.memories.reading.peek import peek
from familiar_importers.memories.tree_zip import TreeZipImporter
from familiar_memory.transfer.exporter import ExportOptions

_ALL = (
    MarkdownFolderImporter(),
    McpMemoryImporter(),
    MemoryJsonImporter(),
    MemoryMarkdownImporter(),
    TreeZipImporter(),
)
_ENTITY = {"type": "entity", "name": "a", "entityType": "b", "observations": []}


def _detected(path: Path) -> list[str]:
    return [importer.name for importer in _ALL if importer.detect(path)]


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("tea.md", "# Tea", ["markdown"]),
        ("MEMORY.md", "- x", ["memory-md"]),
        ("m.jsonl", f"{json.dumps(_ENTITY)}\n", ["mcp-memory"]),
        (
            "m.json",
            '{"type":"relation","from":"a","to":"b","relationType":"c"}',
            ["mcp-memory"],
        ),
        ("m.json", '{"entities":[{"entityType":"x","name":"y"}],"relations":[]}', ["mcp-memory"]),
        ("m.json", '{"results":[{"id":"1","memory":"x"}]}', ["memory-json"]),
        ("m.json", '\ufeff[ {"memory":"x"}, 1', ["memory-json"]),
        ("m.json", '{"memories":[{"content":"x","subject":"y"}],"entities":[]}', ["memory-json"]),
        ("m.jsonl", '{"memory":"x"}\n{"memory":"y"}\n', ["memory-json"]),
        ("m.json", '{"results":[{"memory":"' + "x" * 100_000 + '"}]}', []),
        ("chat.jsonl", '{"content":"hi","author":{},"timestamp":"2026"}', []),
        ("chat.json", '{"messages":[{"content":"hi","type":"Default"}]}', []),
        ("card.json", '{"spec":"chara_card_v2","data":{"name":"x"}}', []),
        ("book.json", '{"entries":{"0":{"uid":0,"content":"x","key":["a"]}}}', []),
        ("agnai.json", '{"kind":"memory","entries":[{"entry":"x"}]}', []),
        ("m.json", "[[[[[[[", []),
        ("m.json", '{"a":' * 5_000, []),
        ("m.json", '[{"id":' + "9" * 5_000 + ',"memory":"x"}]', []),
        ("m.json", "", []),
        ("m.json", "\x00\xff", []),
        ("m.txt", '{"memory":"x"}', []),
    ],
)
def test_a_file_is_known_by_what_it_holds(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    """One importer, or none where it is another's format, or damaged."""
    assert _detected(_write(tmp_path / name, text.encode())) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["a.md"], "markdown"),
        ([], "markdown"),
        (["MEMORY.md", "notes.md"], "memory-md"),
        (["memory.md"], "memory-md"),
        (["memory/2026-01-05.md"], "memory-md"),
        (["memory/notes.md"], "markdown"),
        (["MEMORY.md", ".obsidian/app.json"], "markdown"),
    ],
)
def test_a_folder_is_a_vault_unless_it_is_an_agent_s(
    tmp_path: Path, files: list[str], expected: str
) -> None:
    """By the files that stand in it."""
    for name in files:
        _write(tmp_path / "folder" / name, b"x")
    (tmp_path / "folder").mkdir(exist_ok=True)
    assert _detected(tmp_path / "folder") == [expected]


def test_a_deep_nest_takes_no_memory_to_look_at(tmp_path: Path) -> None:
    """A path of each level to the top would be a gigabyte of them."""
    path = _write(tmp_path / "m.json", b'{"memory": "x", "weight": ' + b"[" * 20_000)
    tracemalloc.start()
    try:
        assert peek(path).first == {"memory": "x", "weight": None}
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_an_exported_tree_bears_a_mark(tmp_path: Path) -> None:
    """By which it is known from any other archive."""
    pieces = TreeExporter().export(TreeInMemory({}), ExportOptions(Path("a.zip"))).pieces
    assert _detected(_write(tmp_path / "a.zip", b"".join(pieces))) == ["tree"]


def test_what_is_not_there_is_nobody_s(tmp_path: Path) -> None:
    """Looking never raises."""
    for name in ("a.json", "a.jsonl", "MEMORY.md", "a.zip", "folder"):
        assert _detected(tmp_path / "absent" / name) == []
