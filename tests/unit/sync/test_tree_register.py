"""Whose note stands where: found after renames, and never told wrong by what was kept."""

from __future__ import annotations

import os

import pytest

from familiar_memory.notes.register import names
from familiar_memory.notes.register.head import read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.memory_store import MemoryStore

KEY = "people/discord-42.md"
NOTE = "---\nid: discord-42\naliases: [rowan.archivist]\n---\n\n- likes:: tea\n"


@pytest.fixture
def tree(tmp_path):
    """A tree with one person in it."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("people/Rowan.md", NOTE)
    return store


def _later():
    # No stamp is too young for it.
    return 4 * 10**18


def _register(store, kept=None):
    return TreeRegister(store, kept, _later)


def test_a_note_is_found_wherever_it_is_moved(tree):
    """Without a report of the move; the old place is nobody's."""
    register = _register(tree)
    assert (register.path_of(KEY), register.key_of("people/Rowan.md")) == ("people/Rowan.md", KEY)
    (tree.root / "people/friends").mkdir()
    (tree.root / "people/Rowan.md").rename(tree.root / "people/friends/R.md")
    assert register.path_of(KEY) == "people/friends/R.md"
    assert register.key_of("people/Rowan.md") == "people/Rowan.md"
    assert register.moves() == [("people/Rowan.md", "people/friends/R.md")]
    assert register.moves() == []


@pytest.mark.parametrize("name", ["Ro", "Bowan", "Rowan Kerr"])
@pytest.mark.parametrize(
    "look",
    [
        lambda register, new: register.look_at_all(),
        lambda register, new: register.path_of(KEY),
        lambda register, new: register.touched(["people/Rowan.md", new]),
        lambda register, new: [register.touched([one]) for one in (new, "people/Rowan.md")],
        lambda register, new: [register.touched([one]) for one in ("people/Rowan.md", new)],
    ],
)
def test_a_move_is_told_whatever_the_new_name(tree, name, look):
    """A shorter name counts at once: the file is met there while the old place is still known."""
    register = _register(tree)
    assert register.path_of(KEY) == "people/Rowan.md"
    new = f"people/{name}.md"
    (tree.root / "people/Rowan.md").rename(tree.root / new)
    look(register, new)
    assert register.path_of(KEY) == new
    assert register.moves() == [("people/Rowan.md", new)]


@pytest.mark.parametrize("copy", ["Rowan (2)", "Rowan - Copy", "Rowan.sync-conflict-20260202-1010"])
def test_a_copy_takes_no_note_over_and_is_known_by_no_name(tree, copy):
    """Its key is shown in rooms; the name of its file is one that another guild may have heard."""
    tree.write_file(f"people/{copy}.md", NOTE)
    register = _register(tree)
    assert register.path_of(KEY) == "people/Rowan.md"
    key = register.key_of(f"people/{copy}.md")
    assert "Rowan" not in key and register.path_of(key) == f"people/{copy}.md"


def test_a_name_that_no_new_file_may_have_is_left_again(tree):
    """A person may use it where the disk allows it; once it is gone the store refuses it."""
    register = _register(tree)
    (tree.root / "people/Rowan.md").rename(tree.root / "people/CON.md")
    assert register.path_of(KEY) == "people/CON.md"
    (tree.root / "people/CON.md").rename(tree.root / "people/R.md")
    assert register.path_of(KEY) == "people/R.md"


def test_what_was_kept_is_looked_at_before_it_is_believed(tree, tmp_path):
    """A note that went, came or was given another id while nobody ran."""
    kept = tmp_path / "register.json"
    _register(tree, kept).look_at_all()
    assert kept.exists()
    (tree.root / "people/Rowan.md").write_text(NOTE.replace("-42", "-77"), "utf-8")
    (tree.root / "people/Bex.md").write_text(NOTE, "utf-8")
    register = _register(tree, kept)
    assert register.path_of(KEY) == "people/Bex.md"
    assert register.path_of("people/discord-77.md") == "people/Rowan.md"
    assert register.path_of("people/discord-1.md") is None


def test_heads_are_read_once(tree, tmp_path, monkeypatch):
    """A start with many notes reads none of them."""
    kept = tmp_path / "register.json"
    _register(tree, kept).look_at_all()
    read = []
    monkeypatch.setattr(tree, "read_bytes", read.append)
    register = _register(tree, kept)
    register.look_at_all()
    assert (register.path_of(KEY), read) == ("people/Rowan.md", [])


@pytest.mark.parametrize(
    "kept", [b"", b"{", b"[]", b'{"version":1}', b'{"version":1,"notes":{"people/x.md":[1]}}']
)
def test_a_damaged_file_is_made_anew(tree, tmp_path, kept):
    """As one that is not there."""
    file = tmp_path / "register.json"
    file.write_bytes(kept)
    assert _register(tree, file).path_of(KEY) == "people/Rowan.md"
    assert _register(tree, file).path_of(KEY) == "people/Rowan.md"


def test_a_link_leads_by_stem_then_by_alias_then_by_id(tree):
    """Whatever the case; a name that two bear as an alias leads nowhere."""
    register = _register(tree)
    for name in ("Rowan", "rowan", "rowan.archivist", "discord-42"):
        assert register.resolve(f"sessions/{name}.md") == KEY
    tree.write_file("people/Bex.md", NOTE.replace("-42", "-7"))
    register.met("people/Bex.md")
    assert register.resolve("sessions/rowan.archivist.md") == "sessions/rowan.archivist.md"


def test_a_new_note_gets_a_name_that_no_other_has(tree):
    """Safe in links and on every disk, and the same when it is asked for again."""
    tree.write_file("lore/bex.md", "A fish.\n")
    register = _register(tree)
    assert register.new_path("people/discord-7.md", "BEX") == "people/BEX (2).md"
    assert register.new_path("people/discord-7.md", "Bex") == "people/BEX (2).md"
    assert register.new_path("people/discord-8.md", "bex") == "people/bex (3).md"
    assert register.new_path("people/discord-9.md", "..[[a|b]]: c/d. ") == "people/a b c d.md"
    assert register.new_path("people/discord-10.md", "") == "people/discord-10.md"
    assert register.new_path("people/discord-11.md", "con") == "people/con-.md"
    assert register.new_path("people/discord-12.md", "2026-02-02") == "people/2026-02-02 (2).md"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("---\nid: discord-42\n---\n", "discord-42"),
        ("\ufeff---\r\naliases:\r\n  - x\r\nid: 'discord-42'  # whose\r\n---\r\n", "discord-42"),
        ("---\nx: : [\nid: discord-42\n---\n", "discord-42"),
        ("---\nx:\n  id: discord-42\n---\n", ""),
        ("# A\n\n---\nid: discord-42\n---\n", ""),
        ("id: discord-42\n", ""),
        ("---\nid: 1984\n---\n", "1984"),
    ],
)
def test_an_id_is_a_property(text, given):
    """In a line of its own, whatever stands around it."""
    assert read_note_head(text.encode()).id == given


def test_an_alias_is_followed_as_notes_gain_and_lose_it(tree):
    """A name that two have leads to neither; once one has lost it, to the other."""
    register = _register(tree)
    link = "people/rowan.archivist.md"
    assert register.resolve(link) == KEY
    tree.write_file("people/Bex.md", NOTE.replace("-42", "-77"))
    register.met("people/Bex.md")
    assert register.resolve(link) == link
    tree.write_file("people/Bex.md", "---\nid: discord-77\naliases: [bex]\n---\n\nHi.\n")
    register.met("people/Bex.md")
    assert register.resolve(link) == KEY
    assert register.resolve("people/BEX.md") == "people/discord-77.md"


def test_no_two_notes_to_come_are_called_alike(tree):
    """Nor as one that stands; who finds their name taken meanwhile gets another."""
    register = _register(tree)
    keys = [f"people/discord-{number}.md" for number in (1, 2)]
    assert [register.reserve(key, "bex") for key in keys] == ["bex", "bex (2)"]
    assert register.reserve("people/discord-3.md", "ROWAN") == "ROWAN (2)"
    tree.write_file("people/Bex.md", "Hi.\n")
    register.met("people/Bex.md")
    assert register.reserve(keys[0], "bex") == "bex (3)"
    assert register.reserve(keys[1], "bex") == "bex (2)"


def test_what_a_name_costs_does_not_grow_with_how_many_were_given(tree, monkeypatch):
    """An import may bring thousands of people before one note is made."""
    register, spelled = _register(tree), []
    monkeypatch.setattr(names, "spelling_key", lambda name: spelled.append(name) or name.lower())
    for number in range(200):
        register.reserve(f"people/discord-{number}.md", f"Name {number}")
    assert len(spelled) <= 3 * 200


def test_a_head_that_was_read_too_soon_is_read_again(tree):
    """Where a save may have left the very stamp of the one before."""
    register = TreeRegister(tree, None, lambda: 0)
    file = tree.root / "people/Rowan.md"
    for number in ("42", "77"):
        file.write_text(NOTE.replace("42", number), "utf-8")
        os.utime(file, ns=(4 * 10**18, 4 * 10**18))
        assert register.key_of("people/Rowan.md") == f"people/discord-{number}.md"


def test_bytes_of_another_persons_note_do_not_agree(tree):
    """Whoever reads a note after its place was told is told when it became another's."""
    register = _register(tree)
    path = register.path_of(KEY)
    assert register.agrees(path, NOTE.encode())
    assert not register.agrees(path, NOTE.replace("42", "77").encode())
