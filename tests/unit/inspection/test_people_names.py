"""`familiar people NAME`: whoever is meant, in whatever form the name is typed."""

from __future__ import annotations

import asyncio

import pytest

from familiar_memory import NewFact
from familiar_memory.errors import UsageError
from familiar_memory.inspection.wanted.named_person import named_person
from familiar_memory.notes.document import NoteParser

PEOPLE = {
    "discord-1": "Zoë",
    "discord-2": "Ren\u00e9e",
    "discord-3": "René",
    "discord-4": "Rene",
    "discord-5": "\u0130lker",
}


@pytest.fixture
def ask(new_familiar, tmp_path):
    """Asks a familiar that has these notes and has indexed them."""
    familiar = new_familiar(tmp_path)
    folder = tmp_path / "ember" / "memory" / "people"
    folder.mkdir()

    def run(work, people):
        for slug, name in people.items():
            (folder / f"{slug}.md").write_text(f"# {name}\n\n- likes:: tea\n", "utf-8")

        async def within():
            async with familiar:
                await familiar.settle()
                return await work(familiar)

        return asyncio.run(within())

    return run


def test_a_name_is_found_without_its_accents(ask) -> None:
    """Who is spelled as was typed comes first."""
    typed = ("Zoe", "ZOE\u0308", "rene\u0301e", "René", "rene", "ilker", "Zo")

    async def work(familiar):
        return [named_person(familiar.parts, name) for name in typed]

    slugs = ["discord-1", "discord-1", "discord-2", "discord-3", "discord-4", "discord-5", None]
    assert ask(work, PEOPLE) == slugs


def test_several_who_differ_by_accents_only_are_not_guessed(ask) -> None:
    """Where nobody is spelled as was typed."""

    async def work(familiar):
        with pytest.raises(UsageError, match="several people") as said:
            named_person(familiar.parts, "RENÈ")
        return said.value.accepted

    listed = "discord-3 (René, people/discord-3.md), discord-4 (Rene, people/discord-4.md)"
    assert ask(work, PEOPLE) == f"say which: {listed}"


@pytest.mark.long
@pytest.mark.parametrize("subject", ["Person Five", "discord-5", "discord:5"])
def test_a_fact_by_name_reads_no_more_notes_where_more_people_are(
    ask, monkeypatch, subject
) -> None:
    """A thousand notes were parsed to find whom a name means."""
    read, parsed = NoteParser.read, []
    monkeypatch.setattr(NoteParser, "read", lambda *given: parsed.append(given[1]) or read(*given))

    async def work(familiar):
        # What follows the change is the index's, in its own time.
        monkeypatch.setattr(familiar.parts.indexing.worker, "submit", lambda *_: None)
        parsed.clear()
        done = await familiar.memories.add_fact(NewFact(subject, "lives_in", "Rome"))
        return done.is_done, sorted(parsed)

    few = {"discord-5": "Person Five", "discord-6": "Person Six"}
    many = {f"discord-{number}": f"Person {number}" for number in range(10, 50)}
    assert ask(work, few) == ask(work, many | few)
