"""A bot: records what is said, recalls before it answers, and writes notes now and then."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from soak.world import World, sentence

__all__ = ["run"]

_PLACES = (Place("discord", "tavern", "lantern"), Place("discord", "42", kind=PlaceKind.DM))
_PEOPLE = tuple(
    Author("discord", str(n), name) for n, name in enumerate(("Rowan", "Ines", "Tobiah"))
)
_SAID = ("I work at {}.", "My cat is called {}.", "I live in {}.", "Somebody has taken the {}!")
_FIRST = datetime(2026, 2, 2, 8, tzinfo=UTC)


def run(world: World, seed: int, life: int) -> None:
    """Live until asked to stop, or killed. `life` tells one life's turns from another's."""
    asyncio.run(_live(world, random.Random(f"{seed}/bot/{life}"), life))


async def _live(world: World, dice: random.Random, life: int) -> None:
    log = world.log(f"bot-{life}")
    count = 0
    async with world.familiar() as familiar:
        while world.goes_on():
            count += 1
            turn = _turn(dice, life, count)
            await familiar.record(turn)
            log.note(f"{turn.place.slug} {turn.ref}")
            if count % 3 == 0:
                request = RecallRequest(sentence(dice), turn.author, turn.place)
                (await familiar.recall(request)).render()
            if count % 40 == 0:
                await familiar.write()


def _turn(dice: random.Random, life: int, count: int) -> Turn:
    place = dice.choice(_PLACES)
    at = _FIRST + timedelta(hours=life, seconds=count)
    text = f"{dice.choice(_SAID).format(dice.choice(('Initech', 'Fern', 'Bled')))} {sentence(dice)}"
    return Turn(f"{life}-{count}", at, place, dice.choice(_PEOPLE), text)
