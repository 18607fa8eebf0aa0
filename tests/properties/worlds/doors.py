"""A life in which knowledge comes and goes by every door, chosen by a seed.

People talk, the writer runs, the owner and callers keep, change and delete records, models call
the operations, proposals are held and decided, people edit the files, changes are taken back, and
somebody is forgotten.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import (
    Author,
    Caller,
    Familiar,
    ForgetRequest,
    NewFact,
    NewMemory,
    Turn,
)
from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.errors import FamiliarError, StorageError
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.store.undo.plan import undo

__all__ = ["BEX", "CALLERS", "MODS", "Doors"]

BEX = Author("discord", "7", "Bex")
MODS = Place("discord", "mods", "lantern", private=True)
DM_BEX = Place("discord", "7", kind=PlaceKind.DM)
CALLERS = ((ROWAN, TAVERN), (BEX, TAVERN), (ROWAN, DM), (BEX, DM_BEX), (BEX, MODS))
"""Who asks through a bot, and where."""
_SAID = (
    "I live in Oban.",
    "I moved to Leeds, I live in Leeds now.",
    "I work at the Acme mill.",
    "I don't work at the Acme mill any more.",
    "I am allergic to nuts.",
    "It's sesame, not nuts.",
    "Project Alpha needs a kettle, Bex.",
    "I like green tea.",
    "Please keep answers short.",
    "Always bring a kettle when I ask about tea.",
)
_TEXTS = (
    "Prefers short answers",
    "Prefers short answers, with examples",
    "Likes green tea in the morning",
    "The spare key is under the blue pot",
    "works_at:: Acme",
    "Ends in a joke (2026-01-01, in:everyone)",
)
_ABOUT = ("Rowan", "Bex", "Acme", "Project Alpha", None)
_FACTS = (
    ("works_at", "Acme"),
    ("works_at", "[[Initech]]"),
    ("lives_in", "Oban"),
    ("lives_in", "Leeds"),
    ("likes", "green tea"),
    ("dislikes", "green tea"),
    ("allergic_to", "nuts"),
    ("visiting", "Hull"),
)
_FIELDS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"importance": 8},
    {"tags": ["work", "tea"]},
    {"ttl": "7d"},
    {"since": "2025-06"},
    {"subject": "Bex"},
)
_BY_HAND = (
    "- lives_in:: Hull (2026-02-01)",
    "- works_at:: [[Acme]]",
    "- likes:: rain ^h1",
    "- ~~likes:: snow (2026-01-01, until 2026-02-01)~~ ^h2",
    "- part_of:: [[Globex]]",
    "- type:: [[project]]",
    "- moved (2026-02-30, ref:7)",
    "- friend_of:: [[Bex]] (2026-02-01, in:discord-dm-42)",
    "prose of a person",
    "## Plans (in:owner)",
    "- same_as:: [Bex](discord-7.md)",
)
_RULES = ("Use emoji", "Never use emoji", "Answer in two sentences", "Answer in five sentences")


class Doors:
    """One familiar, and whoever is at its doors; every choice follows from the seed."""

    def __init__(self, familiar: Familiar, home: Path, seed: int) -> None:
        self.familiar = familiar
        self.memory = home / "ember" / "memory"
        self.pick = random.Random(seed)
        self.count = 0
        self.done: list[str] = []
        """What was done, for whoever reads a failure."""
        self.forgets = True

    @property
    def doors(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """Every door by its name."""
        found = {
            name.removeprefix("_do_"): getattr(self, name)
            for name in dir(type(self))
            if name.startswith("_do_")
        }
        if not self.forgets:
            del found["forget"]
        return found

    async def step(self, door: str | None = None) -> object:
        """Go through a door; a request that cannot be carried out is refused in words."""
        door = door or self.pick.choice(sorted(self.doors))
        self.done.append(door)
        try:
            answer = await self.doors[door]()
        except StorageError as error:
            raise AssertionError(f"{door}: {error}") from error
        except FamiliarError as error:
            answer = error
        self.done[-1] = f"{door}: {answer}"[:300]
        return answer

    async def talk(self, turns: int = 8) -> None:
        """Everybody has spoken once, and it was written up."""
        for _ in range(turns):
            await self._do_say()
        await self.familiar.write()

    def notes(self) -> list[str]:
        """Every note of memories, by its path."""
        found = (one.relative_to(self.memory).as_posix() for one in self.memory.rglob("*.md"))
        return sorted(one for one in found if not one.startswith((".", "review")))

    def names(self, *folders: str) -> list[str]:
        """The names of all records, by the paths of their notes."""
        found = []
        for path in self.notes():
            if path.startswith(folders or ("people", "topics", "notes", "channels")):
                text = (self.memory / path).read_bytes().decode()
                lines = standing_lines(path, parse_note(text, path=path), "everyone")
                found += [(f"{path}#{_shown(one.id)}", one.record.text) for one in lines]
        self._said = dict(found)
        return [name for name, _ in found]

    def _name(self) -> str:
        return self.pick.choice(self.names() or ["people/nobody.md#^x"])

    def _caller(self) -> Caller | None:
        return self.pick.choice([None, None, *(Caller(*one) for one in CALLERS)])

    def _fact(self) -> NewFact:
        predicate, value = self.pick.choice(_FACTS)
        since = self.pick.choice([None, None, "2025", "2026-01-10"])
        return NewFact(self.pick.choice(_ABOUT[:4]) or "", predicate, value, since)

    async def _do_say(self) -> object:
        self.count += 1
        author, place = self.pick.choice(CALLERS)
        at = self.familiar.now() - timedelta(days=20) + timedelta(minutes=7 * self.count)
        return await self.familiar.record(
            Turn(f"t{self.count}", at, place, author, self.pick.choice(_SAID))
        )

    async def _do_write(self) -> object:
        return await self.familiar.write()

    async def _do_remember(self) -> object:
        memory = NewMemory(
            self.pick.choice(_TEXTS), self.pick.choice(_ABOUT), fields=self.pick.choice(_FIELDS)
        )
        return await self.familiar.memories.remember(memory, caller=self._caller())

    async def _do_add_facts(self) -> object:
        facts = [self._fact() for _ in range(self.pick.choice((1, 1, 2, 3)))]
        return await self.familiar.memories.add_facts(facts, caller=self._caller())

    async def _do_edit(self) -> object:
        text = self.pick.choice([None, *_TEXTS, "lives_in:: Oban"])
        fields = self.pick.choice([{"importance": 9}, {"tags": None}, {"ttl": "2w"}])
        return await self.familiar.memories.edit(
            self._name(), text, fields if text is None else None, caller=self._caller()
        )

    async def _do_retire(self) -> object:
        until, wrong = self.pick.choice([(None, False), ("2026-02-20", False), (None, True)])
        memories = self.familiar.memories
        return await memories.retire(self._name(), until, wrong=wrong, caller=self._caller())

    async def _do_delete(self) -> object:
        restores = self.pick.random() < 0.5
        return await self.familiar.memories.delete(
            self._name(), restores=restores, caller=self._caller()
        )

    async def _do_count_again(self) -> object:
        return await self.familiar.memories.count_again(self._name(), caller=self._caller())

    async def _do_merge(self) -> object:
        names = self.names()
        some = self.pick.sample(names, min(len(names), self.pick.choice((2, 3))))
        return await self.familiar.memories.merge(
            some, self.pick.choice(_TEXTS), caller=self._caller()
        )

    async def _do_move(self) -> object:
        to = self.pick.choice(_ABOUT[:4]) or ""
        return await self.familiar.memories.move(self._name(), to, caller=self._caller())

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """An operation of a model's, by the owner or a caller."""
        author, place = self.pick.choice([(None, None), *CALLERS])
        answer = await self.familiar.tools.call(name, arguments, author=author, place=place)
        return dict(answer)

    async def _do_tool_store(self) -> object:
        entities = [
            {"name": "Acme", "type": "organization"},
            {
                "name": "Project Alpha",
                "type": "project",
                "relations": [
                    {"relation": "part_of", "target": "Acme"},
                    {"relation": "has_status", "target": "open"},
                ],
            },
        ]
        return await self.call(
            "memory_store",
            type=self.pick.choice(("semantic", "episodic")),
            subject=self.pick.choice(("Rowan", "Bex", "Acme", "the weather")),
            content=self.pick.choice(_TEXTS),
            entities=self.pick.choice(([], entities)),
            tags=self.pick.choice(([], ["work"])),
        )

    async def _ids(self) -> str:
        found = await self.call("memory_recall", includeConsolidated=True)
        ids = [one["id"] for one in found.get("results", ())]
        return self.pick.choice(ids or ["nothing"])

    async def _do_tool_update(self) -> object:
        change = self.pick.choice(({"content": self.pick.choice(_TEXTS)}, {"importance": 3}))
        return await self.call("memory_update", id=await self._ids(), **change)

    async def _do_tool_delete(self) -> object:
        what = self.pick.choice(({}, {"originals": "restore"}, {"originals": "delete"}))
        return await self.call("memory_delete", id=await self._ids(), **what)

    async def _do_reflect(self) -> object:
        return await self.call("memory_reflect", force=True)

    async def _do_propose(self) -> object:
        names = self.names()
        if not names:
            return None
        note, _, record = self.pick.choice(names).partition("#")
        record, was = record.removeprefix("^"), self._said[f"{note}#{record}"]
        others = [tuple(one.replace("#^", "#").split("#")) for one in names]
        fields = RecordFields(self.familiar.now().date(), by="discord-7", place=TAVERN.slug)
        proposal = self.pick.choice(
            (
                StateRecord(note, "", "Facts", Record(self.pick.choice(_TEXTS), fields)),
                UpdateRecord(note, record, RecordPatch(self.pick.choice(_TEXTS)), was),
                UpdateRecord(note, record, RecordPatch(fields={"importance": 7}), was),
                RetireById(note, record, self.pick.choice((None, "2026-02-01")), was=was),
                DeleteRecord(note, record, was, self.pick.random() < 0.5),
                MergeRecords(tuple(self.pick.sample(others, min(2, len(others)))), "merged"),
            )
        )
        item = item_of(proposal, "somebody should look")
        return None if item is None else await self.familiar.review.propose([item])

    async def _do_decide(self) -> object:
        open_ = [one.id for one in await self.familiar.review.open()]
        if not open_:
            return None
        if self.pick.random() < 0.3:
            return await self.familiar.review.reject([self.pick.choice(open_)])
        return await self.familiar.review.accept(self.pick.sample(open_, 1))

    async def _do_rule(self) -> object:
        whom, place = self.pick.choice(((None, None), ("Rowan", None), (None, TAVERN)))
        rules = self.familiar.rules
        if self.pick.random() < 0.6:
            return await rules.add(self.pick.choice(_RULES), whom=whom, place=place)
        standing = await rules.list()
        change = self.pick.choice((rules.archive, rules.remove))
        return await change(self.pick.choice(standing).name) if standing else None

    async def _do_edit_by_hand(self) -> object:
        path = self.pick.choice([*self.notes(), "people/discord-7.md", "topics/kettle.md"])
        file = self.memory / path
        text = file.read_bytes().decode() if file.exists() else "# By hand\n"
        changed = self._by_hand(text)
        file.parent.mkdir(parents=True, exist_ok=True)
        if changed is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(changed.encode())
        await self.familiar.settle()
        return path

    def _by_hand(self, text: str) -> str | None:
        lines = text.splitlines(keepends=True)
        bullets = [at for at, line in enumerate(lines) if line.startswith("- ")]
        at = self.pick.choice(bullets or [max(0, len(lines) - 1)])
        way = self.pick.randrange(8)
        if way <= 2 or not lines:
            lines.insert(at + 1, self.pick.choice(_BY_HAND) + "\n")
            if at < len(lines) and not lines[at].endswith("\n"):
                lines[at] += "\n"
        elif way == 3:
            del lines[at]
        elif way == 4:
            body, end = lines[at].rstrip("\r\n"), "\n"
            lines[at] = f"- ~~{body.removeprefix('- ')}~~{end}"
        elif way == 5:
            lines[at] = lines[at].replace("tea", "rain").replace("Acme", "Hooli")
        elif way == 6:
            plain = text.replace("\r\n", "\n")
            return plain if "\r\n" in text else plain.replace("\n", "\r\n")
        else:
            return None if self.pick.random() < 0.1 else text + lines[at]
        return "".join(lines)

    async def _do_move_by_hand(self) -> object:
        paths = [one for one in self.notes() if one.startswith(("people", "topics"))]
        if not paths:
            return None
        path = self.pick.choice(paths)
        to = f"{path.partition('/')[0]}/{self.pick.choice(('Sub/', ''))}m{self.count}.md"
        target = self.memory / to
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            return None
        data = (self.memory / path).read_bytes()
        target.write_bytes(data)
        if self.pick.random() < 0.7:
            (self.memory / path).unlink()
        await self.familiar.settle()
        return f"{path} -> {to}"

    async def _do_undo(self) -> object:
        entries = [one for one in self.familiar.journal.entries() if one.source != "baseline"]
        if not entries:
            return None
        one = self.pick.choice(entries[-8:])
        with suppress(FamiliarError):
            undo(self.familiar.store, self.familiar.journal, one.batch or one.id)
        # Where most notes go at once, a person says that they meant it.
        synchroniser = self.familiar.parts.indexing.synchroniser
        synchroniser.sync_all(None, allow_mass_removal=True)
        return one.source

    async def _do_forget(self) -> object:
        if self.pick.random() < 0.6:
            request = ForgetRequest(record=self._name())
        elif self.pick.random() < 0.5:
            request = ForgetRequest(topic=self.pick.choice(("Acme", "Project Alpha")))
        else:
            request = ForgetRequest(person="discord:7")
        report = await self.familiar.forgetting.forget(request)
        assert report.is_gone, report.residue
        return report.is_gone


def _shown(record_id: str) -> str:
    return record_id if record_id.startswith("~") else f"^{record_id}"
