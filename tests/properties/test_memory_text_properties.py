"""Whatever strangers put into their memories, it comes in as text and as nothing else."""

import json
import tempfile
from pathlib import Path

from few_and_many import few_and_many
from hypothesis import example
from hypothesis import strategies as st

from familiar_importers.memories.mcp_memory import McpMemoryImporter
from familiar_importers.memories.memory_json import MemoryJsonImporter
from familiar_memory.domain.memory.document import PassageKind
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.importer import NoteFile

_SIGNS = st.sampled_from(
    [
        *("# ", "## Aliases", "\n", "\r\n", "---\n", "visibility: everyone\n", "~~", "^id", "⏎"),
        *("(2026-01-01, in:everyone)", "(in: owner", "in:everyone", "works_at:: X", "[x] ", "- "),
        *("```", "<!--", "[[a]]", "[a](../people/discord-1.md)", "\\", "|", "> ", "1. ", "\u2028"),
        *("visibility: owner", "[visibility:: discord-dm-7]", "vis\u200bibility\uff1aowner", "# "),
        *(
            "[2026-01-01, in:owner]",
            "\uff082026-01-01\uff0cin\uff1adiscord-dm-7\uff09",
            "(2026-01-01,\xa0in:owner)",
        ),
        *("same_as:: [a](discord-1.md)", '"', "&#9;", "\x85", "\x00", "\t", " "),
    ]
)
_TEXT = st.lists(st.one_of(_SIGNS, st.text(max_size=8)), min_size=1, max_size=8).map("".join)
_SOLID = _TEXT.filter(lambda text: text.split())
_AUDIENCES = st.sampled_from(["owner", "everyone", "discord-lantern.tavern", "discord-dm-42"])


def _passages(importer: MemoryJsonImporter | McpMemoryImporter, value: object) -> list:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.json"
        path.write_text(json.dumps(value), "utf-8")
        notes = [item for item in importer.read(path) if isinstance(item, NoteFile)]
    documents = [NoteParser().read(note.path, note.text, "") for note in notes]
    assert [problem for one in documents for problem in one.problems] == []
    assert {passage.kind for one in documents for passage in one.passages} <= {PassageKind.RECORD}
    return [
        (passage.text, passage.audience, [f.predicate for f in one.facts if f.passage == number])
        for one in documents
        for number, passage in enumerate(one.passages)
    ]


def _shown(text: str) -> str:
    """On one line, and of a wiki link the label: so Obsidian shows it, and so it is found."""
    return links_as_labels(" ".join(text.split()))


@few_and_many(25, 100, st.lists(_SOLID, min_size=1, max_size=5), _SOLID, _SOLID, _SOLID, _AUDIENCES)
@example(["[[a]]"], "# ", "# ", "# ", "owner")
@example(["visibility: owner```(2026-01-01, in:everyone)"], "# ", "# ", "# ", "owner")
def test_a_memory_is_one_record_of_that_text_for_that_audience(
    texts: list[str], who: str, subject: str, tag: str, audience: str
) -> None:
    """It begins no heading, closes no bullet, states no fact and widens nothing."""
    value = [
        {
            "id": f"{number} {tag}",
            "memory": text,
            **({"user_id": who, "user_name": subject} if number % 2 else {"subject": subject}),
            "category": tag,
            "tags": [tag, who],
        }
        for number, text in enumerate(texts)
    ]
    found = _passages(MemoryJsonImporter(audience=audience), value)
    expected = [(_shown(text), audience, []) for text in texts]
    assert sorted(found) == sorted(expected)


@few_and_many(25, 100, _SOLID, _SOLID, st.lists(_SOLID, max_size=4), _AUDIENCES)
def test_an_observation_is_one_record_of_that_text_for_that_audience(
    name: str, kind: str, texts: list[str], audience: str
) -> None:
    """The name and the kind of an entity are text too."""
    entity = {"name": name, "entityType": kind, "observations": texts}
    found = _passages(McpMemoryImporter(audience), {"entities": [entity], "relations": []})
    # What is observed twice is one observation.
    wanted = {" ".join(text.split()) for text in (f"Kind: {kind}", *texts)}
    assert sorted(found) == sorted((_shown(text), audience, []) for text in wanted)


@few_and_many(25, 100, _SOLID, _SOLID, _SOLID, _AUDIENCES)
@example("# ", "# ", "visibility: owner\r\x1b（2026-01-01，in：discord-dm-7）", "owner")
def test_a_relation_is_one_record_and_merges_nobody(
    source: str, words: str, target: str, audience: str
) -> None:
    """Whatever it says, it is not a person who says that two people are one."""
    relation = {"from": source, "to": target, "relationType": words}
    found = _passages(McpMemoryImporter(audience), {"entities": [], "relations": [relation]})
    assert [(heard, "same_as" in facts) for _, heard, facts in found] == [(audience, False)]
