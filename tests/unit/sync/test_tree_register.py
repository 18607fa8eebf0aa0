"""Whose note stands where: found after renames, and never told wrong by what was kept."""

from __future__ import annotations

import os
import time

import pytest

from familiar_memory.domain.tree import person_of
from familiar_memory.errors import StorageError
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register import heads, names
from familiar_memory.notes.register.head import read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.operations.place_labels import labels_in_use
from familiar_memory.store.memory_store import MemoryStore

KEY = "people/discord-42.md"
NOTE = "---\nid: discord-42\naliases: [rowan.archivist]\n---\n\n- likes:: tea\n"


@pytest.fixture
def tree(tmp_path):
    """A tree with one person in it."""
    store = MemoryStore(tmp_path / "memory")
    store.write_file("people/Rowan.md", NOTE)
    return store


def test_a_new_note_goes_where_the_others_stand(tmp_path):
    """A folder that a person has spelt otherwise is the same one on many disks."""
    store = MemoryStore(tmp_path / "memory")
    (store.root / "People").mkdir(parents=True)
    path = _register(store).new_path("people/discord-7.md", "Bex")
    store.write_file(path, WRITTEN.replace("-42", "-7"))
    assert path == "People/Bex.md"
    assert _register(store).path_of("people/discord-7.md") == path


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


def test_what_was_saved_just_now_is_read_at_each_look_and_parsed_once(tree, monkeypatch):
    """Its stamp may stay the same when it is saved again; its bytes do not."""
    parsed = []
    read = heads.read_note_head
    monkeypatch.setattr(
        heads, "read_note_head", lambda path, data: (parsed.append(path), read(path, data))[1]
    )
    note = tree.root / "people/Rowan.md"
    saved = note.stat()
    register = TreeRegister(tree, None, lambda: saved.st_mtime_ns)
    assert [register.path_of(KEY) for _ in range(3)] == ["people/Rowan.md"] * 3
    assert parsed == ["people/Rowan.md"]
    note.write_text(NOTE.replace("discord-42", "discord-77"), encoding="utf-8")
    os.utime(note, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert register.path_of("people/discord-77.md") == "people/Rowan.md"
    assert parsed == ["people/Rowan.md"] * 2


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


WRITTEN = (
    "---\nid: discord-42\nheard_as:\n  - Rowan\ntags:\n  - person\nfirst_seen: 2026-02-02\n---\n"
    "\n## Facts\n\n- likes:: tea\n"
)


@pytest.mark.parametrize(
    "path", ["Friends/Rowan.md", "People/Rowan.md", "PEOPLE/Rowan.md", "a/people/R.md", "Rowan.md"]
)
def test_a_note_that_was_moved_out_of_its_folder_is_still_theirs(tree, tmp_path, path):
    """No second one is made, and its key says nothing of how its file is called."""
    (tree.root / "people/Rowan.md").unlink()
    (tree.root / path).parent.mkdir(parents=True, exist_ok=True)
    (tree.root / path).write_text(WRITTEN, "utf-8")
    kept = tmp_path / "register.json"
    for register in (_register(tree, kept), _register(tree, kept)):
        register.look_at_all()
        assert (register.path_of(KEY), register.key_of(path)) == (path, KEY)
        assert register.path_of(path) is None
        assert register.heads().keys() == {path}
    # Who stands at home is theirs, however long the path is.
    (tree.root / "people/old/friends").mkdir(parents=True)
    (tree.root / "people/old/friends/Rowan (2).md").write_text(WRITTEN, "utf-8")
    register.met("people/old/friends/Rowan (2).md")
    assert register.path_of(KEY) == "people/old/friends/Rowan (2).md"
    assert "R" not in register.key_of(path) and register.path_of(register.key_of(path)) == path
    (tree.root / "people/old/friends/Rowan (2).md").unlink()
    assert register.path_of(KEY) == path


@pytest.mark.parametrize("path", ["people/Rowan.md", "people/x/rowan (2).md", "Friends/ROWAN.md"])
def test_a_name_that_was_heard_is_shown_to_nobody_when_the_id_is_lost(tree, path):
    """The file is called by what a guild calls them; a person who renames it says the name."""
    (tree.root / "people/Rowan.md").unlink()
    tree.write_file(path, WRITTEN.replace("id: discord-42\n", ""))
    register = _register(tree)
    register.look_at_all()
    key = register.key_of(path)
    assert "rowan" not in key.casefold()
    assert (register.path_of(key), register.path_of(path)) == (path, None)
    renamed = f"{path.rpartition('/')[0]}/My archivist.md"
    (tree.root / path).rename(tree.root / renamed)
    register.look_at_all()
    assert register.key_of(renamed) == renamed
    assert register.path_of(key) in (None, key)


@pytest.mark.parametrize(
    "text",
    [
        "- likes:: tea\n",
        "---\nid: getting-started\ntags: [person]\n---\nHow to begin.\n",
        "---\nid: 2026-02-02\nfirst_seen: 2026-02-02\n---\nHow to begin.\n",
        "---\nid: Rowan Kerr\ntags: [person]\nfirst_seen: 2026-02-02\n---\n",
        "---\naliases: [rowan.archivist]\ntags: [person]\n---\n",
    ],
)
def test_other_notes_are_known_by_their_paths(tree, text):
    """What another program calls an id makes nobody a person."""
    tree.write_file("vault/Rowan.md", text)
    tree.write_file("sessions/2026-02-02-evening.md", WRITTEN)
    register = _register(tree)
    register.look_at_all()
    for path in ("vault/Rowan.md", "sessions/2026-02-02-evening.md", "vault/none.md"):
        assert (register.path_of(path), register.key_of(path)) == (path, path)
    assert register.resolve("x/rowan.archivist.md") == KEY
    assert register.heads().keys() == {"people/Rowan.md"}


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


@pytest.mark.parametrize("age_ns", [0, 10**12], ids=["young", "old"])
def test_a_file_that_is_deleted_meanwhile_is_written_at_the_next_sweep(tree, tmp_path, age_ns):
    """Though no note has changed, whenever the notes were saved."""
    kept = tmp_path / "register.json"
    register = TreeRegister(tree, kept, lambda: time.time_ns() + age_ns)
    register.look_at_all()
    kept.unlink()
    register.look_at_all()
    assert kept.exists()
    assert _register(tree, kept).heads() == register.heads()


@pytest.mark.parametrize(
    "kept", [b"", b"{", b"[]", b'{"version":2}', b'{"version":2,"notes":{"people/x.md":[1]}}']
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
        ("---\nid: discord-42\nid: discord-7\n---\n", ""),
        ("---\nid: discord-42\nID: discord-7\n---\n", ""),
        ("---\nid: discord-42\nid: 'discord-42'\n---\n", "discord-42"),
    ],
)
def test_an_id_is_a_property(text, given):
    """In a line of its own, whatever stands around it."""
    assert read_note_head("people/Rowan.md", text.encode()).id == given


@pytest.mark.parametrize(
    ("head", "whose"),
    [
        ("id: discord-42", "discord-42"),
        ("ID: discord-42", "discord-42"),
        ("id: 'discord-42'\nid: discord-42", "discord-42"),
        ("id: discord-42\nid: discord-7", None),
        ("id: discord-42\nID: discord-7", None),
        ("id: discord-42\n'id': discord-7", None),
        ("id: discord-42\nid:", None),
    ],
)
def test_whose_a_note_is_and_who_said_its_lines_is_one_reading(tree, head, whose):
    """Where it says two things it is nobody's, and its owner's alone until that is mended."""
    places = 'places: ["[[channels/discord-g.x|#x]]"]'
    text = f"---\n{head}\n{places}\n---\n\n## Facts\n\n- likes:: tea (2026-02-02, #x, t1)\n"
    tree.write_file("people/Rowan.md", text)
    register = _register(tree)
    key = register.key_of("people/Rowan.md")
    document = FileSource(tree, NoteParser(), register).load(key)
    authors = {passage.author for passage in document.passages}
    if whose is not None:
        assert (person_of(key), authors) == (whose, {whose})
    else:
        assert (register.path_of(KEY), authors - {None}) == (None, set())
        assert document.audience == "owner"
        assert any("says `id` twice" in problem for problem in document.problems)


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


class _Busy(MemoryStore):
    """A tree in which something happens right after its files were listed."""

    def __init__(self, root):
        super().__init__(root)
        self.scans, self.meanwhile = [], lambda: None

    def scan_files(self, folder=""):
        self.scans.append(folder)
        scan = super().scan_files(folder)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        return scan


def test_what_is_met_during_a_sweep_is_newer_than_the_sweep(tree):
    """Another thread makes a note, and takes one away, while the tree is being listed."""
    store = _Busy(tree.root)
    register = _register(store)
    store.write_file("people/Old.md", NOTE.replace("42", "7"))
    register.look_at_all()

    def meanwhile():
        store.write_file("people/Bex.md", NOTE.replace("42", "5"))
        store.write_file("lore/Tower.md", "# Tower\n")
        (store.root / "people/Old.md").unlink()
        for path in ("people/Bex.md", "lore/Tower.md", "people/Old.md"):
            register.met(path)

    store.meanwhile = meanwhile
    register.look_at_all()
    assert register.keys() == {
        "people/Rowan.md": KEY,
        "people/Bex.md": "people/discord-5.md",
    }
    assert set(register.heads()) == {"people/Rowan.md", "people/Bex.md"}
    names = (register.reserve(f"people/discord-{n}.md", n) for n in ("Bex", "Tower", "Old"))
    assert list(names) == ["Bex (2)", "Tower (2)", "Old"]


def test_a_note_that_cannot_be_read_is_whose_it_was_until_it_can(tree, monkeypatch):
    """An editor holds it, or the disk is slow: nobody is forgotten for that."""
    register = _register(tree)
    assert register.path_of(KEY) == "people/Rowan.md"
    (tree.root / "people/Rowan.md").write_text(NOTE.replace("discord-42", "discord-7"), "utf-8")
    real = tree.read_bytes

    def refuse(path):
        raise StorageError("the file is in use")

    monkeypatch.setattr(tree, "read_bytes", refuse)
    assert register.path_of(KEY) == "people/Rowan.md"
    monkeypatch.setattr(tree, "read_bytes", real)
    assert register.path_of(KEY) is None
    assert register.path_of("people/discord-7.md") == "people/Rowan.md"


def test_a_key_without_a_note_is_looked_for_once_where_nothing_comes(tree):
    """Also right after a note was made, on a disk that counts parts of seconds."""
    store, now = _Busy(tree.root), 1_800_000_000 * 10**9
    register = TreeRegister(store, None, lambda: now)
    for folder in ("people", "topics"):
        (store.root / folder).mkdir(exist_ok=True)
        os.utime(store.root / folder, ns=(now - 5 * 10**8, now - 5 * 10**8))
    assert register.path_of("people/discord-9.md") is None
    store.scans.clear()
    assert register.path_of("people/discord-9.md") is None
    assert store.scans == []
    store.write_file("people/Nine.md", NOTE.replace("42", "9"))
    assert register.path_of("people/discord-9.md") == "people/Nine.md"
    assert store.scans == ["people"]


def test_where_a_disk_counts_whole_seconds_a_young_folder_is_looked_at_again(tree):
    """Another note may have come within the second, and left the folder its time."""
    store, now = _Busy(tree.root), 1_800_000_000 * 10**9
    register = TreeRegister(store, None, lambda: now + 10**9)
    os.utime(store.root / "people", ns=(now, now))
    assert register.path_of("people/discord-9.md") is None
    store.write_file("people/Nine.md", NOTE.replace("42", "9"))
    os.utime(store.root / "people", ns=(now, now))
    assert register.path_of("people/discord-9.md") == "people/Nine.md"


LABELLED = NOTE.replace(
    "---\n\n", 'places:\n  - "[[channels/discord-lantern.tavern|#tavern]]"\n---\n\n'
)


def test_the_labels_of_a_head_are_kept_and_are_no_news_to_links(tree, tmp_path):
    """A room in which somebody speaks first leads no link elsewhere."""
    register = _register(tree, tmp_path / "register.json")
    assert register.keys() == {"people/Rowan.md": KEY}
    before = register.version
    tree.write_file("people/Rowan.md", LABELLED)
    register.look_at_heads()
    assert register.version == before
    for one in (register, _register(tree, tmp_path / "register.json")):
        assert labels_in_use(one.heads()) == {"#tavern": "discord-lantern.tavern"}


@pytest.mark.parametrize("labels", ['[["#tavern"]]', '[["#tavern", 7]]', "7", '["ab"]'])
def test_labels_that_were_not_kept_so_are_read_again(tree, tmp_path, labels):
    """The file is anybody's to damage."""
    kept = tmp_path / "register.json"
    tree.write_file("people/Rowan.md", LABELLED)
    _register(tree, kept).look_at_all()
    whole = kept.read_text("utf-8")
    given = '[["#tavern","discord-lantern.tavern"]]'
    assert whole.count(given) == 1
    kept.write_text(whole.replace(given, labels), "utf-8")
    found = labels_in_use(_register(tree, kept).heads())
    assert found == {"#tavern": "discord-lantern.tavern"}


def test_the_path_of_a_note_with_an_id_is_looked_for_nowhere_else(tree, monkeypatch):
    """Reports of changes are asked for as keys; while notes come, each look would be at all."""
    register = _register(tree)
    assert register.path_of(KEY) == "people/Rowan.md"
    tree.write_file("people/Bex.md", NOTE.replace("42", "5"))
    looks = []
    real = tree.scan_files
    monkeypatch.setattr(tree, "scan_files", lambda *given: looks.append(given) or real(*given))
    assert register.path_of("people/Rowan.md") is None
    assert looks == []
    assert register.path_of("people/discord-5.md") == "people/Bex.md"
    assert looks
