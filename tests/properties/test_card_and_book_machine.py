"""Cards and lorebooks of equal names, versions and copies, edited and undone: none takes another's.

Whatever is imported in whatever order, each book and the card export as the JSON that came in,
with the edits of people in it, and a note that a person renamed is still its entry's.
"""

import copy
import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sillytavern_cards import book, entry, v2_card
from sillytavern_samples import world_info, world_info_entry
from sillytavern_world import CardWorld, as_json, card_world

from familiar_memory.transfer.report import ImportReport

pytestmark = pytest.mark.long


NAMES = ("Eldoria", "Tavern")
COPIES = ("{}.json", "{} (1).json", "{}_v2.json", "{} - Copy.json")
NEWER_THAN = {"{}.json": ("{} (1).json", "{}_v2.json")}
"""Of two files which is surely the newer one; of a "Copy" nobody knows."""
AUTHORS = ("ann", "ben")
CHARACTERS = ("Seraphina", "Aqua")
UIDS = st.integers(0, 3)


@dataclass
class Held:
    """One book as it must come out: what was imported last, and what a person did to it."""

    versions: dict[int, int]
    folder: str = ""
    file: str = ""
    contents: dict[int, str] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)


@dataclass
class Known:
    """All that is there: books by (name, author), and the character with the book in its card."""

    books: dict[tuple[str, str], Held] = field(default_factory=dict)
    character: str = ""
    version: int = 0
    own: Held | None = None


def content(author: str, uid: int, version: int) -> str:
    """What an entry says."""
    return f"{author} tells {uid}.\r\nIt is the {version}. time."


def whole(one: Held, author: str, made: Any) -> list[dict[str, Any]]:
    """The entries with a person's edits, without those that they deleted."""
    return [
        made(uid, author, one.contents.get(uid, content(author, uid, version)))
        for uid, version in sorted(one.versions.items())
        if uid not in one.deleted
    ]


def alone(uid: int, author: str, text: str) -> dict[str, Any]:
    """An entry of a World Info."""
    title, keys = f"{author} {uid}", [f"{author}{uid}"]
    return world_info_entry(uid, comment=title, key=keys, content=text, order=uid + 7, sticky=5)


def in_card(uid: int, author: str, text: str) -> dict[str, Any]:
    """An entry of the book in a card."""
    return entry(uid, text, comment=f"{author} {uid}", keys=[f"{author}{uid}"])


class CardAndBookMachine(RuleBasedStateMachine):
    """A person, their files, and one familiar."""

    def __init__(self) -> None:
        """An empty tree."""
        super().__init__()
        self.path = Path(tempfile.mkdtemp())
        self.stack = ExitStack()
        self.world: CardWorld = self.stack.enter_context(card_world(self.path))
        self.known = Known()
        self.past: tuple[ImportReport, Known] | None = None

    def teardown(self) -> None:
        """Take the tree away."""
        self.stack.close()
        shutil.rmtree(self.path)

    # --- imports ---------------------------------------------------------------------------

    @rule(
        name=st.sampled_from(NAMES),
        file=st.sampled_from(COPIES),
        author=st.sampled_from(AUTHORS),
        grown=st.sets(UIDS, min_size=1),
    )
    def import_book(self, name: str, file: str, author: str, grown: set[int]) -> None:
        """A first version, or one in which some entries are new or say something new.

        One that comes under the name of an older version than the last is kept out.
        """
        before = copy.deepcopy(self.known)
        held = self.known.books.setdefault((name, author), Held({}))
        self._grow(held, grown)
        report = self.world.book(self._world_info(held, author), file.format(name))
        if held.file in NEWER_THAN.get(file, ()):
            self.known = before
            assert [one.folder for one in report.outdated] == [held.folder]
            assert (report.written, report.removed, report.journal_batch) == ((), (), "")
            self.past = None
            return
        held.file = file
        self._settle(held, report, -1)
        self.past = (report, before)

    @rule(character=st.sampled_from(CHARACTERS), grown=st.sets(UIDS, min_size=1))
    def import_card(self, character: str, grown: set[int]) -> None:
        """Another version of the character, or another character in its place."""
        before = copy.deepcopy(self.known)
        if character != self.known.character or self.known.own is None:
            self.known.own = Held({})
        self.known.character = character
        self.known.version += 1
        self._grow(self.known.own, grown)
        report = self.world.card(self._card(imported=True), f"{character}.json", replace=True)
        self._settle(self.known.own, report, -1)
        self.past = (report, before)

    @precondition(lambda self: self.past is not None and self.past[0].journal_batch)
    @rule()
    def undo(self) -> None:
        """Take the last import back, as long as nothing was done since."""
        assert self.past is not None
        report, self.known = self.past
        self.world.undo(report)
        self.past = None

    # --- people ----------------------------------------------------------------------------

    @rule(data=st.data(), text=st.sampled_from(["Mine.", "Ours — 我们的", "---"]))
    def edit(self, data: st.DataObject, text: str) -> None:
        """Change the content of an entry."""
        found = self._choose(data)
        if found is None:
            return
        held, uid = found
        path = held.notes[uid]
        head, mark, _ = self.world.text(path).partition("\n---\n")
        self.world.edit(path, f"{head}{mark}\n{text}\n")
        held.contents[uid] = text
        self.past = None

    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        """Delete the note of an entry."""
        found = self._choose(data)
        if found is None:
            return
        held, uid = found
        self.world.edit(held.notes.pop(uid), None)
        held.deleted.add(uid)
        self.past = None

    @rule(data=st.data(), to=st.sampled_from(["wood.md", "sub/wood.md", "Ω/A b.md", "ann-0.md"]))
    def rename(self, data: st.DataObject, to: str) -> None:
        """Rename a note inside its book's folder."""
        found = self._choose(data)
        if found is None:
            return
        held, uid = found
        target = f"{held.folder}/{to}"
        if (self.world.store.root / target).exists():
            return
        # A name that another entry has had, and that it may be given again, is that entry's.
        if any(target.endswith(f"{author}-{n}.md") for author in AUTHORS for n in range(4)):
            return
        self.world.rename(held.notes[uid], target)
        held.notes[uid] = target
        self.past = None

    # --- what must hold ----------------------------------------------------------------------

    @invariant()
    def everything_comes_out_as_it_came_in(self) -> None:
        """Every book that stands there, and the card."""
        for (name, author), held in self.known.books.items():
            got = self.world.give_book(held.folder.rpartition("/")[2])
            assert got == as_json(self._world_info(held, author, edited=True)), (name, author)
        if self.known.character:
            assert self.world.give_card() == as_json(self._card(imported=False))

    @invariant()
    def no_folder_has_two_owners(self) -> None:
        """Each book has its own."""
        folders = [held.folder for held in self.known.books.values()]
        folders += [self.known.own.folder] if self.known.own is not None else []
        assert len(set(folders)) == len(folders)

    @invariant()
    def nothing_is_left_over(self) -> None:
        """No note that no book has: what was replaced or removed is gone."""
        mine = {path for held in self._all() for path in held.notes.values()}
        there = {path for path in self.world.files("lore/") if "/." not in path}
        assert there == mine

    # --- parts ---------------------------------------------------------------------------------

    def _all(self) -> list[Held]:
        own = [] if self.known.own is None else [self.known.own]
        return [*self.known.books.values(), *own]

    def _choose(self, data: st.DataObject) -> tuple[Held, int] | None:
        choices = [(held, uid) for held in self._all() for uid in sorted(held.notes)]
        if not choices:
            return None
        at = data.draw(st.integers(0, len(choices) - 1))
        return choices[at]

    def _grow(self, held: Held, uids: set[int]) -> None:
        for uid in uids:
            held.versions[uid] = held.versions.get(uid, 0) + 1

    def _settle(self, held: Held, report: ImportReport, at: int) -> None:
        """Learn where a book came to; new entries have the note that was created for them."""
        held.folder = report.brought[at].folder
        created = {path for path in report.written if path not in report.updated}
        for uid in held.versions:
            if uid in held.notes or uid in held.deleted:
                continue
            (note,) = (
                path
                for path in created
                if path.startswith(f"{held.folder}/") and f"tells {uid}." in self._text(path)
            )
            held.notes[uid] = note

    def _text(self, path: str) -> str:
        return self.world.text(path) if path.endswith(".md") else ""

    def _world_info(self, held: Held, author: str, *, edited: bool = False) -> dict[str, Any]:
        shown = held if edited else Held(held.versions)
        return world_info(*whole(shown, author, alone), x_by=author)

    def _card(self, *, imported: bool) -> dict[str, Any]:
        known = self.known
        assert known.own is not None
        shown = Held(known.own.versions) if imported else known.own
        return v2_card(
            name=known.character,
            description=f"{known.character}, version {known.version}",
            first_mes=f"I am {known.character}",
            character_book=book(*whole(shown, known.character, in_card), name="Eldoria"),
        )


CardAndBookMachine.TestCase.settings = settings(
    max_examples=12, stateful_step_count=14, deadline=None
)
test_nobody_takes_anothers_lore = CardAndBookMachine.TestCase
