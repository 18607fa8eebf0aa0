"""A person may have the days go back to what was said before the first night, or was done."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from day_lives import DAY, EVENING, GARDEN, NIGHT, Sleeper, said

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ModelUnavailableError
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.maintenance.days.gathering import stretches
from familiar_memory.maintenance.days.gathering.stretches import WaitingDays
from familiar_memory.maintenance.sleep.going_back import GoingBack, ask_to_go_back
from familiar_memory.maintenance.sleep.step import Night, StepStatus

QUITS = "I've decided to quit the records office on 3 March, I told my boss this morning."
EXAM = "we decided to meet on Friday at nine for the exam"
LONG_AGO = "days/2026-01-24.md"
NINE_DAYS = EVENING - timedelta(days=9)
SIX_DAYS = timedelta(days=6)


def test_the_first_night_says_what_it_leaves_and_how_to_go_back(life: Sleeper) -> None:
    """Once: what is done is done."""
    life.hear([said("t1", QUITS, at=NINE_DAYS), said("t2", EXAM, "Bex", at=NINE_DAYS)])
    report = life.sleep()
    assert report.status is StepStatus.NOTHING
    assert report.lines == (
        "2 messages older than 24 hours are not in any day note yet:"
        " `familiar sleep --since 2026-01-24` goes back.",
    )
    assert life.sleep(days=1).lines == ()
    assert life.tree() == {}


def test_going_back_does_what_no_night_has_done(life: Sleeper) -> None:
    """And nothing of what is older still; a second time changes nothing."""
    older = said("t0", "We agreed to plant the beans on Sunday.", at=NINE_DAYS - timedelta(days=1))
    life.hear([older, said("t1", QUITS, at=NINE_DAYS), said("t2", EXAM, "Bex")])
    life.sleep()
    assert list(life.tree()) == [DAY]
    since = NINE_DAYS - timedelta(minutes=1)
    shown = life.sleep(since=since, is_dry_run=True)
    assert list(life.tree()) == [DAY]
    done = life.sleep(since=since)
    assert shown.counts == done.counts
    before = life.tree()
    assert list(before) == [LONG_AGO, DAY]
    life.sleep(since=since, days=1)
    assert life.tree() == before
    assert life.sleep(days=2).status is StepStatus.NOTHING


def test_of_a_long_archive_no_more_is_held_than_one_night_does(
    life: Sleeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whole days; the next nights go on, and in the end all of it has its days."""
    monkeypatch.setattr(stretches, "_OF_A_NIGHT", 100)
    days = [EVENING - timedelta(days=9 - number) for number in range(5)]
    archive = [said(f"q{n}", QUITS, at=at) for n, at in enumerate(days)]
    life.hear([one for pair in zip(archive, _exams(days), strict=True) for one in pair])
    night = Night(NIGHT, UTC, "n", since=NINE_DAYS)
    waiting = WaitingDays.of(life.history, AudiencePolicy.GUILD, night, 24)
    ((reach, turns),) = waiting.by_reach.items()
    assert [one.turn.ref for one in turns] == ["q0", "e0"]
    assert waiting.left == {reach: turns[-1].id + 1}
    report = life.sleep(since=NINE_DAYS)
    assert any("more of" in line for line in report.lines)
    assert list(life.tree()) == [LONG_AGO]
    for number in range(1, 5):
        life.sleep(days=number)
    assert len(life.tree()) == 5
    assert life.sleep(days=5).status is StepStatus.NOTHING


def _exams(days: list[datetime]) -> list[Turn]:
    return [said(f"e{n}", EXAM, "Bex", at=at) for n, at in enumerate(days)]


def test_who_is_cut_off_goes_on_from_there(life: Sleeper) -> None:
    """With what waits of the reach for which no model could be had, and with nothing older."""
    older = said("t0", "We agreed to plant the beans on Sunday.", at=NINE_DAYS)
    life.hear([older, said("t1", QUITS), said("t2", EXAM, "Bex", place=GARDEN)])

    def fails(page: object) -> object:
        raise ModelUnavailableError("no model")

    life.sleep()
    done = life.tree()
    life.store.delete(DAY)
    life.sleep(fails, since=EVENING - timedelta(hours=1), days=1)
    assert life.tree() == {}
    life.sleep(days=1)
    assert life.tree() == done
    assert life.sleep(days=2).status is StepStatus.NOTHING


def test_what_still_waits_is_done_too_however_late_the_moment(life: Sleeper) -> None:
    """A week without a night, and then somebody goes back a day."""
    life.sleep()
    life.hear([said("t1", QUITS, at=EVENING), said("t2", EXAM, "Bex", at=EVENING + SIX_DAYS)])
    life.sleep(days=7, since=EVENING + SIX_DAYS - timedelta(hours=1))
    assert list(life.tree()) == [DAY, "days/2026-02-08.md"]


def test_who_goes_back_twice_goes_back_to_the_earlier(life: Sleeper) -> None:
    """What the first one left over is not given up."""
    life.hear([said("t1", QUITS, at=NINE_DAYS), said("t2", EXAM, "Bex")])
    life.sleep()
    ask_to_go_back(life.history, ["days"], NINE_DAYS, EVENING)
    life.sleep(days=1, since=EVENING - timedelta(hours=1))
    assert list(life.tree()) == [LONG_AGO, DAY]


@pytest.mark.parametrize("year", [1900, 1970, 2000])
def test_any_moment_is_one(life: Sleeper, year: int) -> None:
    """Also that from which others count."""
    since = datetime(year, 1, 1, tzinfo=UTC)
    ask_to_go_back(life.history, ["days"], since, EVENING)
    assert GoingBack(life.history, "days").since == since


def test_a_model_is_waited_for_from_the_moment_of_asking(life: Sleeper) -> None:
    """The talk is old, and nobody has been asked about it yet."""
    life.hear([said("t1", QUITS, at=NINE_DAYS)])
    life.sleep()

    def fails(page: object) -> object:
        raise ModelUnavailableError("no model")

    life.sleep(fails, days=1, since=NINE_DAYS)
    for days in (2, 3, 4):
        life.sleep(fails, days=days)
        assert life.tree() == {}
    life.sleep(fails, days=5)
    assert list(life.tree()) == [LONG_AGO]
