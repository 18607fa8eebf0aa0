"""A passage that has the words stands above those beside it that have none, in every profile."""

from __future__ import annotations

import asyncio
import random

import pytest

from familiar_memory import RecallRequest
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.recall.ranking.weights import PROFILES

_WORDS = """marmalade trombone lantern copper kettle garden bread river winter boots letter song
    ladder candle market pepper violet harbour sparrow blanket""".split()  # noqa: SIM905
_NAMES = "quixotic zeppelin obelisk narwhal sextant ocelot gazebo tapir kumquat axolotl".split()  # noqa: SIM905
_CASES = 36


def notes_and_questions(seed):
    """Notes of which one line has all the words of a question, and the others none."""
    chance = random.Random(seed)
    for number in range(_CASES):
        asked = chance.sample(_NAMES, chance.choice((1, 2, 2, 3)))
        # Words of its own, so that each note answers one question only.
        asked = [f"{word}{chr(97 + number % 26)}{chr(97 + number // 26)}x" for word in asked]
        lines = [
            " ".join(chance.choices(_WORDS, k=chance.randint(1, 12)))
            for _ in range(chance.randint(1, 7))
        ]
        match = " ".join([*asked, *chance.choices(_WORDS, k=chance.randint(0, 9))])
        lines.insert(chance.randint(0, len(lines)), match)
        day, weight = chance.randint(1, 28), chance.randint(1, 10)

        def tail(line, match=match, day=day, weight=weight):
            if line == match:
                return f"(2026-01-{day:02}, importance:{weight})"
            return f"(2026-02-{chance.randint(1, 28):02}, importance:{chance.randint(1, 10)})"

        note = "".join(f"- {line} {tail(line)}\n" for line in lines)
        yield f"topics/{number}.md", f"# Note\n\n{note}", " ".join(asked), match


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_match_stands_above_its_neighbours(tmp_path, new_familiar, seed):
    """However much newer, weightier, or nearer in meaning they are."""
    cases = list(notes_and_questions(seed))

    async def run():
        async with new_familiar(tmp_path, embedder=StaticEmbedder()) as familiar:
            for path, text, _, _ in cases:
                familiar.store.write_file(path, text)
            await familiar.settle()
            found = []
            for profile in PROFILES:
                for path, _, question, match in cases:
                    hits = (await familiar.search(RecallRequest(question, profile=profile))).hits
                    best = next((hit.text for hit in hits if hit.path == path), None)
                    found.append((profile, question, best, match))
            return found

    wrong = [case for case in asyncio.run(run()) if case[2] != case[3]]
    assert wrong == []


def test_the_relevance_of_a_neighbour_is_its_own(tmp_path, new_familiar):
    """In a profile with a threshold, what only stands beside a match is no answer."""

    async def run():
        async with new_familiar(tmp_path, embedder=NoEmbedder()) as familiar:
            text = "# Odd\n\n- marmalade trombone\n- the quixotic zeppelin flew\n- copper kettle\n"
            familiar.store.write_file("topics/odd.md", text)
            await familiar.settle()
            hits = (
                await familiar.search(RecallRequest("quixotic zeppelin", profile="memory_search"))
            ).hits
            return [(hit.text, dict(hit.signals)["relevance"]) for hit in hits]

    assert asyncio.run(run()) == [("the quixotic zeppelin flew", 1.0)]
