"""A platform's delete event names a message, and nobody who wrote it."""

import asyncio
from datetime import UTC, datetime

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import RecordOutcome, Turn
from familiar_memory.errors import InputError

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def live(new_familiar, tmp_path, steps):
    """Do the steps in an open familiar; what they gave."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            return await steps(familiar)

    return asyncio.run(run())


def test_a_turn_is_deleted_without_its_author(new_familiar, tmp_path):
    """For good: again is no news, an old export brings nothing back, nothing finds it."""

    async def steps(familiar):
        turn = Turn(5, AT, TAVERN, ROWAN, "the copper kettle is mine")
        await familiar.record(turn)
        await familiar.settle()
        outcomes = [await familiar.delete(TAVERN, ref) for ref in (5, "5")]
        outcomes.append(await familiar.record(turn))
        await familiar.settle()
        found = await familiar.search("copper kettle")
        return outcomes, found.hits, familiar.history.turn(TAVERN.slug, "5").turn

    outcomes, hits, turn = live(new_familiar, tmp_path, steps)
    assert outcomes == [
        RecordOutcome.DELETED,
        RecordOutcome.UNCHANGED,
        RecordOutcome.UNCHANGED,
    ]
    assert (hits, turn.text, turn.deleted, turn.author) == ((), "", True, ROWAN)


def test_what_was_never_recorded_is_unknown(new_familiar, tmp_path):
    """No error, since bots see every deletion; and it can still be recorded."""

    async def steps(familiar):
        unknown = await familiar.delete(TAVERN, 5)
        return (
            unknown,
            await familiar.record(Turn(5, AT, TAVERN, ROWAN, "late")),
            (await familiar.delete(DM, 5)),
        )

    assert live(new_familiar, tmp_path, steps) == (
        RecordOutcome.UNKNOWN,
        RecordOutcome.ADDED,
        RecordOutcome.UNKNOWN,
    )


def test_a_room_that_changed_its_privacy_is_the_same_room(new_familiar, tmp_path):
    """Whichever of the two the event names."""

    async def steps(familiar):
        await familiar.record_many(
            [Turn(1, AT, TAVERN, ROWAN, "one"), Turn(2, AT, TAVERN.twin, ROWAN, "two")]
        )
        return [await familiar.delete(TAVERN.twin, 1), await familiar.delete(TAVERN, 2)]

    assert live(new_familiar, tmp_path, steps) == [RecordOutcome.DELETED] * 2


@pytest.mark.parametrize(
    ("place", "ref", "said"),
    [
        (TAVERN.slug, 5, "the Place of that slug"),
        (None, 5, "a Place, such as"),
        (TAVERN, None, "the ref to delete is None"),
        (TAVERN, 5.0, "the ref to delete is 5.0"),
    ],
)
def test_what_is_no_turn_is_refused(new_familiar, tmp_path, place, ref, said):
    """By name."""

    async def steps(familiar):
        with pytest.raises(InputError) as caught:
            await familiar.delete(place, ref)
        return f"{caught.value.problem}; {caught.value.accepted}"

    assert said in live(new_familiar, tmp_path, steps)
