"""The one map of the tree: what each folder means, and nobody else who spells them out."""

import re
from datetime import date
from pathlib import Path

import pytest

import familiar_memory
from familiar_memory.domain import tree
from familiar_memory.domain.memory.document import TrustClass

_FOLDERS = "people|topics|sessions|days|channels|lore|self"
_SPELT = re.compile(rf"[\"']({_FOLDERS})/[^\"' ]*[\"']")
_STORY = "interfaces/cli/demo/story.py"
"""Data: what the demo shows a person."""


def test_no_module_spells_a_folder_of_the_tree_out():
    """Where notes are is asked of the map, so that it can be changed in one place."""
    package = Path(familiar_memory.__file__).parent
    spelling = [
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if path != package / "domain" / "tree.py"
        and any(
            _SPELT.search(line.split("#")[0]) and "`" not in line
            for line in path.read_text("utf-8").splitlines()
        )
    ]
    assert sorted(set(spelling) - {_STORY}) == []


@pytest.mark.parametrize(
    ("path", "of"),
    [
        ("people/discord-42.md", "discord-42"),
        ("people/a/b.md", None),
        ("people/.md", None),
        ("people/discord-42.txt", None),
        ("topics/tea.md", None),
        (None, None),
    ],
)
def test_whose_notes_a_path_is(path, of):
    """Only a note in the very folder is somebody's."""
    assert tree.person_of(path) == of
    if of is not None:
        assert tree.note_of_person(of) == path


def test_notes_have_their_places():
    """One function a kind of note."""
    assert tree.note_of_topic("tea") == "topics/tea.md"
    assert tree.note_of_day(date(2026, 2, 3)) == "days/2026-02-03.md"
    private = tree.note_of_day(date(2026, 2, 3), "discord-dm-42")
    assert private == "days/private/discord-dm-42/2026-02-03.md"
    assert tree.note_of_place("discord-a.b") == "channels/discord-a.b.md"
    assert tree.note_of_self("rules") in tree.LEARNED_SELF


@pytest.mark.parametrize(
    ("path", "trust", "records", "entries"),
    [
        ("self/rules.md", TrustClass.LEARNED, True, False),
        ("self/description.md", TrustClass.AUTHORED, False, False),
        ("lore/imported/eldoria/a.md", TrustClass.IMPORTED, False, True),
        ("lore/a.md", TrustClass.AUTHORED, True, True),
        ("people/x.md", TrustClass.LEARNED, True, False),
        ("anything.md", TrustClass.LEARNED, True, False),
    ],
)
def test_what_a_folder_says_of_a_text(path, trust, records, entries):
    """By its place alone, whatever it says itself."""
    assert tree.trust_of(path) is trust
    assert tree.has_records(path) is records
    assert tree.holds_entries(path) is entries
