"""What a caller changes answers as if all that they may not see did not exist.

The same requests are made in two worlds, one of which lacks every line, note and turn that is
forbidden to the caller: every answer, refusal, id and dry run is the same, and so is what they find
afterwards.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE
from worlds.doors import BEX, MODS

from familiar_memory import Caller, Familiar, NewFact, NewMemory, RecallRequest, Turn
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.knowledge.fact import Fact
from familiar_memory.life.records.record_change import RecordChange

_HIDDEN = "#HIDDEN "
"""Begins what the caller may not see; it is taken away in both worlds, its line in one."""
_IN = f"(2026-02-01, ref:s1, by:discord-42, in:{TAVERN.slug})"
_MODS = f"(2026-02-01, ref:s9, by:discord-42, in:{MODS.slug})"
_DM = "(2026-02-01, ref:s8, by:discord-7, in:discord-dm-7)"
# Titles are for everyone: that of a note of which the caller may know no line stands in both.
_NOTES = {
    "people/discord-42.md": (
        "---\nid: discord-42\n---\n## Aliases\n\n- Rowan (in:discord-lantern.tavern)\n"
        f"{_HIDDEN}- Ro {_MODS}\n\n## Facts\n\n"
        f"- lives_in:: Oban {_IN} ^v1\n"
        f"{_HIDDEN}- lives_in:: Leeds {_MODS} ^h1\n"
        f"{_HIDDEN}- works_at:: [[Acme]] {_MODS} ^h2\n"
        f"- likes:: green tea {_IN}\n"
        f"{_HIDDEN}- likes:: green tea {_MODS}\n"
        f"{_HIDDEN}- Prefers short answers {_MODS} ^h3\n"
        f"{_HIDDEN}- ~~Likes loud music (2026-02-01, in:{MODS.slug}, into:^v2)~~ ^h4\n"
        f"- Likes music {_IN} ^v2\n"
        f"- ~~Sings {_IN[:-1]}, into:^v2)~~ ^v3\n"
        f"{_HIDDEN}- written by hand (in:owner) ^h5\n"
        f"{_HIDDEN}- PADDING (in:owner)\n"
    ),
    "people/discord-7.md": (
        f"---\nid: discord-7\n---\n## Aliases\n\n- Bex (in:{TAVERN.slug})\n\n## Facts\n\n"
        f"{_HIDDEN}- allergic_to:: nuts {_DM} ^h6\n"
        f"- plays:: chess {_IN.replace('42', '7')} ^v4\n"
    ),
    "topics/acme.md": (
        "# Acme\n\n"
        f"{_HIDDEN}- has_status:: closing {_MODS} ^h7\n"
        f"{_HIDDEN}- part_of:: [[Globex]] {_MODS}\n"
    ),
    "topics/project-alpha.md": (
        f"# Project Alpha\n\n- built_with:: [[Rust]] {_IN} ^v5\n"
        f"{_HIDDEN}- part_of:: [[Acme]] {_MODS} ^h8\n"
    ),
    "notes.md": f"{_HIDDEN}- The spare key is under the blue pot (in:owner) ^h9\n",
    "review.md": f"{_HIDDEN}# Review\n",
}
_HIDDEN_IDS = ("h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9")
_SEEN_IDS = ("v1", "v2", "v3", "v4", "v5")
_KEYS = (*(one for one in _NOTES if one != "review.md"), "people/Rowan.md", "topics/Acme.md")
_TEXTS = (
    "Prefers short answers",
    "Likes loud music",
    "The spare key is under the blue pot",
    "Rowan met Ro and Bex at Acme",
    "works_at:: [[Acme]]",
)
_FACTS = (
    ("lives_in", "Leeds"),
    ("lives_in", "Oban"),
    ("works_at", "Acme"),
    ("works_at", "[[Acme]]"),
    ("likes", "green tea"),
    ("allergic_to", "nuts"),
    ("has_status", "closing"),
)
_ABOUT = ("Rowan", "Ro", "Bex", "Acme", "Globex", "Project Alpha", "discord:7", "discord:9", None)


class _Requests:
    """Requests of Rowan's in the tavern, chosen by a seed."""

    def __init__(self, familiar: Familiar, seed: int) -> None:
        self.familiar = familiar
        self.pick = random.Random(seed)
        self.caller = Caller(ROWAN, TAVERN)
        self.made: list[str] = []
        """Names of what was stored here: they are the same in both worlds."""

    async def answers(self, count: int) -> list[object]:
        """What each says, and what is found afterwards."""
        told: list[object] = []
        kinds = sorted(name for name in dir(self) if name.startswith("_ask_"))
        for _ in range(count):
            name = self.pick.choice(kinds)
            ask: Callable[[], Awaitable[object]] = getattr(self, name)
            try:
                answer = _plain(await ask())
            except FamiliarError as error:
                answer = f"{type(error).__name__}: {error}"
            told.append((name, answer))
            if isinstance(answer, dict) and "id" in answer:
                self.made.append(str(answer["id"]))
        request = RecallRequest("Where does Rowan live, and who is Ro?", ROWAN, TAVERN)
        told.append((await self.familiar.recall(request)).render())
        known = self.familiar.knowledge
        who = {"author": ROWAN, "place": TAVERN}
        facts = [await known.facts(include_retired=True, **who)]
        facts += [await known.timeline(one, **who) for one in ("discord:42", "Acme", "Bex")]
        # Where a line stands follows from those before it, whoever may see them.
        told += [replace(one, facts=_anywhere(one.facts)) for one in facts]
        return [*told, await known.entities(**who)]

    def _name(self) -> str:
        ids = self.pick.choice((_HIDDEN_IDS, _SEEN_IDS, _SEEN_IDS))
        known = f"{self.pick.choice(_KEYS)}#^{self.pick.choice(ids)}"
        return self.pick.choice([known, known, *self.made])

    async def _ask_remember(self) -> object:
        memory = NewMemory(self.pick.choice(_TEXTS), self.pick.choice(_ABOUT))
        return await self.familiar.memories.remember(
            memory, caller=self.caller, dry_run=self.pick.random() < 0.3
        )

    async def _ask_add_facts(self) -> object:
        facts = [
            NewFact(self.pick.choice(_ABOUT[:-1]) or "", *self.pick.choice(_FACTS))
            for _ in range(self.pick.choice((1, 1, 2)))
        ]
        return await self.familiar.memories.add_facts(
            facts, caller=self.caller, dry_run=self.pick.random() < 0.3
        )

    async def _ask_edit(self) -> object:
        return await self.familiar.memories.edit(
            self._name(), self.pick.choice(_TEXTS), caller=self.caller
        )

    async def _ask_change_fields(self) -> object:
        return await self.familiar.memories.edit(
            self._name(), fields={"importance": 7}, caller=self.caller
        )

    async def _ask_retire(self) -> object:
        return await self.familiar.memories.retire(self._name(), caller=self.caller)

    async def _ask_delete(self) -> object:
        return await self.familiar.memories.delete(self._name(), caller=self.caller)

    async def _ask_count_again(self) -> object:
        return await self.familiar.memories.count_again(self._name(), caller=self.caller)

    async def _ask_merge(self) -> object:
        names = [self._name(), self._name()]
        return await self.familiar.memories.merge(names, "merged", caller=self.caller)

    async def _ask_move(self) -> object:
        to = self.pick.choice([one for one in _ABOUT if one])
        return await self.familiar.memories.move(self._name(), to, caller=self.caller)

    async def _call(self, name: str, **given: Any) -> object:
        return await self.familiar.tools.call(f"memory_{name}", given, author=ROWAN, place=TAVERN)

    async def _ask_store(self) -> object:
        edges = [
            {"relation": "part_of", "target": self.pick.choice(("Acme", "Globex"))},
            {"relation": "works_at", "target": "Acme"},
        ]
        entities = [
            {
                "name": self.pick.choice(("Acme", "Globex", "Bex", "Ro")),
                "type": "concept",
                "relations": edges,
            }
        ]
        return await self._call(
            "store",
            type=self.pick.choice(("semantic", "procedural")),
            subject=self.pick.choice([one for one in _ABOUT if one]),
            content=self.pick.choice(_TEXTS),
            entities=self.pick.choice(([], entities)),
        )

    async def _ask_search(self) -> object:
        return await self._call("search", query=self.pick.choice(_TEXTS), topK=5)

    async def _ask_recall(self) -> object:
        given = self.pick.choice(({"id": self._name()}, {"includeConsolidated": True}, {}))
        return await self._call("recall", **given)

    async def _ask_update(self) -> object:
        change = self.pick.choice(({"content": self.pick.choice(_TEXTS)}, {"importance": 3}))
        return await self._call("update", id=self._name(), **change)

    async def _ask_delete_by_tool(self) -> object:
        more = self.pick.choice(({}, {"originals": "restore"}, {"originals": "delete"}))
        return await self._call("delete", id=self._name(), **more)

    async def _ask_reflect(self) -> object:
        return await self._call("reflect", force=True)

    async def _ask_graph(self) -> object:
        return await self._call("graph", entity=self.pick.choice(_ABOUT) or "Rowan")


def _anywhere(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(replace(one, line=0) for one in facts)


def _plain(answer: object) -> object:
    """An answer without the random names of batches."""
    if isinstance(answer, RecordChange):
        return replace(answer, batch=None if answer.batch is None else "a batch")
    if isinstance(answer, (list, tuple)):
        return [_plain(one) for one in answer]
    return answer


def _notes(*, is_whole: bool, padding: int) -> dict[str, str]:
    found = {}
    for path, text in _NOTES.items():
        lines = text.splitlines(keepends=True)
        kept = [one for one in lines if is_whole or not one.startswith(_HIDDEN)]
        if kept:
            found[path] = "".join(one.removeprefix(_HIDDEN) for one in kept).replace(
                "PADDING", "word " * padding
            )
    return found


async def _answers(
    new_familiar: Any, home: Path, seed: int, *, is_whole: bool, padding: int
) -> list[object]:
    put_notes(home / "ember" / "memory", _notes(is_whole=is_whole, padding=padding))
    settings = MAY_WRITE + "\n[store]\nmax_file_bytes = 4000\n"
    async with started(new_familiar(home, settings=settings)) as familiar:
        said = [(TAVERN, ROWAN, "I live in Oban."), (TAVERN, BEX, "hello there, I play chess")]
        if is_whole:
            said += [(MODS, ROWAN, "I am Ro, I live in Leeds."), (MODS, BEX, "Globex it is")]
        for number, (place, author, text) in enumerate(said):
            at = familiar.now() - timedelta(days=28) + timedelta(minutes=number)
            await familiar.record(Turn(f"s{number}", at, place, author, text))
        await familiar.settle()
        return await _Requests(familiar, seed).answers(14)


def _compare(new_familiar: Any, home: Path, seed: int, padding: int) -> None:
    whole, part = (
        asyncio.run(_answers(new_familiar, home / str(w), seed, is_whole=w, padding=padding))
        for w in (True, False)
    )
    for number, (one, other) in enumerate(zip(whole, part, strict=True)):
        assert one == other, (seed, number, whole[:number])


@pytest.mark.long
@pytest.mark.parametrize(("seed", "padding"), [(0, 0), (1, 700), (118, 2_000)])
def test_what_a_caller_changes_tells_nothing_of_what_is_hidden(
    new_familiar, tmp_path, seed, padding
):
    """A few requests of every kind."""
    _compare(new_familiar, tmp_path, seed, padding)


@pytest.mark.long
@pytest.mark.parametrize("padding", [0, 700, 2_000])
@pytest.mark.parametrize("seed", range(100, 120))
def test_no_request_of_a_caller_tells_of_what_is_hidden(new_familiar, tmp_path, seed, padding):
    """Many of them; where what is hidden fills the note, too."""
    _compare(new_familiar, tmp_path, seed, padding)
