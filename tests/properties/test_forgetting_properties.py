"""Over any life in which people talk, are written up and are written about: one is forgotten.

Nothing of theirs is in any byte, by our own proof and by an oracle that knows nothing of it; what
others said and wrote stands as it stood, and is found as it was found.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.inspection.wanted.request import ForgetRequest
from familiar_memory.store import AuditJournal
from familiar_memory.store.erasing import ERASING

FIRST = datetime(2026, 2, 2, 17, tzinfo=UTC)
PEOPLE = (
    Author("discord", "284619350177841152", "Rowan Oak", "rowan_o"),
    Author("discord", "619835027744129024", "Zed"),
    Author("twitch", "88361942", "bexatron", "bex_on_deck"),
)
# Words that only one of them says, in forms that become facts, gists, topics and leads.
OWN = (("snorbl", "quuxwerk", "Zorbania"), ("flimpet", "gurdleworks", "Morvania"), ("wimzel",))
FULL = tuple(words if len(words) == 3 else words * 3 for words in OWN)
ROOMS = (
    Place("discord", "tavern", "lantern", name="tavern"),
    Place("discord", "build-log", "lantern", name="build-log"),
    Place("discord", "mods", "lantern", private=True, name="mods"),
    Place("twitch", "mosslight", kind=PlaceKind.STREAM),
)
SAID = (
    "I work at the {1} archive in Durham, and I have a cat called {0}, since Monday.",
    "I live in {2} now. We decided that Lantern Night moves to the 21st, because of the {0}.",
    "Gladys ate my {0} and the {1} on Friday, which means that Lantern Night is cancelled.",
    "ok {0}",
    "I'm allergic to {0}, and from now on please always call me Captain {2}.",
    "{0} ist größer als der {1} — 今日は {2} に行きます、 said nobody at the party, ever.",
)
people = st.integers(0, 2)
events = st.one_of(
    st.tuples(st.just("say"), people, st.integers(0, 3), st.integers(0, len(SAID) - 1)),
    st.tuples(st.just("whisper"), people, st.just(0), st.integers(0, len(SAID) - 1)),
    st.tuples(st.just("quote"), people, st.integers(0, 3), people),
    st.tuples(st.just("mention"), people, st.integers(0, 3), people),
    st.tuples(st.just("write"), people, st.just(0), st.just(0)),
    st.tuples(st.just("human"), people, st.integers(0, 5), people),
    st.tuples(st.just("rename"), people, st.just(0), st.just(0)),
    st.tuples(st.just("ask"), people, st.integers(0, 3), st.just(0)),
    st.tuples(st.just("rotate"), people, st.just(0), st.just(0)),
    st.tuples(st.just("fail"), people, st.just(0), people),
)


def dm_of(number: int) -> Place:
    """The direct messages with somebody, under whose id they are kept."""
    author = PEOPLE[number]
    return Place(author.platform, author.user_id, kind=PlaceKind.DM, name=author.display_name)


class World:
    """One familiar's life, and what each of the others said in it that must stay."""

    def __init__(self, familiar, folder: Path, gone: int) -> None:
        self.familiar = familiar
        self.tree = folder / "memory"
        self.gone = gone
        self.said: dict[tuple[str, str], tuple[int, str, str]] = {}
        self.last: dict[int, str] = {}
        self.count = 0

    async def live(self, happened) -> None:
        """One event after the other, and everything is written up at the end."""
        for event in happened:
            await self._happen(*event)
        await self.familiar.write()
        await self.familiar.settle()

    async def _happen(self, kind, who, what, other) -> None:
        match kind:
            case "say":
                await self._say(who, ROOMS[what], SAID[other].format(*FULL[who]))
            case "whisper":
                await self._say(who, dm_of(who), SAID[other].format(*FULL[who]))
            case "quote" if other in self.last:
                own = f"that is just like {FULL[who][0]}"
                kept = own if other == self.gone != who else f"> {self.last[other]}\n{own}"
                await self._say(who, ROOMS[what], f"> {self.last[other]}\n{own}", kept)
            case "mention":
                text = "hey {0}, look at my {1} please"
                name = f"<@{PEOPLE[other].user_id}>"
                kept = "someone" if other == self.gone else name
                own = FULL[who][0]
                await self._say(who, ROOMS[what], text.format(name, own), text.format(kept, own))
            case "write":
                await self.familiar.write()
            case "human":
                self._edit(who, what, other)
            case "rename":
                self._rename(who)
            case "ask":
                place = ROOMS[what]
                from familiar_memory import RecallRequest

                await self.familiar.recall(
                    RecallRequest(f"what of the {FULL[who][0]}?", PEOPLE[who], place)
                )
            case "fail":
                self._fail(who, other)
            case "rotate":
                self.familiar.journal._log.rotate()
                self.familiar.journal._log.compress()

    def _fail(self, who, other) -> None:
        """A batch is put aside, whose reply tells of two, of whom it may have held no turn."""
        told = f"{PEOPLE[who].slug} and {PEOPLE[other].user_id}: {FULL[who]} {FULL[other]}"
        self.familiar.parts.files.history.ledger.note(
            1,
            1_000 + self.count,
            BatchStatus.QUARANTINED,
            at=FIRST,
            turns=(1_000_000,),
            detail=f"no JSON: {told[:40]}",
            failed=FailedAttempt(told),
        )

    async def _say(self, who, place, text, kept=None) -> None:
        self.count += 1
        ref = f"m{self.count}"
        at = FIRST + timedelta(minutes=17 * self.count)
        await self.familiar.record(Turn(ref, at, place, PEOPLE[who], text))
        self.said[place.slug, ref] = (who, text, text if kept is None else kept)
        if "\n" not in text and "<@" not in text:
            self.last[who] = text

    def _edit(self, who, what, other) -> None:
        """Somebody writes by hand, of `other`, in the words of `who`."""
        author = PEOPLE[other]
        # By hand nobody writes the words of the one who goes.
        own = FULL[who if who != self.gone else (who + 1) % 3]
        stem = self._note_of(other)
        lines = (
            f"- I saw [[{stem}|the captain]] with a {own[0]}\n",
            f"- [her](../people/{stem.replace(' ', '%20')}.md) and {own[1]}\n",
            f"- {own[2]} said so (2026-02-03, by:{author.slug})\n",
            f"```\nid of them: {author.user_id}\n```\n",
            f"\n## On my own\n\nProse of mine about {own[0]}.\n",
            f"- related to [[{stem}]], who told me: {self.last.get(other, 'nothing')}\n",
        )
        path = self.tree / "topics" / f"diary {who}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(lines[what])

    def _note_of(self, who) -> str:
        register = self.familiar.parts.files.register
        path = register.path_of(f"people/{PEOPLE[who].slug}.md")
        return Path(path).stem if path else PEOPLE[who].slug

    def _rename(self, who) -> None:
        file = self.tree / "people" / f"{self._note_of(who)}.md"
        if file.exists():
            file.rename(file.with_name(f"{file.stem} x.md"))

    def cues(self) -> list[str]:
        """What tells an onlooker that a line is of the one who goes; refs stand as words."""
        author = PEOPLE[self.gone]
        found = [author.user_id, author.slug, *OWN[self.gone], author.display_name]
        found += [author.username] if author.username else []
        found += [ref for (_, ref), (who, _, _) in self.said.items() if who == self.gone]
        return found

    def turns(self) -> dict[tuple[str, str], tuple[int, str]]:
        """What stands of each turn that still says something."""
        found = {}
        for (place, ref), (who, _, _) in self.said.items():
            stored = self.familiar.parts.files.history.turn(place, ref)
            if stored is not None and not stored.turn.deleted:
                found[place, ref] = (who, stored.turn.text)
        return found

    def lines(self) -> dict[str, list[str]]:
        """The lines of all notes that an onlooker takes for others', by file."""
        cues = self.cues()
        found: dict[str, list[str]] = {}
        for file in sorted(self.tree.rglob("*.md")):
            path = file.relative_to(self.tree).as_posix()
            if any(cue in path for cue in cues):
                continue
            found[path] = [
                line
                for line in file.read_text("utf-8").splitlines()
                if not _is_derived(line) and not any(_has(line, cue) for cue in cues)
            ]
        return {path: lines for path, lines in found.items() if lines}


# What people write by hand of others: it goes, or loses a link, where it is of the one who goes.
_OF_OTHERS = ("someone", "the captain", "her and", "related", "said so", "just like")


def _has(line: str, cue: str) -> bool:
    if not cue[1:].isdigit() or not cue.startswith("m"):
        return cue in unquote(line)
    words = line.replace("^", " ").replace(",", " ").replace(")", " ").replace("|", " ").split()
    return cue in words


def _is_derived(line: str) -> bool:
    """Heads, leads, gaps, fences: they follow from what stands below them."""
    bare = line.strip()
    heads = ("#", "---", "```", "date:", "tags:", "- session", "people:", '- "[[')
    is_head = bare.startswith(heads)
    return not bare or is_head or "^lead-" in bare or bare == "someone"


def everything(folder: Path) -> bytes:
    """All bytes, with what is packed unpacked, and every value of every database."""
    found = []
    for file in sorted(folder.rglob("*")):
        found.append(file.as_posix().encode())
        if not file.is_file():
            continue
        found.append(file.read_bytes())
        if file.suffix == ".gz":
            found.append(gzip.decompress(file.read_bytes()))
        if file.suffix == ".sqlite":
            with closing(sqlite3.connect(file)) as connection:
                found += [line.encode() for line in connection.iterdump()]
    with AuditJournal(folder / "journal") as journal:
        found += [data for _, _, data in journal.images.versions() if data is not None]
    return b"\0".join(found)


async def check(familiar, folder: Path, happened, gone: int) -> None:
    """Live, forget, look everywhere."""
    await familiar.start()
    world = World(familiar, folder, gone)
    try:
        await world.live(happened)
        others = [who for who in range(3) if who != gone]
        lines = world.lines()
        hits = {who: await _hits(familiar, who, world.cues()) for who in others}
        report = await familiar.forgetting.forget(ForgetRequest(person=PEOPLE[gone].canonical_key))
        assert report.residue == (), report.residue
        assert familiar.parts.files.history.authors() == [
            author
            for author in sorted(PEOPLE, key=lambda one: (one.platform, one.user_id))
            if PEOPLE.index(author) in {who for who, _, _ in world.said.values()} - {gone}
        ]
        kept = {name: (who, kept) for name, (who, _, kept) in world.said.items() if who != gone}
        assert world.turns() == kept, set(world.turns().items()) ^ set(kept.items())
        after = {path: _without_someone(some) for path, some in world.lines().items()}
        before = {path: _without_someone(some) for path, some in lines.items()}
        for path in after.keys() | before.keys():
            assert after.get(path, []) == before.get(path, []), path
        for who in others:
            found = await _hits(familiar, who, world.cues())
            assert found == hits[who], (found - hits[who], hits[who] - found)
        assert familiar.journal.damaged_lines() == ()
        assert familiar.journal.missing_versions() == ()
        assert all(e.source != ERASING or e.erased for e in familiar.journal.entries())
        assert (await familiar.index.verify()).same
    finally:
        await familiar.close()
    data = everything(folder)
    author = PEOPLE[gone]
    for word in (author.user_id, author.slug, *OWN[gone]):
        at = data.find(word.encode())
        assert at < 0, (word, data[max(at - 300, 0) : at + 200])


def _without_someone(lines: list[str]) -> list[str]:
    return [line for line in lines if "someone" not in line]


async def _hits(familiar, who: int, cues) -> set[str]:
    """What is found of what somebody said, but what tells of the one who goes.

    Not notes: of two that say the same, which one speaks hangs on what else there is.
    """
    result = await familiar.search(FULL[who][0], limit=50, sources=["conversation"])
    return {
        hit.text
        for hit in result.hits
        if FULL[who][0] in hit.text
        and not any(word in hit.text for word in _OF_OTHERS)
        and not any(_has(hit.text, cue) for cue in cues)
        and hit.text.count("\n") == 0
    }


@pytest.mark.long
def test_whoever_is_forgotten_is_nowhere_and_nobody_else_loses_anything(new_familiar):
    """By id, words, links, quotes and mentions, in notes, their past, turns, index and log."""

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(events, min_size=3, max_size=14), people)
    def hold(happened, gone):
        with tempfile.TemporaryDirectory() as home:
            familiar = new_familiar(Path(home), settings="[recall]\nlog_questions = true\n")
            asyncio.run(check(familiar, Path(home, "ember"), happened, gone))

    hold()
