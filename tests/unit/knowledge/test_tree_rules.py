"""What the place of a note in the tree says of whom its lines are for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import is_indexed
from familiar_memory.knowledge.tree_rules import channel_of, is_sectioned_by_place, session_name
from familiar_memory.notes.document import NoteParser

MODS = Place("discord", "mods", "lantern", private=True).slug


def test_a_note_named_after_a_place_is_that_places() -> None:
    """And one outside of `channels/` is of no place."""
    assert channel_of(f"channels/{MODS}.md") == MODS
    assert channel_of(f"topics/{MODS}.md") is None
    assert channel_of("channels.md") is None


@pytest.mark.parametrize(
    "path",
    [
        f"channels/{MODS}.sync-conflict-20260302-101010-ABCDEFG.md",
        f"channels/{MODS} (2).md",
        f"channels/{MODS} 1.md",
        f"channels/{MODS}.backup.md",
        f"channels/{MODS.title()}.md",
        f"channels/_{MODS}.md",
        f"channels/old/{MODS}.md",
        f"Channels/{MODS}.md",
        f"CHANNELS/old/{MODS}.md",
        "channels/mods.md",
        "channels/owner.md",
        "channels/everyone.md",
    ],
)
def test_any_other_file_among_the_channels_is_the_owners(path: str) -> None:
    """Programs make copies of what is one room's; doctor says so."""
    document = NoteParser().read(
        path, "---\nvisibility: everyone\n---\n# Mods\n\n- code 4711\n", ""
    )
    assert {passage.audience for passage in document.passages} == {"owner"}
    assert document.audience == "owner"
    assert [problem for problem in document.problems if "after no place" in problem]


@given(st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=30))
def test_whatever_a_file_among_the_channels_is_called_it_is_not_for_all(name: str) -> None:
    """A place, or the owner's."""
    assert channel_of(f"channels/{name}.md") not in (None, "everyone")
    assert channel_of(f"Channels/{name}/{MODS}.md") == "owner"


@pytest.mark.parametrize("folder", ["sessions", "days"])
@pytest.mark.parametrize("place", [MODS, DM.slug, "discord-private-voice-lantern.mods"])
def test_a_private_places_folder_keeps_everything_in_it_there(place: str, folder: str) -> None:
    """Whatever a heading, a tail or a property of a note in it says."""
    path = f"{folder}/private/{place}/2026-02-02.md"
    assert channel_of(path) == place
    said = (
        "---\nvisibility: everyone\n---\n# Evening\n\nwords\n\n- one\n\n"
        "## discord-lantern.tavern\n\n- two\n- three (in:discord-lantern.tavern)\n"
    )
    document = NoteParser().read(path, said, "")
    assert {passage.audience for passage in document.passages} == {place, "owner"}
    assert [p.audience for p in document.passages if p.text in ("words", "one")] == [place] * 2


@pytest.mark.parametrize(
    "path",
    [
        "sessions/private/2026-02-02-evening.md",
        "sessions/private/mods/2026-02-02.md",
        "sessions/private/discord-lantern.tavern/2026-02-02.md",
        f"sessions/private/{MODS} (2)/2026-02-02.md",
        f"sessions/private/{MODS}/old/2026-02-02.md",
        f"sessions/Private/{MODS}/2026-02-02.md",
        f"Sessions/private/{MODS}/2026-02-02.md",
        "days/private/2026-02-02.md",
        "days/private/discord-lantern.tavern/2026-02-02.md",
        f"days/private/{MODS} (2)/2026-02-02.md",
        f"days/private/{MODS}/old/2026-02-02.md",
        f"DAYS/Private/{MODS}/2026-02-02.md",
    ],
)
def test_any_other_file_among_the_private_notes_is_the_owners(path: str) -> None:
    """Also in the folder of a room that is not private, and of one that is spelt otherwise."""
    document = NoteParser().read(path, f"# Evening\n\n## {MODS}\n\n- code 4711\n", "")
    assert {passage.audience for passage in document.passages} == {"owner"}
    assert [problem for problem in document.problems if "no private place's folder" in problem]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("sessions/2026-02-02-evening.md", "2026-02-02-evening.md"),
        (f"sessions/private/{MODS}/2026-02-02-evening.md", "2026-02-02-evening.md"),
        ("sessions/old/2026-02-02.md", "old/2026-02-02.md"),
        ("days/2026-02-02.md", None),
    ],
)
def test_a_session_is_named_the_same_wherever_its_place_keeps_it(
    path: str, name: str | None
) -> None:
    """By its date, so that the newest is found."""
    assert session_name(path) == name


@pytest.mark.parametrize("folder", ["sessions", "Sessions", "DAYS", "days"])
def test_sections_are_by_place_in_any_case_of_the_folder(folder: str) -> None:
    """The H2 limits what is below it."""
    path = f"{folder}/2026-02-02.md"
    assert is_sectioned_by_place(path)
    document = NoteParser().read(path, f"# Day\n\n## {MODS}\n\n- code 4711\n", "")
    assert [passage.audience for passage in document.passages] == [MODS]


@pytest.mark.parametrize(
    ("path", "indexed"),
    [
        ("review.md", False),
        ("Review.md", False),
        ("review (1).md", False),
        ("review 2.md", False),
        ("review - Copy.md", False),
        ("review.sync-conflict-20260302-101010-ABCDEFG.md", False),
        ("review of books.md", True),
        ("reviews.md", True),
        ("topics/review.md", True),
    ],
)
def test_the_review_list_and_its_copies_are_for_people(path: str, *, indexed: bool) -> None:
    """Nothing else that begins so."""
    assert is_indexed(path) is indexed
