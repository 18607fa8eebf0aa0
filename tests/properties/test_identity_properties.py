"""People rename and move notes while the bot writes: nobody is forgotten or made twice."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import MEMORY, note_of_person, person_of
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.claims import Claims
from familiar_memory.notes.register.head import NoteHead
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.source import FileSource
from familiar_memory.operations.apply import apply
from familiar_memory.operations.policy import AutomaticPolicy
from familiar_memory.operations.proposal import AddRecord, EnsureNote
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.synchroniser import Synchroniser

PEOPLE = ("discord-1", "discord-2", "twitch-moss-lady--0a1b2c3d4e")
NAMES = ("Rowan", "rowan", "Bex", "Ro\u0301wan", "R\u00f3wan", "Dr. Tamsin", "CON", "discord-2", "")
FOLDERS = ("people", "people/friends", "people/friends/old")
KEPT = "register.json"


class World:
    """A tree with an index, written by a bot and by people."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "memory"
        (self.root / ".index").mkdir(parents=True)
        self.store = MemoryStore(self.root)
        self.register = self._register()
        self.index = EmbeddingIndex(
            self.root / ".index" / "embeddings.sqlite", IndexIdentity("", 0, "1")
        )
        self.written: dict[str, set[int]] = {}
        self.sync = self._sync()

    def _register(self) -> TreeRegister:
        return TreeRegister(self.store, self.root / ".index" / KEPT)

    def _sync(self) -> Synchroniser:
        source = FileSource(self.store, NoteParser(), self.register)
        self.index.follow(self.register)
        return Synchroniser(
            self.index, (source,), Embedders(NoEmbedder()), self.store, self.register
        )

    def write(self, slug: str, name: str, number: int) -> None:
        """The bot learns something of somebody."""
        tail = RecordFields(
            learned=date(2026, 2, 2), refs=(f"t{number}",), by=slug, place="discord-g.tavern"
        )
        record = Record(
            f"likes:: thing {number}", tail, predicate="likes", object=f"thing {number}"
        )
        key = note_of_person(slug)
        apply(
            self.store,
            (EnsureNote(key, "", name), AddRecord(key, "", "Facts", record)),
            AutomaticPolicy(PEOPLE),
            self.register,
        )
        self.written.setdefault(slug, set()).add(number)

    def rename(self, slug: str, folder: str, name: str) -> None:
        """A person calls a note otherwise, or puts it into another folder."""
        path = TreeRegister(self.store).path_of(note_of_person(slug))
        to = self.root / folder / f"{name or slug}.md"
        if path is None or any(
            one.path.casefold() == to.relative_to(self.root).as_posix().casefold()
            for one in self.store.scan_files().files
        ):
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(to)

    def begin_anew(self, kept: bytes | None) -> None:
        """Another process; what was kept is as it was, gone, or damaged."""
        if kept is not None:
            (self.root / ".index" / KEPT).write_bytes(kept)
        self.register = self._register()
        self.sync = self._sync()

    def check(self) -> None:
        """Each person has one note, which holds all that was learned, and links lead there."""
        keys = [person_of(key) for key in self._keys()]
        # Names are those of the last look: all are met before any link is followed.
        paths = {slug: self.register.path_of(note_of_person(slug)) for slug in self.written}
        for slug, numbers in self.written.items():
            key = note_of_person(slug)
            assert keys.count(slug) == 1
            path = paths[slug]
            assert path is not None
            text = self.store.read_file(path)
            assert all(f"thing {number} " in text for number in numbers)
            stem = Path(path).stem
            stems = [spelling_key(Path(one.path).stem) for one in self.store.scan_files().files]
            if stems.count(spelling_key(stem)) == 1:
                assert self.register.resolve(f"sessions/{stem}.md") == key
            assert self.register.resolve(key) == key

    def _keys(self) -> list[str]:
        fresh = TreeRegister(self.store)
        return [fresh.key_of(one.path) for one in self.store.scan_files().files]

    def check_index(self) -> None:
        """The index knows them by their keys, and as one that is made anew would."""
        self.sync.sync_all()
        known = self.index.known(MEMORY)
        assert set(known) == set(self._keys())
        assert self.sync.verify().same
        for slug in self.written:
            assert {fact.key for fact in self.index.facts((slug,))} == {note_of_person(slug)}


SLUGS = st.sampled_from(PEOPLE)
STEPS = st.one_of(
    st.tuples(st.just("write"), SLUGS, st.sampled_from(NAMES), st.integers(0, 9)),
    st.tuples(st.just("rename"), SLUGS, st.sampled_from(FOLDERS), st.sampled_from(NAMES[:-2])),
    st.tuples(st.just("index")),
    st.tuples(st.just("begin_anew"), st.sampled_from((None, b"", b"{", b'{"version":1}'))),
)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(STEPS, max_size=12))
@example(
    [
        ("write", "discord-1", "Rowan", 1),
        ("index",),
        ("rename", "discord-1", "people/friends", "Bex"),
        ("write", "discord-2", "Rowan", 2),
        ("write", "discord-1", "Rowan", 3),
        ("rename", "discord-2", "people", "Dr. Tamsin"),
        ("begin_anew", b"{"),
        ("write", "discord-2", "Bex", 4),
        ("index",),
    ]
)
@example(
    [
        ("write", "discord-2", "Rowan", 0),
        ("write", "discord-1", "Rowan", 0),
        ("rename", "discord-1", "people", "Ro\u0301wan"),
        ("rename", "discord-2", "people", "R\u00f3wan"),
        ("rename", "discord-1", "people", "Rowan"),
    ]
)
def test_nobody_is_forgotten_and_no_second_note_is_made(steps):
    """Whatever is called how, whenever it is looked at, and whatever was kept."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        try:
            for name, *given_ in steps:
                if name == "index":
                    world.check_index()
                else:
                    getattr(world, name)(*given_)
                world.check()
            world.check_index()
        finally:
            world.index.close()


IDS = ("", "discord-1", "discord-2", "twitch-3", "No Id")
PATHS = tuple(f"people/{name}.md" for name in ("discord-1", "discord-2", "twitch-3", "A", "x/B"))


@given(st.lists(st.tuples(st.sampled_from(PATHS), st.sampled_from((None, *IDS))), max_size=25))
def test_who_is_known_by_which_key_follows_from_what_stands_there(said):
    """In whatever order notes came, changed and went: no key is had twice, none gets lost."""
    claims, there = Claims(), {}
    for path, given_ in said:
        claims.put(path, None if given_ is None else NoteHead(given_))
        there[path] = given_
    there = {path: given_ for path, given_ in there.items() if given_ is not None}
    fresh = Claims()
    for path in sorted(there, reverse=True):
        fresh.put(path, NoteHead(there[path]))
    keys = {path: claims.key_of(path) for path in there}
    assert keys == {path: fresh.key_of(path) for path in there}
    assert len(set(keys.values())) == len(keys)
    assert all(claims.path_of(key) == path for path, key in keys.items())
    for slug in IDS[1:4]:
        bearers = claims.rivals(note_of_person(slug))
        has = claims.path_of(note_of_person(slug))
        if bearers:
            plain = note_of_person(slug)
            assert has == (
                plain if plain in bearers else min(bearers, key=lambda one: (len(one), one))
            )
