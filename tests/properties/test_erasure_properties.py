"""Over any life of notes and turns: what is erased is in no byte, the rest is as it was."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from familiar_memory.assembly.erasing.eraser import Eraser
from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.store import AuditJournal, Cause, ChangeState
from familiar_memory.store.journal.erasing import stand_in

FIRST = datetime(2026, 2, 2, 19, tzinfo=UTC)
PLACES = (Place("discord", "tavern", "lantern"), Place("discord", "hall", "lantern"))
PATHS = ("topics/tea.md", "people/discord-4242.md", "notes.md", "sessions/2026-02-02-evening.md")
AUTHORS = (Author("discord", "4242", "Rowan Oak"), Author("discord", "7", "Zed"))
SENTENCES = (
    "the zanzibar key lies under the mat",
    'she said "never again" and left',
    "Käthe liebt Grünkohl mit 🥬",
    "back\\slash and\ttab are odd",
    "tea is warm",
    "l" + "o" * 9_000 + "ng",
)
# What is left of one note is what the other was, and that goes with it.
LEFT_IS_WHAT_GOES = (
    [
        ("write", PATHS[0], [SENTENCES[0]]),
        ("write", PATHS[1], [SENTENCES[0], SENTENCES[1]]),
        ("write", PATHS[1], [SENTENCES[1]]),
    ],
    Erasure(paths=frozenset({PATHS[0]}), texts=(SENTENCES[1],)),
)
HEADINGS = ("# Tea", "## Facts")
# Of one topic nothing is left; of the session nothing is taken; the person's note stays, emptied.
EMPTIED = (
    [
        ("write", PATHS[0], [HEADINGS[0], SENTENCES[0]]),
        ("write", PATHS[1], [SENTENCES[0]]),
        ("write", PATHS[2], [SENTENCES[0]]),
        ("write", PATHS[3], [HEADINGS[0]]),
    ],
    Erasure(texts=(SENTENCES[0],)),
)
lines = st.lists(st.sampled_from((*SENTENCES, *HEADINGS)), min_size=1, max_size=3)
said = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3)
events = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PATHS), lines),
    st.tuples(st.just("append"), st.sampled_from(PATHS), lines),
    st.tuples(st.just("save"), st.sampled_from(PATHS), lines),
    st.tuples(st.just("say"), st.sampled_from(AUTHORS), said),
    st.tuples(st.just("amend"), st.sampled_from(AUTHORS), said),
    st.tuples(st.just("move"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
    st.tuples(st.just("delete"), st.sampled_from(PATHS), st.none()),
    st.tuples(st.just("settle"), st.none(), st.none()),
    st.tuples(st.just("rotate"), st.none(), st.none()),
    st.tuples(st.just("rebuild"), st.none(), st.none()),
)
erasures = st.builds(
    Erasure,
    turns=st.frozensets(
        st.tuples(st.sampled_from([place.slug for place in PLACES]), st.sampled_from("0123")),
        max_size=2,
    ),
    authors=st.frozensets(st.sampled_from(AUTHORS), max_size=1),
    paths=st.frozensets(st.sampled_from(PATHS), max_size=1),
    texts=st.lists(st.sampled_from(SENTENCES), max_size=2, unique=True).map(tuple),
)


def without(data: bytes, what: Erasure) -> bytes:
    """By hand: all lines but those with a text. No sentence here has a line's end in it."""
    texts = [text.encode() for text in what.texts]
    return b"".join(
        line for line in data.splitlines(keepends=True) if not any(t in line for t in texts)
    )


def left_of(path: str, data: bytes, what: Erasure) -> bytes | None:
    """By hand: a note with less in it; None, a topic or a session with headings alone left.

    What had lost nothing stays as it is, headings alone or not, and so does a note of any other
    kind, emptied or not.
    """
    rest = without(data, what)
    is_told = any(not line.startswith(b"#") for line in rest.splitlines() if line.strip())
    goes = rest != data and not is_told and path.startswith(("topics/", "sessions/"))
    return None if goes else rest


def version_left(paths: Iterable[str], data: bytes, what: Erasure) -> bytes | None:
    """A version as it is at one path after the other where it stood."""
    rest: bytes | None = data
    for path in sorted(paths):
        rest = None if rest is None else left_of(path, rest, what)
    return rest


class Life:
    """One familiar, and what was said to it."""

    def __init__(self, familiar, folder: Path) -> None:
        self.familiar = familiar
        self.folder = folder
        self.tree = folder / "memory"
        self.said: dict[tuple[str, str], Turn] = {}

    async def live(self, happened) -> None:
        """One event after the other."""
        for number, (kind, one, other) in enumerate(happened):
            await self._happen(number, kind, one, other)
        await self.familiar.settle()

    async def _happen(self, number, kind, one, other) -> None:
        store, cause = self.familiar.store, Cause("test")
        match kind:
            case "write":
                store.write_file(one, self._note(other), cause=cause)
            case "append":
                store.append_file(one, self._note(other), cause=cause)
            case "save":
                (self.tree / one).parent.mkdir(parents=True, exist_ok=True)
                (self.tree / one).write_text(self._note(other), "utf-8")
            case "move" if store.exists(one) and not store.exists(other):
                store.move(one, other, cause=cause)
            case "delete" if store.exists(one):
                store.delete(one, cause=cause)
            case "say":
                place = PLACES[number % 2]
                await self._say(place, str(number), one, other, number)
            case "amend" if self.said:
                (slug, ref), turn = sorted(self.said.items())[-1]
                assert slug == turn.place.slug
                await self._say(turn.place, ref, one, other, number + 100)
            case "settle":
                await self.familiar.settle()
            case "rotate":
                self.familiar.journal._log.rotate()
                self.familiar.journal._log.compress()
            case "rebuild":
                await self.familiar.index.rebuild()

    async def _say(self, place, ref, author, texts, minutes) -> None:
        at = FIRST + timedelta(minutes=minutes)
        turn = Turn(ref, at, place, author, "\n".join(texts), edited=minutes >= 100)
        await self.familiar.record(turn)
        self.said[place.slug, ref] = turn

    @staticmethod
    def _note(texts) -> str:
        return "".join(
            f"{text}\n" if text in HEADINGS else f"- {text} (2026-02-02)\n" for text in texts
        )

    def notes(self) -> dict[str, bytes]:
        """Every note as it stands."""
        found = self.familiar.store.scan_files().files
        return {file.path: (self.tree / file.path).read_bytes() for file in found}

    def turns(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Every turn that says something, by name: who, and what."""
        found = {}
        for place, ref in self.said:
            turn = self.familiar.parts.files.history.turn(place, ref).turn
            if not turn.deleted:
                found[place, ref] = (turn.author.slug, turn.text)
        return found

    def story(self) -> list[tuple]:
        """Every change that was made, with the bytes of its versions; None: there were none."""
        journal = self.familiar.journal

        def version(revision):
            return None if revision is None else journal.images.get(revision)

        return [
            (e.id, e.path, e.moved_to, version(e.before), version(e.after))
            for e in journal.entries()
            if e.state is ChangeState.DONE
        ]


def all_bytes(folder: Path) -> bytes:
    """Every file, with what is compressed unpacked beside it."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    found = [file.read_bytes() for file in files]
    found += [gzip.decompress(file.read_bytes()) for file in files if file.suffix == ".gz"]
    with AuditJournal(folder / "journal") as journal:
        found += [data for _, _, data in journal.images.versions() if data is not None]
    return b"\0".join(found)


async def check(familiar, folder: Path, happened, what: Erasure) -> None:
    """Live, erase, look everywhere."""
    await familiar.start()
    life = Life(familiar, folder)
    try:
        await life.live(happened)
        notes, turns, story = life.notes(), life.turns(), life.story()
        parts = familiar.parts
        eraser = Eraser(
            folder,
            erasables(
                folder,
                parts.files.store,
                parts.files.journal,
                parts.files.history,
                parts.files.index,
                parts.searching.past,
                parts.setup.clock.now,
                parts.files.register,
            ),
            parts.files.register,
        )
        report = await asyncio.to_thread(eraser.erase, what)
        assert [one for one in report if one.residue] == []
        await familiar.settle()
        assert [one for one in eraser.residue(what) if one.residue] == []
        assert eraser.pending() is None

        assert life.notes() == {
            path: rest
            for path, data in notes.items()
            if path not in what.paths and (rest := left_of(path, data, what)) is not None
        }
        slugs = {author.slug for author in what.authors}
        assert life.turns() == {
            name: (who, rest)
            for name, (who, text) in turns.items()
            if name not in what.turns
            and who not in slugs
            and (rest := without(text.encode(), what).decode()).strip()
        }
        check_story(story, life.story(), what)
        assert familiar.journal.damaged_lines() == ()
        assert familiar.journal.missing_versions() == ()
        assert familiar.journal.images.check() == ()
        assert parts.files.history.check() == ()
        parts.files.index.check()
        assert (await familiar.index.verify()).same
    finally:
        await familiar.close()
    data = all_bytes(folder)
    gone = [text.encode() for text in what.texts]
    gone += [name.encode() for author in what.authors for name in author.known_names]
    gone += [path.encode() for path in what.paths]
    assert [one for one in gone if one in data] == []


def check_story(before, after, what: Erasure) -> None:
    """The same changes, each with its versions, as if the erased lines had never been."""
    told = {entry[0]: entry for entry in after}
    stood_at = defaultdict(set)
    for _, path, moved_to, *versions in before:
        for version in versions:
            stood_at[version].update(filter(None, (path, moved_to)))
    for key, path, moved_to, old, new in before:
        _, path_now, moved_now, old_now, new_now = told[key]
        assert path_now in (path, stand_in(path))
        assert moved_now in (moved_to, moved_to and stand_in(moved_to))
        if path in what.paths:
            assert path_now == stand_in(path)
        for was, is_now in ((old, old_now), (new, new_now)):
            if path_now == path and moved_now == moved_to and was is not None:
                assert is_now == version_left(stood_at[was], was, what)
            else:
                assert is_now is None or is_now == version_left(stood_at[was], was or b"", what)
    of_file: dict[str, tuple] = {}
    for _, path, moved_to, old, new in after:
        if path in of_file:
            assert of_file[path] == old
        of_file[path] = None if moved_to else new
        if moved_to:
            of_file[moved_to] = new


def test_what_is_erased_is_gone_and_the_rest_is_as_it_was(new_familiar):
    """Notes, their past, turns, names, index; by text, by turn, by person and by note."""

    @settings(
        max_examples=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(events, max_size=12), erasures)
    @example(*LEFT_IS_WHAT_GOES)
    @example(*EMPTIED)
    def hold(happened, what):
        with tempfile.TemporaryDirectory() as home:
            familiar = new_familiar(Path(home))
            asyncio.run(check(familiar, Path(home, "ember"), happened, what))

    hold()
