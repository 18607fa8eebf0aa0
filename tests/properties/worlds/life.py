"""A world lived through by a familiar: what is said, edited and written, event by event."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import MEMORY
from familiar_memory.familiar import Familiar
from familiar_memory.history.history_store import HistoryStore
from worlds.oracle import Eyes, standing_places
from worlds.pages import Page, Pages
from worlds.values import FIRST, NOW, Change, MadePrivate, Said, Unsaid, World, Wrote

__all__ = ["SHARED", "Life", "usable"]

SHARED = (
    "people/discord-42.md",
    "people/discord-7.md",
    "sessions/2026-02-02-evening.md",
    "topics/thesis.md",
)
"""Notes that the writer writes in as well. A person's save of the whole note would undo its
lines in one world and not in the other, so where the writer runs nobody edits these."""
_CAP_BYTES = 262_144
"""A file over it can be read, and not be written by the store."""
_FILLER = b"\nMoss grows here.\n"
_UNDER = b"\n## Filler\n"
"""What fills a note is for those whom the note is for, whatever stood above it."""


class Life:
    """One world as it is, or as it would be if all that some eyes may not see were not."""

    def __init__(self, familiar: Familiar, home: Path, world: World, eyes: Eyes) -> None:
        """Live with these eyes; `usable` makes worlds out of any."""
        self._familiar = familiar
        self._tree = home / "ember" / "memory"
        self._history = home / "ember" / "history.sqlite"
        self.world = world
        self._eyes = eyes
        self._pages = Pages(world.notes)
        self._files: dict[int, str] = {}
        self._at = FIRST
        self._said: list[Turn] = []
        self._stands = standing_places(world)
        self._is_open = False
        self.moments = [FIRST]
        """The time after each event."""
        self._standing: tuple[frozenset[str], frozenset[int]] | None = None

    def forget_what_is_forbidden(self, eyes: Eyes) -> None:
        """Live without what these eyes may not see in the end."""
        self._eyes = eyes
        end = Pages(self.world.notes)
        for event in (*self.world.events, self.world.race):
            if isinstance(event, Change):
                end.change(event)
        self._standing = end.standing(eyes)

    async def live(self) -> None:
        """From the first note to the moment of the question."""
        for page in self._pages.all:
            self._save(page)
        await self._familiar.start()
        # What a watcher hears, and when, is the machine's business: here each save is told.
        self._familiar.parts.indexing.watcher.close()
        self._is_open = True
        await self._familiar.settle()
        for event in self.world.events:
            self._at += timedelta(minutes=event.minutes if isinstance(event, Said) else 30)
            self._move_clock()
            if isinstance(event, Wrote):
                await self._familiar.write()
            else:
                self._happen(event)
            await self._familiar.settle()
            self.moments.append(self._at)
        self._at = NOW
        self._move_clock()

    def race(self) -> None:
        """What another process does: a save that the index hears of, or a deletion."""
        if self.world.race is not None:
            self._happen(self.world.race)
            self._familiar.parts.indexing.worker.drain()

    def _happen(self, event: Said | Unsaid | MadePrivate | Change) -> None:
        if isinstance(event, Change):
            page = self._pages.change(event)
            if page is not None:
                self._save(page)
            return
        turn = self._turn(event)
        # A turn is as old as its saying, wherever it stands by now.
        if turn is not None and self._eyes.see(self._stands[int(turn.ref)].slug):
            # As another process would: a bot records, a person runs a command.
            with HistoryStore(self._history) as history:
                history.record(turn)

    def _turn(self, event: Said | Unsaid | MadePrivate) -> Turn | None:
        if isinstance(event, Said):
            author = Author("discord", event.user, event.name, None, event.aliases)
            turn = Turn(str(len(self._said)), self._at, event.place, author, event.text)
            self._said.append(turn)
            return turn
        if not self._said:
            return None
        number = event.turn % len(self._said)
        before = self._said[number]
        if isinstance(event, MadePrivate):
            twin = before.place.twin
            if twin is None or not twin.private:
                return None
            # Not a new turn for `Unsaid`: how it comes back, it stays private.
            return replace(before, place=twin)
        return Turn(
            before.ref,
            self._at,
            before.place,
            before.author,
            event.text,
            edited=bool(event.text),
            deleted=not event.text,
        )

    def _save(self, page: Page) -> None:
        """Bring the disk to what the note is now, as far as it may be seen.

        A note that is opened later stands there before, for whom it was then and without
        its lines: that it was there is told by how it was not known then.
        """
        tokens, numbers = self._standing or (None, None)
        text = ""
        if page.path is not None and (numbers is None or page.number in numbers):
            text = page.text(self._eyes, tokens)
        path = page.path if text else None
        old = self._files.pop(page.number, None)
        if old is not None and old != path:
            (self._tree / old).unlink()
        if path is not None:
            self._files[page.number] = path
            _put(self._tree / path, text, page.broken)
        if self._is_open:
            self._familiar.parts.indexing.worker.submit(MEMORY, [one for one in (old, path) if one])

    def _move_clock(self) -> None:
        clock = self._familiar.parts.setup.clock
        clock.advance(self._at - clock.now())


def _put(file: Path, text: str, broken: str | None) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if broken == "folder":
        file.unlink(missing_ok=True)
        file.mkdir()
        return
    data = text.encode()
    if broken == "bytes":
        data = b"\xff\xfe" + data
    elif broken == "huge":
        data += _UNDER + _FILLER * (_CAP_BYTES // len(_FILLER) + 1)
    beside = file.with_name(f".{file.name}.swp")
    beside.write_bytes(data)
    beside.replace(file)


def usable(world: World) -> World:
    """The world without saves of notes that the writer writes in, where it does.

    And without turns that become private after they may have been written up: what the
    notes tell of them stays until a person edits it, as the manual says.
    """
    if Wrote() not in world.events:
        return world
    notes = tuple(replace(one, front=None) if one.path in SHARED else one for one in world.notes)

    def is_of_people(event: object) -> bool:
        if isinstance(event, MadePrivate):
            return False
        if not isinstance(event, Change) or not notes:
            return True
        return notes[event.note % len(notes)].path not in SHARED

    race = world.race if is_of_people(world.race) else None
    first = world.events.index(Wrote())
    before = tuple(
        one for one in world.events[:first] if isinstance(one, MadePrivate) or is_of_people(one)
    )
    return World(notes, (*before, *filter(is_of_people, world.events[first:])), race)
