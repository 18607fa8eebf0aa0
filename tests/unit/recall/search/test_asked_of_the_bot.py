"""Questions after the bot's own words, and statements beside their echoes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Author, Turn
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.recall.ranking.asked import question as reading

DIALOGUES = sorted((Path(__file__).parents[3] / "fixtures/advice").iterdir())
EMBER = Author("discord", "1", "Ember")
AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def lines(file):
    """The values of a file of JSON lines."""
    return [orjson.loads(line) for line in file.read_bytes().splitlines()]


async def recorded(familiar):
    """Record all dialogues; give each question with the text that answers it."""
    asked = []
    for dialogue in DIALOGUES:
        turns = [Turn.from_json(line) for line in lines(dialogue / "turns.jsonl")]
        await familiar.record_many(turns)
        text = {turn.ref: turn.text for turn in turns}
        questions = lines(dialogue / "questions.jsonl")
        asked += [(line["question"], text[line["evidence"][0]]) for line in questions]
    await familiar.settle()
    return asked


async def share_among(familiar, asked, depth):
    """The share of the questions that find their turn among so many hits."""
    found = 0
    for question, wanted in asked:
        hits = (await familiar.search(question, limit=depth)).hits
        found += any(hit.text == wanted for hit in hits)
    return found / len(asked)


@pytest.mark.long
async def test_the_bots_advice_is_found_among_what_people_say_of_the_same(
    tmp_path, new_familiar, monkeypatch
):
    """66 questions, 15 of them Japanese; without the cue less than half are found at once."""
    async with new_familiar(tmp_path, embedder=StaticEmbedder()) as familiar:
        await familiar.start()
        asked = await recorded(familiar)
        assert len(asked) == 66
        assert await share_among(familiar, asked, 1) >= 0.80
        assert await share_among(familiar, asked, 3) >= 0.95
        monkeypatch.setattr(reading, "asks_bot", lambda _: False)
        assert await share_among(familiar, asked, 1) <= 0.45


@pytest.fixture
def searched(tmp_path, new_familiar):
    """Search turns of (author, text)."""

    async def search(said, question):
        turns = [
            Turn(
                f"t{number}",
                AT + timedelta(minutes=number),
                TAVERN,
                author,
                text,
                role="assistant" if author is EMBER else "user",
            )
            for number, (author, text) in enumerate(said)
        ]
        async with new_familiar(tmp_path) as familiar:
            await familiar.start()
            await familiar.record_many(turns)
            await familiar.settle()
            return [hit.refs[0] for hit in (await familiar.search(question)).hits]

    return search


OTHER_TALK = [(ROWAN, text) for text in ("gravel and sand", "rain again", "no bread left")]


@pytest.mark.parametrize(
    ("statement", "echo", "question"),
    [
        (
            "I moved to Lisbon in spring",
            "You moved to Lisbon in spring, that is a big step.",
            "who moved to Lisbon?",
        ),
        (
            "my harpsichord has a cracked soundboard",
            "A harpsichord that has a cracked soundboard, the poor harpsichord!",
            "harpsichord soundboard",
        ),
        (
            "僕の猫の名前はタマだよ",
            "猫の名前はタマなんですね。タマと遊んであげてください。",
            "猫の名前はタマ？",
        ),
    ],
)
async def test_a_statement_comes_before_its_echo(searched, statement, echo, question):
    """Whoever speaks of themselves knows; in whatever order they stand."""
    for talk in ([(ROWAN, statement), (EMBER, echo)], [(EMBER, echo), (ROWAN, statement)]):
        found = await searched([*OTHER_TALK, *talk, *OTHER_TALK], question)
        said = f"t{len(OTHER_TALK) + [text for _, text in talk].index(statement)}"
        assert found[0] == said


async def test_the_bots_own_words_come_first_when_they_are_asked_for(searched):
    """The echo is what "you said" is after."""
    talk = [
        (ROWAN, "my harpsichord has a cracked soundboard"),
        (EMBER, "A cracked harpsichord soundboard wants hide glue and patience."),
    ]
    found = await searched(
        [*OTHER_TALK, *talk], "what did you say about my harpsichord soundboard?"
    )
    assert found[0] == "t4"
    asked_of_people = await searched([*OTHER_TALK, *talk], "harpsichord soundboard cracked")
    assert asked_of_people[0] == "t3"
