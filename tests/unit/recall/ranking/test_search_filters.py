"""Filters apply before ranking and limits; each lets through exactly what it names."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import TAVERN

from familiar_memory import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import UsageError

AT = datetime(2026, 2, 10, 19, 0, tzinfo=UTC)
NOTES = {
    "people/discord-42.md": (
        "# Rowan\n\n## Aliases\n\n- Ro\n\n## Facts\n\n"
        "- works_at:: [Acme](../topics/acme-corp.md) kettle (2026-02-01)\n"
        "- likes the kettle (2026-02-05, type:procedural, tags:work|tea, topic:work)\n"
    ),
    "topics/acme-corp.md": "# Acme Corp\n\nA kettle maker.\n",
    "days/2026-02-03.md": (
        "# Tuesday\n\n"
        "- the kettle of [Acme](../topics/acme-corp.md) boiled (2026-02-03, tags:tea)\n"
        "- a kettle of taxes (2026-02-04, topic:finance)\n"
        "- an old kettle (2026-02-04, expires:2026-02-20)\n"
    ),
}
TURN = Turn("t1", AT, TAVERN, Author("discord", "42", "Rowan"), "the kettle is on")


@pytest.fixture(scope="module")
def found(tmp_path_factory, new_familiar):
    """What a search for the kettle finds with such filters, sorted."""
    home = tmp_path_factory.mktemp("home")
    put_notes(home / "ember" / "memory", NOTES)

    def search(**filters):
        async def ask():
            async with started(new_familiar(home)) as familiar:
                await familiar.record(TURN)
                await familiar.settle()
                wanted = RecallFilters(**filters)
                return (
                    await familiar.search(RecallRequest("kettle", filters=wanted), limit=1_000)
                ).hits

        return sorted(hit.text for hit in asyncio.run(ask()))

    return search


FACT = "works_at:: [Acme](../topics/acme-corp.md) kettle"
LIKES = "likes the kettle"
ACME = "A kettle maker."
BOILED = "the kettle of [Acme](../topics/acme-corp.md) boiled"
TAXES = "a kettle of taxes"
SAID = "the kettle is on"
NAME = "Ro"
"""It stands beside what speaks of the kettle."""


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, [ACME, TAXES, LIKES, SAID, BOILED, FACT, NAME]),
        ({"type": "procedural"}, [LIKES]),
        ({"type": "semantic"}, [FACT]),
        ({"type": "episodic"}, [SAID]),
        pytest.param({"type": "Research"}, [FACT], id="an older name of semantic"),
        pytest.param({"type": "conversation"}, [SAID], id="an older name of episodic"),
        ({"tags": ("tea",)}, [LIKES, BOILED]),
        ({"tags": ("tea", "work")}, [LIKES]),
        ({"topic": "work"}, [ACME, LIKES, SAID, BOILED, FACT, NAME]),
        ({"entity": "acme-corp"}, [ACME, BOILED, FACT]),
        ({"entity": "topics/acme-corp.md"}, [ACME, BOILED, FACT]),
        ({"entity": "Acme Corp"}, [ACME, BOILED, FACT]),
        ({"entity": "discord:42"}, [LIKES, FACT, NAME]),
        ({"entity": "ro"}, [LIKES, FACT, NAME]),
        ({"entity": "nobody"}, []),
        ({"since": datetime(2026, 2, 5, tzinfo=UTC)}, [LIKES, SAID]),
        ({"entity": "acme-corp", "tags": ("tea",)}, [BOILED]),
    ],
)
def test_a_filter_lets_through_what_it_names(found, filters, expected):
    """Untagged topics pass, undated lines do not pass `since`, what has expired never comes."""
    assert found(**filters) == sorted(expected)


def test_filters_come_before_the_limit(tmp_path, new_familiar):
    """One line among a hundred better ones is found with a limit of one."""
    file = tmp_path / "ember" / "memory" / "notes.md"
    file.parent.mkdir(parents=True)
    better = "".join(f"- kettle kettle {n}\n" for n in range(100))
    file.write_text(f"# Notes\n\n{better}- a kettle and much else (2026-02-01, tags:rare)\n")

    async def ask():
        async with started(new_familiar(tmp_path)) as familiar:
            await familiar.settle()
            wanted = RecallFilters(tags=("rare",))
            return (await familiar.search(RecallRequest("kettle", filters=wanted), limit=1)).hits

    assert [hit.text for hit in asyncio.run(ask())] == ["a kettle and much else"]


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"type": "belief"}, "there is no type 'belief'\ntype: semantic, episodic, procedural"),
        (
            {"topic": "war"},
            "there is no topic 'war'\ntopic: work, tech, personal, finance, admin, learning, meta",
        ),
        ({"tags": (" ",)}, "a tag is empty\ntags as they stand in the notes, such as work"),
        (
            {"since": datetime(2026, 1, 1)},
            "since 2026-01-01T00:00:00 has no offset from UTC\nan aware datetime",
        ),
    ],
)
def test_what_cannot_be_is_refused(filters, message):
    """With what would be accepted."""
    with pytest.raises(UsageError) as raised:
        RecallFilters(**filters)
    assert str(raised.value) == message
