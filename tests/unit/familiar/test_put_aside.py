"""What the owner is shown of batches that failed, and how they are written after all."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import BatchState, ForgetRequest, Replay, WaitingPlace, WriterStatus
from familiar_memory.assembly.wiring.writing import writer_lock
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt
from familiar_memory.inspection.counts import counts
from familiar_memory.inspection.held.dossier import HeldReply

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
LATER = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


def said(number, text, place=TAVERN):
    """A turn, a day after the one before."""
    return Turn(f"m{number}", AT + timedelta(days=number), place, ROWAN, text)


@asynccontextmanager
async def opened(tmp_path, new_familiar):
    """Three messages: one was put aside, one failed and waits, and one in private was not tried."""
    made = new_familiar(tmp_path)
    async with started(made):
        await made.record_many(
            [
                said(0, "I work at Initech."),
                said(1, "I live in Durham."),
                said(2, "I like tea.", DM),
            ]
        )
        ledger = made.history.ledger
        for status, number in ((BatchStatus.QUARANTINED, 1), (BatchStatus.UNPARSABLE, 2)):
            failed = FailedAttempt("well…", LATER if number == 2 else None)
            settled = 1 if number == 1 else None
            ledger.note(
                number, number, status, at=LATER, turns=(number,), detail="it is empty",
                advance_to=settled, failed=failed,
            )  # fmt: skip
        yield made


ASIDE = BatchState(
    1, BatchStatus.QUARANTINED, 1, (TAVERN,), AT, AT, 1, "it is empty", LATER, None, "well…"
)
FAILED = BatchState(
    2,
    BatchStatus.UNPARSABLE,
    1,
    (TAVERN,),
    AT + timedelta(days=1),
    AT + timedelta(days=1),
    1,
    "it is empty",
    LATER,
    LATER,
    "well…",
)


async def test_the_status_says_what_waits_and_what_failed(tmp_path, new_familiar):
    """By place, with the reason, the next try, and what the model said."""
    async with opened(tmp_path, new_familiar) as familiar:
        status = await familiar.writing.status()
        assert status == WriterStatus(
            (WaitingPlace(TAVERN, 1), WaitingPlace(DM, 1)), 2, (FAILED,), (ASIDE,), LATER
        )
        assert status.turns == 2


async def test_the_counts_have_no_turn_that_was_put_aside(tmp_path, new_familiar):
    """What waits is counted as the status counts it, wherever the watermark stands."""
    async with opened(tmp_path, new_familiar) as familiar:
        late = familiar.history.latest_id()
        ledger = familiar.history.ledger
        ledger.note(late, late, BatchStatus.QUARANTINED, at=LATER, turns=(late,), detail="no JSON")
        counted = counts(familiar.parts)
        assert (counted.waiting_for_writer, counted.put_aside) == (1, 2)


async def test_whoever_looks_sees_that_somebody_writes(tmp_path, new_familiar):
    """As long as the run lasts."""
    async with opened(tmp_path, new_familiar) as familiar:
        with writer_lock(familiar.parts.setup.paths):
            assert (await familiar.writing.status()).is_writing
        assert not (await familiar.writing.status()).is_writing


async def test_a_batch_is_written_after_all(tmp_path, new_familiar):
    """It alone; the same asked for again changes nothing."""
    async with opened(tmp_path, new_familiar) as familiar:
        done = await familiar.writing.replay([1])
        assert (done.ids, done.left) == ((1,), ())
        assert [(one.first, one.status.value) for one in done.written.batches] == [(1, "applied")]
        status = await familiar.writing.status()
        assert (status.put_aside, status.turns) == ((), 2)
        again = await familiar.writing.replay([1])
        assert again == Replay((), (1,))
        assert await familiar.writing.replay() == Replay()


async def test_all_that_was_put_aside_is_written(tmp_path, new_familiar):
    """Also what a run that died has left."""
    async with opened(tmp_path, new_familiar) as familiar:
        familiar.history.ledger.put_back({1})
        done = await familiar.writing.replay()
        assert (done.ids, done.written.is_complete) == ((1,), True)


@pytest.mark.parametrize(
    ("ids", "problem"),
    [([1, 99], "there is no batch 99"), (["1"], "the id of a batch"), ([-1], "the id of a batch")],
)
async def test_an_unknown_batch_is_an_error_that_changes_nothing(
    tmp_path, new_familiar, ids, problem
):
    """It says which there are, and nothing is changed."""
    async with opened(tmp_path, new_familiar) as familiar:
        with pytest.raises(InputError, match=problem):
            await familiar.writing.replay(ids)
        assert (await familiar.writing.status()).put_aside == (ASIDE,)


async def test_what_was_put_back_waits_like_the_rest(tmp_path, new_familiar):
    """It is written before all else, so it is counted with what is to be written."""
    async with opened(tmp_path, new_familiar) as familiar:
        familiar.history.ledger.put_back({1})
        status = await familiar.writing.status()
        assert status.waiting == (WaitingPlace(TAVERN, 2), WaitingPlace(DM, 1))
        assert (status.turns, status.batches, status.put_aside) == (3, 3, ())


async def test_a_batch_that_still_waits_stays_as_it_is(tmp_path, new_familiar):
    """It is tried again by itself."""
    async with opened(tmp_path, new_familiar) as familiar:
        assert await familiar.writing.replay([2]) == Replay((), (2,))
        assert (await familiar.writing.status()).failed == (FAILED,)


async def test_what_is_forgotten_takes_the_replies_along(tmp_path, new_familiar):
    """The batches stay, without what they said, and can be written."""
    async with opened(tmp_path, new_familiar) as familiar:
        await familiar.forgetting.forget(ForgetRequest(place=DM.slug))
        status = await familiar.writing.status()
        assert [(one.reply, one.reason) for one in (*status.failed, *status.put_aside)] == [
            ("", "")
        ] * 2
        assert (await familiar.writing.replay()).written.is_complete


async def test_what_a_model_said_of_them_is_the_owners_to_hand_over(tmp_path, new_familiar):
    """It may speak of everything that the model was shown; they are told that there is more."""
    async with opened(tmp_path, new_familiar) as familiar:
        known = await familiar.people.dossier("Rowan")
        assert (known.replies, known.left_out) == ((), 2)
        everything = await familiar.people.dossier("Rowan", is_all=True)
        assert set(everything.replies) == {
            HeldReply(1, LATER, "well…"),
            HeldReply(2, LATER, "well…"),
        }
        assert everything.left_out == 0
