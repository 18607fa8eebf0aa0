"""The knowledge graph of MCP's reference memory server."""

import json
from pathlib import Path

import pytest

from familiar_importers.memories.mcp_memory import McpMemoryImporter
from familiar_memory.errors import InputError
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.importer import NoteFile, Remark

_ALICE = {
    "type": "entity",
    "name": "alice",
    "entityType": "Person",
    "observations": ["Likes tea", "Likes tea", "# no heading (2026-01-01, in:everyone)"],
}
_ACME = {"type": "entity", "name": "Acme Corp", "entityType": "organization", "observations": []}
_WORKS = {"type": "relation", "from": "Alice", "to": "Acme Corp", "relationType": "works at"}
_KNOWS = {"type": "relation", "from": "alice", "to": "Ümit", "relationType": "hört auf"}
_NOTES = {
    "people/import-alice.md": (
        "---\nvisibility: owner\n---\n# alice\n\n## Observations\n\n"
        "- Kind: Person (in:owner, source:import)\n"
        "- Likes tea (in:owner, source:import)\n"
        "- \\# no heading \\(2026-01-01, in\\:everyone) (in:owner, source:import)\n\n"
        "## Relations\n\n"
        "- works_at:: [Acme Corp](../topics/acme-corp.md) (in:owner, source:import)\n"
        "- hört auf [Ümit](../topics/umit.md) (in:owner, source:import)\n"
    ),
    "topics/acme-corp.md": (
        "# Acme Corp\n\n## Observations\n\n- Kind: organization (in:owner, source:import)\n"
    ),
    "topics/umit.md": "# Ümit\n",
}


def _lines(tmp_path: Path, *values: object) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), "utf-8")
    return path


def _notes(path: Path) -> dict[str, str]:
    items = McpMemoryImporter().read(path)
    return {item.path: item.text for item in items if isinstance(item, NoteFile)}


def test_entities_are_notes_and_relations_facts_and_links(tmp_path: Path) -> None:
    """A name that is only related to has a note too, so that no link leads nowhere."""
    path = _lines(tmp_path, _WORKS, _ALICE, _ACME, _KNOWS)
    assert _notes(path) == _NOTES
    told = [item for item in McpMemoryImporter().read(path) if isinstance(item, Remark)]
    assert told[0] == Remark("memory.jsonl", "1 lines were there twice: kept once")
    assert [one.text.split(",")[0] for one in told[1:]] == ["kept to the owner"]


def test_the_answer_of_read_graph_is_the_same_graph(tmp_path: Path) -> None:
    """One object with both lists."""
    path = tmp_path / "memory.json"
    bare = [{k: v for k, v in one.items() if k != "type"} for one in (_ALICE, _ACME)]
    value = {"entities": bare, "relations": [_WORKS, _KNOWS]}
    path.write_text(json.dumps(value), "utf-8")
    assert _notes(path) == _NOTES


def test_the_graph_is_the_index_s_graph(tmp_path: Path) -> None:
    """A relation in the vocabulary is a fact about its source, and points to its target."""
    path = "people/import-alice.md"
    document = NoteParser().read(path, _notes(_lines(tmp_path, _ALICE, _ACME, _WORKS))[path], "")
    fact = document.facts[0]
    assert (fact.subject, fact.predicate, fact.object_target) == (
        "import-alice",
        "works_at",
        "topics/acme-corp.md",
    )
    assert {passage.audience for passage in document.passages} == {"owner"}
    assert document.audience == "owner"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"type": "thing"}, "neither an entity nor a relation"),
        ({"type": "entity", "name": " "}, "'name' is missing or not text"),
        ({"type": "entity", "name": "a", "observations": [1]}, "'observations' is not a list"),
        ({"type": "relation", "from": "a", "relationType": "b"}, "'to' is missing or not text"),
        ([], "neither an entity nor a relation"),
    ],
)
def test_a_malformed_line_is_told_with_its_number(
    tmp_path: Path, value: object, problem: str
) -> None:
    """The lines before it do not matter."""
    with pytest.raises(InputError, match=rf"memory\.jsonl, line 2: {problem}"):
        _notes(_lines(tmp_path, _ALICE, value))


@pytest.mark.parametrize("value", [True, 1.5, "x", {}])
def test_a_graph_whose_parts_are_no_lists_is_told(tmp_path: Path, value: object) -> None:
    """A fuzzer found it."""
    path = tmp_path / "memory.json"
    path.write_text(json.dumps({"entities": [_ALICE], "relations": value}), "utf-8")
    with pytest.raises(InputError, match=r"memory\.json: relations is not a list"):
        _notes(path)
