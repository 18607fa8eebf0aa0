"""What a familiar can be asked, and by which object: changing it is a decision."""

from __future__ import annotations

import asyncio
import inspect
from datetime import UTC, datetime

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import (
    Explaining,
    Familiar,
    Forgetting,
    IndexUpkeep,
    Knowledge,
    KnownPerson,
    Links,
    Memories,
    People,
    RecallRequest,
    SettingsInForce,
    Tools,
    Turn,
)

DONE = {
    Familiar: [
        *("close", "conversation", "create", "delete", "end_session", "now", "open", "recall"),
        *("record", "record_many", "search", "settle", "start", "write"),
    ],
    IndexUpkeep: ["rebuild", "switch_embedder", "update", "verify"],
    Explaining: ["recall", "search", "why_not"],
    Forgetting: ["allow", "forget", "plan", "refused", "resume"],
    Knowledge: ["entities", "facts", "graph", "timeline"],
    Links: ["back", "follow"],
    Memories: [
        *("add_fact", "add_facts", "count_again", "delete", "edit", "invalidate", "merge", "move"),
        *("remember", "retire"),
    ],
    People: ["dossier", "known", "named"],
    SettingsInForce: ["begin", "look", "reload"],
    Tools: ["call", "checked", "definitions", "do"],
}
ASKED = [
    *("changes", "explain", "forgetting", "history", "index", "journal", "knowledge"),
    *("links", "memories", "models", "name", "parts", "people", "review", "rules"),
    *("settings", "sleep", "store", "tools", "writing"),
]


def _public(of: type) -> list[str]:
    return [name for name in sorted(vars(of)) if not name.startswith("_")]


@pytest.mark.parametrize("of", DONE, ids=lambda of: of.__name__)
def test_each_does_these_things(of: type) -> None:
    """And says of each what it promises."""
    done = [name for name in _public(of) if not isinstance(vars(of)[name], property)]
    assert done == DONE[of]
    assert all(inspect.getdoc(getattr(of, name)) for name in done)


def test_everything_else_stands_beside_it() -> None:
    """As an object of the layer that knows."""
    found = [name for name in _public(Familiar) if isinstance(vars(Familiar)[name], property)]
    assert found == ASKED


def test_what_is_not_open_has_none_of_them(tmp_path) -> None:
    """It says what to do."""
    familiar = Familiar.create("ember", home=tmp_path, embedder="none")
    for name in ASKED:
        with pytest.raises(RuntimeError, match="is not open"):
            getattr(familiar, name)


def test_who_is_known(new_familiar, tmp_path) -> None:
    """Who spoke and who has a note, and whom a name means."""

    async def run() -> tuple[list[KnownPerson], list[KnownPerson | None]]:
        async with new_familiar(tmp_path) as familiar:
            at = datetime(2026, 2, 2, 12, tzinfo=UTC)
            await familiar.record(Turn("m1", at, TAVERN, ROWAN, "The kettle sings."))
            familiar.store.write_file("people/discord-9.md", "# Moss\n\n- likes:: tea\n")
            await familiar.settle()
            people = familiar.people
            return await people.known(), [
                await people.named(name) for name in (ROWAN.slug, "Moss", "Nobody")
            ]

    known, (rowan, moss, nobody) = asyncio.run(run())
    assert {one.slug for one in known} == {ROWAN.slug, "discord-9"}
    assert rowan is not None and rowan.rooms == (TAVERN.slug,)
    assert moss is not None and (moss.slug, moss.note) == ("discord-9", "people/discord-9.md")
    assert nobody is None


def test_why_it_was_found_and_why_not(new_familiar, tmp_path) -> None:
    """The same question of a search and of a recall."""

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            at = datetime(2026, 2, 2, 12, tzinfo=UTC)
            await familiar.record(Turn("m1", at, TAVERN, ROWAN, "The kettle sings."))
            await familiar.settle()
            asked = RecallRequest("kettle", ROWAN, TAVERN)
            found = await familiar.explain.search(asked, 3)
            assert [one.hit.text for one in found.candidates if one.hit] == ["The kettle sings."]
            assert (await familiar.explain.recall(asked)).context is not None
            report = await familiar.explain.why_not("m1", asked, search_limit=3)
            assert [one.subject for one in report.answers] != []

    asyncio.run(run())
