"""Operations that change several notes, each asked of one small familiar.

Each is deterministic: made of the same notes at the same moment it leaves the same bytes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE

from familiar_memory import Familiar, ForgetRequest, NewFact
from familiar_memory.errors import NotFoundError
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import UpdateRecord
from familiar_memory.operations.review.kinds.table import item_of

__all__ = ["begin", "FORGETTING", "NOTES", "OPERATIONS", "SETTINGS", "notes_below"]

SETTINGS = MAY_WRITE
_SAID = "by:discord-42, in:discord-lantern.tavern"
_ITEM = item_of(
    UpdateRecord("people/discord-42.md", "k1", RecordPatch("Likes coffee"), "Likes tea"),
    "it says so",
)
NOTES: Mapping[str, str] = {
    "people/Rowan.md": (
        "---\nid: discord-42\n---\n\n## Aliases\n\n- Rowan\n\n## Facts\n\n"
        f"- works_at:: Acme (2026-01-01, ref:t1, {_SAID})\n"
        "- Likes tea ^k1\n- Sings on Sundays ^k2\n- by hand\n"
    ),
    "topics/Acme.md": (
        f"---\nid: acme\n---\n# Acme\n\n## Facts\n\n"
        f"- has_status:: open (2026-01-01, ref:t2, {_SAID})\n"
        "- ~~Makes kettles (into:people/discord-42.md#^k2)~~ ^a1\n- Was founded in Hull ^a2\n"
    ),
    "topics/choir.md": "# Choir\n\n- ~~Meets on Sundays (into:people/discord-42.md#^k2)~~ ^c1\n",
    "notes.md": ("# Notes\n\n- The key is under the blue pot\n"),
}
_ALIKE = "Rowan deploys the shop with make and a script"
_ENTITIES = [
    {
        "name": "Project Alpha",
        "type": "project",
        "relations": [
            {"relation": "part_of", "target": "Acme"},
            {"relation": "has_status", "target": "open"},
        ],
    },
    {"name": "Acme", "type": "organization"},
]


async def _facts(familiar: Familiar) -> object:
    facts = [NewFact("Rowan", "works_at", "Hooli"), NewFact("Acme", "has_status", "closed")]
    return await familiar.memories.add_facts(facts)


async def _store(familiar: Familiar) -> object:
    given = {
        "type": "semantic",
        "subject": "Acme",
        "content": "Project Alpha is the future of Acme",
        "entities": _ENTITIES,
    }
    return await familiar.tools.call("memory_store", given, author=ROWAN, place=TAVERN)


async def _reflect(familiar: Familiar) -> object:
    return await familiar.tools.call("memory_reflect", {"force": True}, author=ROWAN, place=TAVERN)


async def _merge(familiar: Familiar) -> object:
    names = ("people/Rowan.md#^k1", "topics/Acme.md#^a2")
    return await familiar.memories.merge(names, "Tea is from Hull")


async def _move(familiar: Familiar) -> object:
    return await familiar.memories.move("people/Rowan.md#^k1", "Acme")


async def _delete(familiar: Familiar) -> object:
    return await familiar.memories.delete("people/Rowan.md#^k2")


async def _retire(familiar: Familiar) -> object:
    return await familiar.memories.retire("people/Rowan.md#^k1", "2026-02-01")


async def _accept(familiar: Familiar) -> object:
    assert _ITEM is not None
    if _ITEM.id in {one.id for one in await familiar.review.open()}:
        return await familiar.review.accept([_ITEM.id])
    return None


async def _forget_line(familiar: Familiar) -> object:
    if (report := await familiar.forgetting.resume()) is not None:
        return report
    with suppress(NotFoundError):  # It is gone already.
        return await familiar.forgetting.forget(ForgetRequest(record="people/Rowan.md#^k2"))
    return None


async def _forget_person(familiar: Familiar) -> object:
    if (report := await familiar.forgetting.resume()) is not None:
        return report
    with suppress(NotFoundError):
        return await familiar.forgetting.forget(ForgetRequest(person="discord:42"))
    return None


FORGETTING: Mapping[str, Callable[[Familiar], Awaitable[object]]] = {
    "forget a line": _forget_line,
    "forget a person": _forget_person,
}
OPERATIONS: Mapping[str, Callable[[Familiar], Awaitable[object]]] = {
    "facts": _facts,
    "store": _store,
    "reflect": _reflect,
    "merge": _merge,
    "move": _move,
    "delete": _delete,
    "retire": _retire,
    "accept": _accept,
}
"""Each changes all of its notes or none."""


async def begin(familiar: Familiar, name: str) -> None:
    """Bring about what the operation begins with, beside the notes."""
    await familiar.settle()
    if name == "reflect":
        for content in (_ALIKE, f"{_ALIKE} at night"):
            given = {"type": "semantic", "subject": "Rowan", "content": content}
            await familiar.tools.call("memory_store", given, author=ROWAN, place=TAVERN)
    if name == "accept":
        assert _ITEM is not None
        await familiar.review.propose([_ITEM])


def notes_below(home: Path) -> dict[str, bytes]:
    """Every note, and the list, of a familiar."""
    memory = home / "ember" / "memory"
    return {
        file.relative_to(memory).as_posix(): file.read_bytes()
        for file in memory.rglob("*.md")
        if ".index" not in file.parts
    }
