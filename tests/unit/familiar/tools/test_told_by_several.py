"""What several people told: each has a line of it, so none goes with somebody else."""

from __future__ import annotations

import re

import pytest
from people_and_places import ROWAN, TAVERN
from tool_calls import Calls

from familiar_memory import Author, Familiar, ForgetRequest

GURDLE = {
    "name": "Gurdle",
    "type": "concept",
    "relations": [{"relation": "part_of", "target": "Flimpet"}],
}


def _told(familiar: Familiar) -> list[tuple[str, str, str]]:
    """What each relation of the note says, by whom, and how often."""
    if not familiar.store.exists("topics/Gurdle.md"):
        return []
    line = re.compile(r"^- (\w+)::.*\bby:([\w-]+).*?(seen:\d)?\)$", re.MULTILINE)
    return sorted(line.findall(familiar.store.read_file("topics/Gurdle.md")))


@pytest.mark.long
async def test_a_relation_that_two_people_told_stays_when_one_is_forgotten(tavern):
    """And goes with the last of them; three lines of it are enough, later ones are counted."""
    people = [ROWAN, *(Author("discord", f"73391234567890{n}", f"Zed{n}") for n in range(3))]
    async with tavern() as calls:
        for number, author in enumerate([people[0], people[1], people[1], *people[2:]]):
            told = Calls(calls.familiar, author, TAVERN)
            content = f"On day {number} there was a gurdle about."
            await told.store(content, subject="sights", entities=[GURDLE])
        counts = ("seen:2", "seen:2", "")
        each = [(one.slug, count) for one, count in zip(people, counts, strict=False)]
        lines = [(name, *one) for name in ("part_of", "type") for one in each]
        assert _told(calls.familiar) == sorted(lines)
        for one in people[:3]:
            report = await calls.familiar.forgetting.forget(ForgetRequest(person=one.slug))
            assert report.is_gone
            lines = [line for line in lines if line[1] != one.slug]
            assert _told(calls.familiar) == sorted(lines)
