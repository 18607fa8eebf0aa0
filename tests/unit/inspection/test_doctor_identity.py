"""Whose a note is: what doctor says of heads that leave it open, and that nothing is rewritten."""

from __future__ import annotations

import pytest
from doctor_findings import findings


def _without_id(people, name="Rowan.md", to=None):
    """As somebody who tidies their properties would leave it."""
    text = (people / name).read_text("utf-8")
    (people / name).unlink()
    (people / (to or name)).write_text(text.replace("id: discord-42\n", "x: y\n"), "utf-8")


def identity(new_familiar, home, more=None, edit=None):
    """The findings about whose notes are."""
    return findings(new_familiar, home, more, "identity", edit)


@pytest.mark.long
def test_a_note_with_its_id_is_in_order_wherever_it_stands(new_familiar, tmp_path):
    """Under any name."""

    def move(people):
        (people / "friends").mkdir()
        (people / "Rowan.md").rename(people / "friends" / "My archivist.md")

    assert identity(new_familiar, tmp_path, edit=move) == []


def test_a_note_whose_id_was_taken_out_is_reported(new_familiar, tmp_path):
    """With the line that makes it theirs again."""
    (found,) = identity(new_familiar, tmp_path, edit=_without_id)
    named = "people/Rowan.md has the name of discord-42"
    assert found.what == f"{named}, but no `id:` says whose it is"
    assert "put `id: discord-42` into its properties" in found.mend
    assert not found.serious


def test_a_note_that_somebody_wrote_before_is_not_taken_over(new_familiar, tmp_path):
    """It bears the name of one who has a note of their own by now."""
    text = "---\naliases: [Rowan]\n---\n\nCollects tithe maps.\n"
    (found,) = identity(new_familiar, tmp_path, {"The archivist.md": text})
    assert found.what.startswith("people/The archivist.md has the name of discord-42")
    assert "into people/Rowan.md, which is theirs" in found.mend


@pytest.mark.long
def test_two_notes_of_one_id_are_reported_once(new_familiar, tmp_path):
    """The shortest path is theirs, then the first, unless one stands where the id says."""
    copy = "---\nid: discord-42\nfirst_seen: 2026-02-02\n---\n\n- likes:: tea\n"
    (found,) = identity(new_familiar, tmp_path / "a", {"Aaron.md": copy})
    assert found.what.startswith("2 notes have the id discord-42: people/Aaron.md is theirs")
    (found,) = identity(new_familiar, tmp_path / "b", {"discord-42.md": "- likes:: tea\n"})
    assert found.what.startswith("2 notes have the id discord-42: people/discord-42.md is theirs")
    more = {"Aaron.md": copy, "Abe.md": copy}
    (found,) = identity(new_familiar, tmp_path / "c", more)
    assert "people/Aaron.md, people/Rowan.md are read as notes of nobody known" in found.what


@pytest.mark.parametrize(
    "head",
    [
        "id: discord-42",
        "id: discord-42\ntags: [person",
        "id: discord-42\nplaces: [",
        "id: discord-42\n: :",
    ],
)
def test_a_note_that_the_writer_made_is_theirs_before_one_that_only_says_so(
    new_familiar, tmp_path, head
):
    """However short its path is, and whether or not its properties can be read."""
    (found,) = identity(new_familiar, tmp_path, {"D.md": f"---\n{head}\n---\n"})[:1]
    assert found.what.startswith("2 notes have the id discord-42: people/Rowan.md is theirs")


@pytest.mark.parametrize("given", ["Rowan Kerr", "[a, b]", "discord_42", "12", "../x-1", "true"])
def test_an_id_that_is_none_is_reported(new_familiar, tmp_path, given):
    """The note is known by its name."""
    notes = {"Bex.md": f"---\nid: {given}\n---\n\n- likes:: tea\n"}
    (found,) = identity(new_familiar, tmp_path, notes)
    assert found.what.startswith("people/Bex.md: `id: ")
    assert "is no id" in found.what


@pytest.mark.parametrize("name", ["ROWAN.md", "Ro\u0301wan.md"])
def test_names_that_links_cannot_tell_apart_are_reported(new_familiar, tmp_path, name):
    """In another folder: within one the check of names tells of it."""
    notes = {f"friends/{name}": "- likes:: tea\n", "R\u00f3wan.md": "- likes:: tea\n"}
    said = "a link by that name means only one of them"
    (found,) = [f for f in identity(new_familiar, tmp_path, notes) if said in f.what]
    assert "namesakes may well be called alike, but not their files" in found.mend
    assert " (2)'" in found.mend


@pytest.mark.long
def test_an_id_is_read_where_the_rest_is_no_yaml(new_familiar, tmp_path):
    """What is wrong there is told by the check of notes; whose it is stays clear."""

    def damage(people):
        text = (people / "Rowan.md").read_text("utf-8")
        (people / "Rowan.md").write_text(text.replace("id: ", "x: : [\nid: "), "utf-8")

    assert identity(new_familiar, tmp_path / "a", edit=damage) == []
    assert any(
        "not valid YAML" in one.what
        for one in findings(new_familiar, tmp_path / "b", None, "notes", damage)
    )


def test_a_block_that_never_ends_is_to_be_ended(new_familiar, tmp_path):
    """There are no lines between two marks to be mended."""
    notes = {"Bex.md": "---\ntags: person\n\n- likes:: tea\n"}
    (found,) = findings(new_familiar, tmp_path, notes, "notes")
    assert found.what == "people/Bex.md: frontmatter: it begins with --- and never ends"
    assert found.mend.startswith("put a line --- below the properties at the top of people/Bex.md")


@pytest.mark.long
def test_an_alias_whose_line_was_deleted_is_reported(new_familiar, tmp_path):
    """Obsidian goes on showing it, and nobody is found by it."""
    told = "---\nid: discord-7\naliases: [Bexie, Tove]\nheard_as: [Bexie]\n---\n\n- likes:: tea\n"
    (found,) = findings(new_familiar, tmp_path / "a", {"Bex.md": told})
    assert found.what.startswith("people/Bex.md: the alias 'Bexie' was heard somewhere")
    listed = f"{told}\n## Aliases\n\n- bexie (in:discord-dm-7)\n"
    assert findings(new_familiar, tmp_path / "b", {"Bex.md": listed}) == []


def test_a_folder_that_is_spelt_otherwise_is_reported(new_familiar, tmp_path):
    """Some disks take the two for one, others do not."""

    def edit(people):
        people.rename(people.with_name("People"))

    (found,) = findings(new_familiar, tmp_path, check="names", edit=edit)
    assert found.what.startswith("People/ is not read as people/")
    assert found.mend.startswith("move what is in it to people/")
