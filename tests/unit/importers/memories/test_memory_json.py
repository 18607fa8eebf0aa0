"""Memories as JSON: mem0 exports, dumps of stores like it."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from familiar_importers.memories.memory_json import MemoryJsonImporter
from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError, UsageError
from familiar_memory.markdown.tree import parse_note
from familiar_memory.transfer.importer import NoteFile, Remark

_MEM0 = {
    "results": [
        {
            "id": "f38b689d-6b24-45b7-bced-17fbb4d8bac7",
            "memory": "Is allergic\n to   nuts",
            "user_id": "alex",
            "hash": "abc",
            "metadata": {"platform": "Discord", "user_name": "Alex", "mood": "calm"},
            "categories": ["health", "food"],
            "created_at": "2026-01-02T03:04:05-08:00",
            "updated_at": None,
        }
    ]
}


def _file(tmp_path: Path, value: object, name: str = "dump.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return path


def _read(tmp_path: Path, value: object, **options: str) -> tuple[dict[str, str], list[Remark]]:
    items = list(MemoryJsonImporter(**options).read(_file(tmp_path, value)))
    notes = {item.path: item.text for item in items if isinstance(item, NoteFile)}
    return notes, [item for item in items if isinstance(item, Remark)]


def _records(text: str) -> list[Record]:
    return [block.record for block in parse_note(text).blocks if block.record is not None]


def _only(tmp_path: Path, **entry: Any) -> Record:
    notes, _ = _read(tmp_path, [{"memory": "x", **entry}])
    (record,) = (one for text in notes.values() for one in _records(text))
    return record


def test_what_mem0_exports_becomes_the_notes_of_its_users(tmp_path: Path) -> None:
    """A bullet a memory, with when it was learned and where it can be traced to."""
    notes, remarks = _read(tmp_path, _MEM0)
    assert notes == {
        "people/discord-alex.md": (
            "# Alex\n\n## Memories\n\n- Is allergic to nuts (2026-01-02, "
            "ref:f38b689d-6b24-45b7-bced-17fbb4d8bac7, in:owner, category:health,"
            " source:import, tags:food)\n"
        )
    }
    assert remarks[0] == Remark(
        "dump.json",
        "not taken over, because a note has no place for it: hash (1), metadata.mood (1)",
    )
    assert "--set audience=everyone" in remarks[1].text


def test_every_field_of_a_store_like_scalyclaw_has_its_place(tmp_path: Path) -> None:
    """A time to live counts from the day of the memory; a repeated tag is one tag."""
    entry = {
        "id": "9",
        "type": "fact",
        "subject": "Deploys",
        "content": "Ships on Fridays",
        "tags": "work, work,a|b",
        "source": "user-stated",
        "importance": 8,
        "confidence": 0.75,
        "ttl": "7d",
        "created_at": "2026-01-02 03:04:05",
        "updated_at": "2026-01-03 00:00:00",
    }
    notes, _ = _read(tmp_path, {"memories": [entry]})
    assert list(notes) == ["topics/deploys.md"]
    assert _records(notes["topics/deploys.md"]) == [
        Record(
            "Ships on Fridays",
            RecordFields(
                learned=date(2026, 1, 3),
                refs=("9",),
                place="owner",
                type="semantic",
                importance=8,
                confidence=0.75,
                source="import",
                tags=("work", "a|b", "user-stated"),
                expires=datetime(2026, 1, 9, 3, 4, 5, tzinfo=UTC),
            ),
        )
    ]


@pytest.mark.parametrize(
    ("ttl", "expected"),
    [
        ("2026-05-01T00:00:00Z", datetime(2026, 5, 1, tzinfo=UTC)),
        ("P1W", datetime(2026, 1, 8, tzinfo=UTC)),
        ("30m", datetime(2026, 1, 1, 0, 30, tzinfo=UTC)),
        ("2 hours", datetime(2026, 1, 1, 2, tzinfo=UTC)),
    ],
)
def test_an_end_is_a_duration_or_an_instant(tmp_path: Path, ttl: str, expected: datetime) -> None:
    """In the forms that stores use."""
    record = _only(tmp_path, ttl=ttl, created_at="2026-01-01")
    assert (record.fields.expires, record.fields.temporary) == (expected, False)


def test_an_end_that_cannot_be_told_makes_a_memory_temporary(tmp_path: Path) -> None:
    """It never becomes permanent unnoticed."""
    value = [{"memory": "x", "ttl": "a while", "user_id": "u"}]
    notes, remarks = _read(tmp_path, value)
    assert _records(*notes.values())[0].fields.temporary
    assert "'ttl' is 'a while', which is not a time; kept as temporary" in [
        one.text for one in remarks
    ]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"importance": 99}, RecordFields(importance=10)),
        ({"importance": 1e300}, RecordFields(importance=10)),
        ({"importance": -3}, RecordFields(importance=1)),
        ({"importance": "high"}, RecordFields()),
        ({"confidence": 7}, RecordFields()),
        ({"type": "weird"}, RecordFields(tags=("weird",))),
        ({"type": "conversation"}, RecordFields(type="episodic")),
        ({"created_at": 1767312000}, RecordFields(learned=date(2026, 1, 2))),
        ({"created_at": 1767312000000}, RecordFields(learned=date(2026, 1, 2))),
        ({"created_at": 1e300}, RecordFields()),
        ({"created_at": "yesterday"}, RecordFields()),
        ({"created_at": "9999-12-31T23:59:59-10:00"}, RecordFields()),
        ({"tags": [1, " ", "a"]}, RecordFields(tags=("a",))),
        ({"id": 12}, RecordFields(refs=("12",))),
    ],
)
def test_odd_values_are_brought_into_range_or_left_out(
    tmp_path: Path, entry: dict[str, Any], expected: RecordFields
) -> None:
    """Never an error, and never a line that cannot be read."""
    fields = _only(tmp_path, user_id="u", **entry).fields
    assert fields == RecordFields(
        **{
            **{name: getattr(expected, name) for name in expected.__slots__},
            "place": "owner",
            "source": "import",
        }
    )


def test_a_merged_memory_is_struck_and_points_to_what_it_became(tmp_path: Path) -> None:
    """Only the target carries an id, for only it is pointed at."""
    entries = [
        {"id": "a b", "content": "Likes tea", "subject": "Tea", "importance": 5},
        {"id": "o1", "content": "Tea?", "subject": "Tea", "consolidated_into": "a b"},
        {"id": "o2", "content": "Drinks", "subject": "Cups", "consolidated_into": "a b"},
        {"id": "o3", "content": "Gone", "subject": "Tea", "consolidated_into": "nobody"},
    ]
    notes, remarks = _read(tmp_path, entries)
    found = [(r.text, r.state, r.id, r.fields.into) for t in notes.values() for r in _records(t)]
    assert found == [
        ("Drinks", RecordState.WRONG, None, "topics/tea.md#^a-b"),
        ("Likes tea", RecordState.LIVE, "a-b", None),
        ("Tea?", RecordState.WRONG, None, "a-b"),
        ("Gone", RecordState.WRONG, None, None),
    ]
    assert remarks[0].text == "merged into a memory that is not in the file: struck through through"


def test_entities_are_notes_and_their_relations_links(tmp_path: Path) -> None:
    """A memory about a person of the graph goes to that person; nobody is merged by a file."""
    value = {
        "memories": [{"content": "Sings", "subject": "bob", "importance": 5}],
        "entities": [
            {
                "id": 1,
                "name": "Bob",
                "type": "person",
                "relations": [{"relation": "works at", "target": "Acme [Inc]"}],
            }
        ],
        "relations": [{"source_id": 1, "relation": "same_as", "target": "Robert"}],
    }
    notes, _ = _read(tmp_path, value, audience="everyone")
    person, acme, robert = sorted(notes)
    assert (acme, robert) == ("topics/acme-inc.md", "topics/robert.md")
    assert [(r.text, r.predicate) for r in _records(notes[person])] == [
        ("Kind: person", None),
        ("works_at:: [Acme Inc](../topics/acme-inc.md)", "works_at"),
        ("same_as [Robert](../topics/robert.md)", None),
        ("Sings", None),
    ]


def test_subjects_whose_file_names_would_be_one_have_notes_of_their_own(tmp_path: Path) -> None:
    """And spellings of one subject have one note; a device of Windows is no name."""
    subjects = ["C++", "C#", "c++", "con", "お茶", "?"]
    notes, _ = _read(tmp_path, [{"content": s, "subject": s} for s in subjects])
    found = sorted([r.text for r in _records(text)] for text in notes.values())
    assert found == [["?"], ["C#"], ["C++", "c++"], ["con"], ["お茶"]]
    assert "topics/con.md" not in notes


def test_only_the_import_s_own_people_have_a_note_for_the_owner(tmp_path: Path) -> None:
    """Into the others the engine writes too, and what it learns later is not the owner's alone."""
    value = [{"memory": "a", "user_id": "u"}, {"memory": "b", "user_id": "1", "platform": "irc"}]
    notes, _ = _read(tmp_path, value)
    assert [parse_note(notes[path]).frontmatter.visibility for path in sorted(notes)] == [
        "owner",
        None,
    ]


def test_the_same_file_gives_the_same_bytes(tmp_path: Path) -> None:
    """And a memory that was appended renames nothing."""
    value = [{"content": s, "subject": s} for s in ("C++", "C#")]
    once, _ = _read(tmp_path, value)
    assert _read(tmp_path, value)[0] == once
    more, _ = _read(tmp_path, [*value, {"content": "c", "subject": "C"}])
    assert {path: more[path] for path in once} == once


def test_memories_may_stand_on_lines(tmp_path: Path) -> None:
    """With repeats told once, and blank ones counted."""
    path = tmp_path / "dump.jsonl"
    lines = [{"memory": "a", "user_id": "u"}] * 2 + [{"memory": " ", "user_id": "u"}]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    note, *remarks = MemoryJsonImporter(audience="discord-dm-42").read(path)
    assert isinstance(note, NoteFile)
    assert [r.fields.place for r in _records(note.text)] == ["discord-dm-42"]
    assert [one.text for one in remarks] == [
        "1 memories without a word were left out",
        "1 lines were there twice: kept once",
    ]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ([{"memory": "a"}, 7], r"dump\.json\[1\]: a memory is not an object"),
        ({"results": [{"id": 1}]}, r"dump\.json: results\[0\]: a memory has no text"),
        ({"memory": "a"}, "no list of memories"),
        ({"memories": [], "entities": [{"type": "x"}]}, r"entities\[0\]: an entity without a name"),
        (
            {"memories": [], "relations": [{"source": "a"}]},
            r"relations\[0\]: a relation is not whole",
        ),
        ({"memories": [], "relations": [[]]}, "a relation is not an object"),
        ({"memories": [], "relations": True}, "relations is not a list"),
        ({"memories": [], "entities": [{"name": "a", "relations": 1}]}, "relations is not a list"),
    ],
)
def test_what_is_no_memory_is_told_with_its_place(
    tmp_path: Path, value: object, problem: str
) -> None:
    """So nothing is written from half a file."""
    with pytest.raises(InputError, match=problem):
        _read(tmp_path, value)


@pytest.mark.parametrize(
    "text",
    ["", "[1", '{"memories": NaN}', '[{"memory":"a","memory":"b"}]', '["\\ud800"]', "[" * 999],
)
def test_what_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    """By the strict reader, with the name of the file."""
    path = tmp_path / "dump.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"dump\.json"):
        list(MemoryJsonImporter().read(path))


def test_an_audience_that_is_none_is_refused(tmp_path: Path) -> None:
    """Before anything is read."""
    with pytest.raises(UsageError, match="'public!' is not an audience"):
        _read(tmp_path, _MEM0, audience="public!")
