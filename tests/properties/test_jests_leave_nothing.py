"""What somebody takes back as a joke leaves what is known of them as if it had not been said.

However the talk is cut into batches, and whether what it did was in the notes by then.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from fake_nights import slept
from few_and_many import few_and_many
from hypothesis import strategies as st
from people_and_places import ROWAN, TAVERN

from familiar_memory import Place, Turn

AT = datetime(2026, 2, 2, 18, tzinfo=UTC)
NOTE = "people/Rowan.md"
SAID = (
    "I live in Hull",
    "I've moved to Oban",
    "I left Hull for good",
    "I moved from Hull to Ayr",
    "I work at Corvid Press",
    "I've joined Hallam Bakery",
    "I quit my job at Corvid Press",
    "Corvid Press let me go",
    "Goodbye Corvid Press, hello Hallam Bakery!",
    "I play the violin",
    "I play the banjo in a band called the Kilted Yaks",
    "I quit playing the banjo",
    "I dropped the violin",
    "I quit playing the violin",
    "I'm vegan",
    "I'm not vegan anymore",
    "I like gooseberries",
    "I love gooseberries",
    "I'm sick of gooseberries",
    "I have a cat called Miso",
    "We had to rehome the cat",
    "I'm learning Welsh",
    "I gave up learning Welsh",
)
JOKES = ("jk", "just kidding", "lol jk", "only joking")
OTHER = "morning all"
KITCHEN = Place("discord", "kitchen", "lantern")

Said: TypeAlias = tuple[str, int, bool, Place]
"""A message, the days since the one before, whether it is written up at once, and where."""
rooms = st.sampled_from((TAVERN, KITCHEN))
said = st.tuples(st.sampled_from((*SAID, OTHER)), st.integers(0, 1), st.booleans(), rooms)


def live(talk: Sequence[Said]) -> list[str]:
    """The live lines of the speaker's note at the end, without their tails."""

    async def work(familiar, clock):
        at = AT
        for number, (text, days, is_written, place) in enumerate(talk):
            at += timedelta(days=days, minutes=1)
            await familiar.record(Turn(f"m{number}", at, place, ROWAN, text))
            if is_written:
                await familiar.write()
        await familiar.write()
        return familiar.store.read_file(NOTE).splitlines()

    with tempfile.TemporaryDirectory() as home:
        lines = slept(Path(home), work)
    held = [one for one in lines if one.startswith("- ") and "~~" not in one]
    return sorted(one.partition(" (20")[0] for one in held)


@few_and_many(
    20,
    200,
    st.lists(said, max_size=5),
    st.sampled_from(SAID),
    st.sampled_from(JOKES),
    st.integers(0, 1),
    rooms,
    st.lists(said, max_size=2),
)
def test_a_joke_leaves_what_was_known(before, jest, joke, days, place, after) -> None:
    """The lines that hold are those that would without it, of one batch or of several."""
    written = [
        (text, day, is_written and number + 1 < len(before), room)
        for number, (text, day, is_written, room) in enumerate(before)
    ]
    jested = [*written, (jest, days, False, place), (joke, 0, True, place), *after]
    # Another message in its place: who spoke, and when, is known of either.
    plain = [*written, (OTHER, days, False, place), (OTHER, 0, True, place), *after]
    assert live(jested) == live(plain)


@few_and_many(
    10,
    100,
    st.lists(said, max_size=4),
    st.sampled_from(SAID),
    st.sampled_from(JOKES),
    rooms,
    st.lists(st.tuples(st.sampled_from(SAID), st.just(1), st.booleans(), rooms), max_size=1),
)
def test_also_when_it_is_written_up_by_then(before, jest, joke, place, after) -> None:
    """On a day of its own: of one day nobody could say what ended a line."""
    jested = [*before, (jest, 1, True, place), (joke, 0, True, place), *after]
    plain = [*before, (OTHER, 1, True, place), (OTHER, 0, True, place), *after]
    assert live(jested) == live(plain)
