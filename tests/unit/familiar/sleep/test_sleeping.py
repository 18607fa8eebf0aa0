"""`familiar.sleep`: the steps of a night in order, once each, whatever happens to one of them."""

import asyncio
import logging
from datetime import timedelta

import pytest
from fake_nights import AT, STEPS, FakeStep, given, slept
from familiars import started
from filelock import FileLock

from familiar_memory import Familiar
from familiar_memory.errors import ModelUnavailableError, StorageError, UsageError
from familiar_memory.history.nights.night import StepStatus
from familiar_memory.life.sleep import sleeping
from familiar_memory.life.sleep.report import DoneStep
from familiar_memory.life.sleep.sleeping import Sleeping
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.maintenance.sleep.step import StepReport
from familiar_memory.testing import FixedClock, ScriptedModel

SLEEP = ("write", "days", "curate", "housekeep", "retain")


def test_by_hand_every_cycle_is_gone_through_in_order(tmp_path):
    """The writer first; and each is entered in the ledger."""

    async def steps(familiar, clock):
        given(familiar, FakeStep("days"))
        reports = await familiar.sleep.run()
        return reports, familiar.history.nights.newest()

    reports, kept = slept(tmp_path, steps)
    gone_through = [(one.cycle, tuple(step.name for step in one.steps)) for one in reports]
    assert gone_through == [
        ("sleep", SLEEP),
        ("channels", ("channels", "retain-channels")),
        ("consolidation", ("consolidate",)),
    ]
    assert [(one.cycle, one.began, one.ended) for one in reversed(kept)] == [
        (cycle, AT, AT) for cycle, _ in gone_through
    ]
    entered = {one.name: (one.status, one.counts) for one in kept[-1].steps}
    assert entered["days"] == (StepStatus.DONE, {"appended": 1})
    assert entered["write"] == (StepStatus.NOTHING, {})


def test_a_cycle_that_is_switched_off_is_left_out(tmp_path):
    """Its steps are done when they are asked for by name, and know that they were."""
    off = "\n[consolidation]\nenabled = false\n[channel_sleep_cycle]\nenabled = false\n"

    async def steps(familiar, clock):
        every = given(familiar, FakeStep("consolidate"))
        reports = await familiar.sleep.run()
        await familiar.sleep.run(["consolidate", "days"])
        return reports, every

    reports, every = slept(tmp_path, steps, settings=off)
    assert [one.cycle for one in reports] == ["sleep"]
    assert [one.is_forced for one in every["consolidate"].nights] == [True]
    assert [one.is_forced for one in every["days"].nights] == [False, True]
    assert every["channels"].nights == []


def test_single_steps_put_no_night_off(tmp_path):
    """They are entered by themselves."""

    async def steps(familiar, clock):
        given(familiar)
        before = await familiar.sleep.status()
        (report,) = await familiar.sleep.run(["retain", "days"])
        return before, await familiar.sleep.status(), report

    before, after, report = slept(tmp_path, steps)
    assert [one.name for one in report.steps] == ["days", "retain"]
    assert report.cycle == "by hand"
    assert [one.due for one in after.cycles] == [one.due for one in before.cycles]


def test_a_step_that_there_is_not_is_refused(tmp_path):
    """By naming those that there are."""

    async def steps(familiar, clock):
        given(familiar)
        with pytest.raises(UsageError) as caught:
            await familiar.sleep.run(["dream"])
        return caught.value

    problem = slept(tmp_path, steps)
    assert "'dream' is not a step of a night" in problem.problem
    assert problem.accepted == f"one of: write, {', '.join(STEPS)}"


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (StorageError("the disk is full", "room"), "the disk is full"),
        (ValueError("x"), "ValueError"),
    ],
)
def test_a_step_that_fails_stops_none_of_the_others(tmp_path, failure, told):
    """The ledger says why; the night is over."""

    async def steps(familiar, clock):
        given(familiar, FakeStep("days", ends=failure), FakeStep("curate"))
        reports = await familiar.sleep.run()
        return reports[0], familiar.history.nights.last("sleep")

    report, kept = slept(tmp_path, steps)
    assert [(one.name, one.report.problem) for one in report.failed] == [("days", told)]
    assert kept.step("days").problem == told
    assert kept.step("curate").status is StepStatus.DONE
    assert kept.ended == AT


def test_a_night_that_was_cut_off_goes_on_behind_its_last_step(tmp_path):
    """With the moment and the batch that it began with; then comes the night that was asked for."""

    async def cut_off(familiar, clock):
        given(familiar, FakeStep("days"), FakeStep("curate", ends=asyncio.CancelledError()))
        with pytest.raises(asyncio.CancelledError):
            await familiar.sleep.run()

    async def goes_on(familiar, clock):
        clock.advance(timedelta(hours=2))
        every = given(familiar)
        status = await familiar.sleep.status()
        reports = await familiar.sleep.run()
        return status, reports, every, familiar.history.nights.newest()[-2:]

    slept(tmp_path, cut_off)
    status, (report, after, *_), every, (new, kept) = slept(tmp_path, goes_on)
    assert (status.cycles[0].last.ended, status.cycles[0].due) == (None, AT)
    assert (report.at, report.resumed) == (AT, ("write", "days"))
    assert [one.name for one in report.steps] == ["curate", "housekeep", "retain"]
    later = AT + timedelta(hours=2)
    assert [one.at for one in every["days"].nights] == [later]
    assert [one.batch for one in every["curate"].nights] == [kept.batch, new.batch]
    assert (kept.ended, after.at, after.resumed) == (later, later, ())
    assert tuple(one.name for one in after.steps) == SLEEP


def test_the_line_of_a_night_that_was_cut_off_has_all_its_steps(tmp_path):
    """Also those that the process had done which died, by their numbers in the ledger."""
    numbers = StepReport(StepStatus.DONE, {"appended": 2, "removed": 0, "new headings": 0}, ("x",))

    async def cut_off(familiar, clock):
        curate = FakeStep("curate", ends=numbers)
        broken = FakeStep("housekeep", ends=asyncio.CancelledError())
        given(familiar, FakeStep("days"), curate, broken)
        with pytest.raises(asyncio.CancelledError):
            await familiar.sleep.run()

    async def goes_on(familiar, clock):
        heard = []
        given(familiar, FakeStep("retain", ends=StepReport(StepStatus.DONE, {"removed": 3})))
        familiar.sleep.report_to(lambda report, line: heard.append(line))
        await familiar.sleep.run()
        return heard[0]

    slept(tmp_path, cut_off)
    assert slept(tmp_path, goes_on) == (
        "sleep: days +1 appended; notes curated: +2 appended, -0 removed, +0 new headings;"
        " retain -3 removed"
    )


def test_a_dry_run_leaves_no_trace(tmp_path):
    """Neither in the ledger nor with whoever hears of nights; every step knows."""

    async def steps(familiar, clock):
        heard = []
        familiar.sleep.report_to(lambda report, line: heard.append(line))
        every = given(familiar, FakeStep("days"))
        (report,) = await familiar.sleep.run(dry_run=True)
        return report, every, heard, familiar.history.nights.newest()

    report, every, heard, kept = slept(tmp_path, steps)
    assert (report.is_dry_run, heard, kept) == (True, [], [])
    assert len(report.steps) == 1 + len(STEPS)
    assert [one.is_dry_run for one in every["days"].nights] == [True]


def test_a_step_asks_the_model_of_the_night(tmp_path):
    """`[models.sleep]`, or that of the writer; the reply is sent to it."""

    async def steps(familiar, clock):
        every = given(familiar, FakeStep("days", asks=2))
        await familiar.sleep.run(["days"])
        return every["days"]

    night, writer = ScriptedModel("one", "two"), ScriptedModel()
    models = {"sleep": night, "memory_writer": writer}
    assert slept(tmp_path, steps, models=models).heard == ["one", "two"]
    assert (len(night.calls), writer.calls) == (2, [])
    alone = slept(tmp_path, steps, models={"memory_writer": ScriptedModel("three", "four")})
    assert (alone.heard, alone.nights[0].has_model) == (["three", "four"], True)


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ModelUnavailableError("it is busy"), "it is busy"),
        (RuntimeError("boom"), "the model failed: RuntimeError"),
    ],
)
def test_a_model_that_fails_is_the_steps_to_bear(tmp_path, failure, told):
    """It is raised where it asked; what it does not catch is its failure."""

    async def steps(familiar, clock):
        every = given(familiar, FakeStep("days", asks=1))
        (report,) = await familiar.sleep.run(["days"])
        return report, every["days"]

    report, step = slept(tmp_path, steps, models={"sleep": ScriptedModel(failure)})
    assert [one.report.problem for one in report.failed] == [told]
    assert step.is_closed


def test_where_a_model_of_somebodys_own_breaks_is_in_the_log(tmp_path, caplog):
    """With its traceback: who wrote it has to find the line."""

    async def steps(familiar, clock):
        given(familiar, FakeStep("days", asks=1))
        await familiar.sleep.run(["days"])

    slept(tmp_path, steps, models={"sleep": ScriptedModel(KeyError("choices"))})
    (entry,) = [one for one in caplog.records if one.message == "the model of the night failed"]
    assert entry.exc_info is not None
    assert isinstance(entry.exc_info[1], KeyError)


def test_without_a_model_a_question_is_a_mistake_of_the_step(tmp_path):
    """Nights know whether there is one."""

    async def steps(familiar, clock):
        every = given(familiar, FakeStep("days", asks=1))
        (report,) = await familiar.sleep.run(["days"])
        return report, every["days"].nights

    report, nights = slept(tmp_path, steps)
    assert [one.report.problem for one in report.failed] == ["no model is set up for the night"]
    assert [one.has_model for one in nights] == [False]


def test_who_asked_hears_of_each_run(tmp_path, caplog):
    """In a line; one that fails harms nobody, and one that has had enough hears no more."""

    def broken(report, line):
        raise RuntimeError("zyzzyva")

    async def steps(familiar, clock):
        heard = []
        given(familiar, FakeStep("days"))
        familiar.sleep.report_to(broken)
        enough = familiar.sleep.report_to(lambda report, line: heard.append((report.cycle, line)))
        await familiar.sleep.run(["days"])
        enough()
        enough()
        await familiar.sleep.run(["days"])
        return heard

    with caplog.at_level(logging.INFO):
        heard = slept(tmp_path, steps)
    assert heard == [("by hand", "run by hand: days +1 appended")]
    assert caplog.messages.count("run by hand: days +1 appended") == 2
    assert caplog.messages.count("a listener to the report of a night failed") == 2


def test_progress_hears_of_each_step(tmp_path):
    """As it ends."""

    async def steps(familiar, clock):
        given(familiar)
        heard = []
        await familiar.sleep.run(["days", "retain"], progress=heard.append)
        return heard

    nothing = StepReport(StepStatus.NOTHING)
    assert slept(tmp_path, steps) == [DoneStep("days", nothing), DoneStep("retain", nothing)]


def test_of_several_processes_one_goes_through_a_night(tmp_path):
    """Whoever is second finds it under way, or done."""

    async def steps(familiar, clock):
        await familiar.sleep.begin()
        await familiar.sleep.stop()
        clock.advance(timedelta(days=1))
        other = Familiar(familiar._lifetime._paths, clock=clock)
        async with started(other):
            mine, theirs = given(familiar), given(other)
            cycle = familiar.sleep.cycles()[0]
            both = await asyncio.gather(familiar.sleep.run_due(cycle), other.sleep.run_due(cycle))
            late = await other.sleep.run_due(cycle)
        nights = len(mine["days"].nights) + len(theirs["days"].nights)
        return sum(one is not None for one in both), late, nights

    assert slept(tmp_path, steps) == (1, None, 1)


def test_a_night_that_another_process_runs_is_not_ended_by_who_is_opened(tmp_path):
    """It looks whether the cycles were ever run while the other has just begun one."""

    async def steps(familiar, clock):
        nights, opened = familiar.history.nights, familiar.sleep
        last = type(nights).last

        def raced(ledger, cycle):
            found = last(ledger, cycle)
            if found is None:
                nights.begin(cycle, clock.now(), "theirs")
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(nights), "last", raced)
            await opened.begin()
            await opened.stop()
        return nights.newest()

    assert [one for one in slept(tmp_path, steps) if one.batch and one.ended is not None] == []


def test_with_auto_write_nights_go_by_themselves(tmp_path):
    """One that was missed while nobody was there comes at the start; the first does not."""

    async def lived(clock, waits):
        heard = asyncio.Event()
        paths = Familiar.open("ember", home=tmp_path, create=True)._lifetime._paths
        familiar = Familiar(paths, clock=clock, auto_write=True)
        begin = Sleeping.begin

        async def begins(sleeping):
            every.update(given(familiar))
            sleeping.report_to(lambda report, line: heard.set())
            await begin(sleeping)

        every = {}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Sleeping, "begin", begins)
            async with familiar:
                if waits:
                    await asyncio.wait_for(heard.wait(), 30)
        return [night.at for night in every["days"].nights]

    async def run():
        clock = FixedClock(AT)
        first = await lived(clock, waits=False)
        clock.advance(timedelta(days=3))
        return first, await lived(clock, waits=True)

    assert asyncio.run(run()) == ([], [AT + timedelta(days=3)])


def test_what_was_missed_can_be_waited_for(tmp_path):
    """And it is known when the next one is due."""

    async def steps(familiar, clock):
        await familiar.sleep.begin()
        await familiar.sleep.stop()
        given(familiar)
        before = (await familiar.sleep.catch_up(), await familiar.sleep.next_due())
        clock.advance(timedelta(days=2))
        reports = await familiar.sleep.catch_up()
        return before, [one.cycle for one in reports], await familiar.sleep.next_due()

    before, cycles, due = slept(tmp_path, steps)
    assert before == ([], AT.replace(hour=2, minute=0) + timedelta(days=1))
    assert cycles == ["sleep", "channels", "consolidation"]
    assert due == AT.replace(hour=2, minute=0) + timedelta(days=3)


def test_nights_go_on_where_the_clock_was_once_ahead(tmp_path):
    """At once, and then every day; one that was cut off has no moment of the future."""

    async def steps(familiar, clock):
        await familiar.sleep.begin()
        await familiar.sleep.stop()
        clock.advance(timedelta(days=3_000))
        given(familiar, FakeStep("channels", ends=asyncio.CancelledError()))
        with pytest.raises(asyncio.CancelledError):
            await familiar.sleep.catch_up()
        clock.advance(timedelta(days=-3_000))
        every = given(familiar)
        before = await familiar.sleep.next_due()
        # What was cut off is ended first; then comes the night of now.
        twice = (*await familiar.sleep.catch_up(), *await familiar.sleep.catch_up())
        done = [one.cycle for one in twice]
        moments = [night.at for name in ("days", "channels") for night in every[name].nights]
        return before, done, moments, await familiar.sleep.next_due()

    before, done, moments, after = slept(tmp_path, steps)
    assert (before, done) == (AT, ["sleep", "channels", "channels"])
    assert moments == [AT, AT, AT]
    assert after == AT.replace(hour=2, minute=0) + timedelta(days=1)


def test_what_another_process_is_at_is_left_to_it(tmp_path, monkeypatch):
    """Whoever catches up waits a moment, and not for one cycle after the other."""
    monkeypatch.setattr(sleeping, "_A_MOMENT_S", 0.0)
    waited = []

    async def steps(familiar, clock):
        await familiar.sleep.begin()
        await familiar.sleep.stop()
        clock.advance(timedelta(days=1))
        every = given(familiar)
        run_due = familiar.sleep.run_due

        async def noted(cycle, waits_s=0.0):
            waited.append((cycle.name, waits_s))
            return await run_due(cycle, waits_s=waits_s)

        monkeypatch.setattr(familiar.sleep, "run_due", noted)
        with FileLock(familiar.parts.setup.paths.root / ".sleep.lock", thread_local=False):
            busy = await familiar.sleep.catch_up()
            due = await familiar.sleep.next_due()
        return busy, due, every["days"].nights

    assert slept(tmp_path, steps) == ([], AT.replace(hour=2, minute=0) + timedelta(days=1), [])
    assert waited == [("sleep", 0.0)]


def test_settings_that_are_saved_hold_from_the_next_look_on(tmp_path):
    """When nights are due, and what is switched off; while it is incognito, none comes."""

    async def steps(familiar, clock):
        kept = familiar.sleep
        await kept.begin()
        due = [await kept.next_due()]
        file = familiar.parts.setup.paths.character
        before = file.read_text("utf-8")
        for more in (
            '[sleep_cycle]\ncron = "15 10 * * *"\n',
            "[sleep_cycle]\nenabled = false\n[channel_sleep_cycle]\nenabled = false\n",
            '[memory]\nmode = "incognito"\n',
        ):
            file.write_text(f"{before}\n{more}", "utf-8")
            await familiar.settings.reload()
            due.append(await kept.next_due())
        await kept.stop()
        return due

    tomorrow = AT.replace(hour=0, minute=0) + timedelta(days=1)
    assert slept(tmp_path, steps) == [
        tomorrow + timedelta(hours=2),
        AT.replace(hour=10, minute=15),
        tomorrow + timedelta(hours=3),
        None,
    ]


def test_a_night_that_becomes_incognito_waits(tmp_path):
    """The step under way stops, no other begins; once it remembers again, the night goes on."""

    async def steps(familiar, clock):
        file = familiar.parts.setup.paths.character
        before, kept = file.read_text("utf-8"), familiar.sleep
        every = given(familiar, FakeStep("days", asks=1))

        def saved(mode):
            file.write_text(f'{before}\n[memory]\nmode = "{mode}"\n', "utf-8")
            return familiar.settings.reload()

        model.before = lambda: saved("incognito")
        first = (await kept.run())[0]
        model.before = lambda: asyncio.sleep(0)
        await saved("persistent")
        given(familiar, *every.values())
        again = (await familiar.sleep.run())[0]
        return [one.name for one in first.steps], [one.name for one in again.steps]

    class Model(ScriptedModel):
        before = None

        async def complete(self, request):
            await self.before()
            return await super().complete(request)

    model = Model("yes", "no")
    first, again = slept(tmp_path, steps, models={"sleep": model})
    assert (first, again) == (["write"], ["days", "curate", "housekeep", "retain"])


def test_who_is_cut_off_on_the_way_back_goes_on_with_every_step(tmp_path):
    """It is noted for all of them before the first begins; the writer comes first."""
    since = AT - timedelta(days=30)

    async def cut_off(familiar, clock):
        every = given(familiar, FakeStep("days", ends=asyncio.CancelledError()))
        with pytest.raises(asyncio.CancelledError):
            await familiar.sleep.run(since=since)
        history = familiar.history
        back = [GoingBack(history, step) for step in ("days", "channels")]
        return [(one.since, one.is_new) for one in back], every

    back, every = slept(tmp_path, cut_off)
    assert back == [(since, True), (since, True)]
    assert every["channels"].nights == []


@pytest.mark.parametrize(
    ("steps", "since", "told"),
    [
        ((), AT + timedelta(days=1), "is not in the past"),
        ((), (AT - timedelta(days=1)).replace(tzinfo=None), "has no time zone"),
        (("retain",), AT - timedelta(days=1), "cannot go back"),
    ],
)
def test_what_cannot_go_back_is_refused(tmp_path, steps, since, told):
    """Before anything is noted."""

    async def refused(familiar, clock):
        with pytest.raises(UsageError, match=told):
            await familiar.sleep.run(steps, since=since)
        return familiar.history.watermarks_like("going-back")

    assert slept(tmp_path, refused) == {}


OFF = "\n[sleep_cycle]\nenabled = false\n"
ROOMS_OFF = "[channel_sleep_cycle]\nenabled = false\n"


@pytest.mark.parametrize(
    ("settings", "steps", "ran"),
    [
        (OFF, (), ["channels"]),
        ("\n" + ROOMS_OFF, (), ["write", "days"]),
        (OFF, ("days",), ["days"]),
    ],
)
def test_what_is_switched_off_goes_back_only_by_name(tmp_path, settings, steps, ran):
    """As a whole night does; the table of settings says so."""

    async def back(familiar, clock):
        given(familiar, FakeStep("days"))
        reports = await familiar.sleep.run(steps, since=AT - timedelta(days=30))
        return [step.name for report in reports for step in report.steps]

    assert slept(tmp_path, back, settings=settings) == ran


def test_nothing_goes_back_where_all_is_switched_off(tmp_path):
    """And it is said how it can."""

    async def refused(familiar, clock):
        with pytest.raises(UsageError, match="is switched off") as caught:
            await familiar.sleep.run(since=AT - timedelta(days=30))
        return str(caught.value)

    assert "--step with one of: days, channels" in slept(
        tmp_path, refused, settings=OFF + ROOMS_OFF
    )
