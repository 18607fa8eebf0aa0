"""What a file is called after somebody: whatever they call themselves."""

from __future__ import annotations

import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.domain.text.file_names import file_name, free_name, spelling_key
from familiar_memory.domain.tree import is_indexed
from familiar_memory.store.memory_store import MemoryStore

BLANKS = "\u3164\u115f\u1160\uffa0\u2800\u200b\ufe0f\u034f"
ODD = st.text(st.sampled_from("-_.~ '!()[]/\\#\u202e\u0301aB2" + BLANKS), max_size=12)


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("---", ""),
        ("-rf", "rf"),
        ("--help me", "help me"),
        ("-_-", ""),
        ("._.", ""),
        ("!!!", "!!!"),
        ("\u3164", ""),
        ("\u2800 \u3164", ""),
        ("\u0301", ""),
        ("- Rowan -", "Rowan -"),
        (".hidden", "hidden"),
        ("🦊", "🦊"),
        ("はるか", "はるか"),
        ("Dr. Tamsin", "Dr. Tamsin"),
        ("Mary-Jane", "Mary-Jane"),
    ],
)
def test_a_name_is_one_that_can_be_seen_and_is_no_option(called: str, name: str) -> None:
    """A command takes -rf.md for an option, and nobody sees a name of blanks."""
    assert file_name(called) == name


@pytest.mark.long
@given(st.lists(st.text(max_size=20) | ODD, min_size=1, max_size=6))
@example(["---", "-", "\u3164", "discord-2", "a.original.md", "x.card.json", "NUL", "~"])
def test_files_of_any_names_can_be_made_and_told_apart(names: list[str]) -> None:
    """Each is a visible note of the tree, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        store = MemoryStore(Path(folder) / "memory")
        taken: set[str] = set()
        for number, called in enumerate(names):
            name = free_name(file_name(called), taken, f"discord-{number}")
            assert spelling_key(name) not in taken
            assert any(unicodedata.category(sign)[0] in "LNSP" for sign in name)
            assert name[0] not in "-._ " and name[-1] not in ". "
            taken.add(spelling_key(name))
            path = f"people/{name}.md"
            store.write_file(path, "- likes:: tea\n")
            assert is_indexed(path)
        assert len(store.glob("people/*.md")) == len(names)
