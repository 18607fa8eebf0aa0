"""Steps in one thread: in order, each late or failed for itself, none heard of after its end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from familiar_memory.domain.question.context import Contribution, Layer, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.errors import StoppedError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.people.telling import tell
from familiar_memory.recall.people.tier import Person, PersonNote, Tier
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.running.order import ORDER, TOLD_ORDER
from familiar_memory.recall.running.relay import Relay
from familiar_memory.recall.running.steps import Step, part_failed
from familiar_memory.recall.running.threads import Threads
from familiar_memory.recall.told_once import ToldOnce

NOW = datetime(2026, 3, 1, tzinfo=UTC)

_Run = Callable[[Occasion, Page, Stop], None]


@pytest.fixture
def threads() -> Iterator[Threads]:
    """A few threads, closed in the end."""
    some = Threads(most=8)
    yield some
    some.close()


def step(name: str, run: _Run, limit_s: float = 30.0) -> Step:
    """A step that says how late it was, or why it failed."""
    return Step(
        name,
        run,
        lambda: limit_s,
        lambda page, after_s: page.degraded.append(f"{name} was late"),
        lambda page, problem: part_failed(name, page, problem),
    )


def says(name: str) -> Step:
    """A step that writes its name."""

    def write(occasion: Occasion, page: Page, stop: Stop) -> None:
        page.contributions.append(Contribution(Layer.CONTENT, name, name, 1))

    return step(name, write)


def relayed(threads: Threads, *steps: Step) -> Page:
    """The page of these steps, in the order of their names in the list."""
    page = Page(Occasion(RecallRequest("?"), Viewer(), NOW))
    asyncio.run(Relay(threads, iter(steps), page).run())
    return page.in_order([one.name for one in steps])


def texts(page: Page) -> list[str]:
    """What stands on it."""
    return [one.text for one in page.contributions]


def test_the_list_names_each_step_once_behind_what_it_needs() -> None:
    """And the trace tells of the same steps."""
    names = [row.name for row in ORDER]
    assert sorted(names) == sorted(set(names)) == sorted(TOLD_ORDER)
    for at, row in enumerate(ORDER):
        assert set(row.needs) <= set(names[:at]), row


def test_all_steps_run_in_one_thread_in_order(threads: Threads) -> None:
    """Each sees what those before it have written."""
    seen: list[tuple[int, list[str]]] = []

    def look(occasion: Occasion, page: Page, stop: Stop) -> None:
        seen.append((threading.get_ident(), [one.text for one in page.earlier]))

    page = relayed(threads, says("a"), step("look", look), says("b"), step("look again", look))
    assert texts(page) == ["a", "b"]
    (one, before), (other, after) = seen
    assert (one, before, after) == (other, ["a"], ["a", "b"])


def test_a_thread_is_kept_for_the_next_recall(threads: Threads) -> None:
    """Its connections are open."""
    used: set[int] = set()
    note = step("note", lambda occasion, page, stop: used.add(threading.get_ident()))
    for _ in range(20):
        relayed(threads, note)
    assert len(used) == 1


def test_a_failed_step_takes_nothing_with_it(threads: Threads) -> None:
    """What it had written is dropped, as its words may be half of something."""

    def fail(occasion: Occasion, page: Page, stop: Stop) -> None:
        page.contributions.append(Contribution(Layer.CONTENT, "half", "half of it", 1))
        raise ValueError("broken")

    page = relayed(threads, says("a"), step("bad", fail), says("b"))
    assert texts(page) == ["a", "b"]
    assert page.degraded == ["bad: internal error: ValueError"]


def test_a_list_that_breaks_off_keeps_what_was_found_and_its_thread(threads: Threads) -> None:
    """It is told, nobody waits for a step that never comes, and the thread serves again."""
    used: set[int] = set()

    def broken() -> Iterator[Step]:
        yield step("note", lambda occasion, page, stop: used.add(threading.get_ident()))
        yield says("a")
        raise RuntimeError("dictionary changed size during iteration")

    for _ in range(3):
        page = Page(Occasion(RecallRequest("?"), Viewer(), NOW))
        asyncio.run(Relay(threads, broken(), page).run())
        whole = page.in_order(("note", "a", *TOLD_ORDER))
        assert (texts(whole), whole.degraded) == (["a"], ["internal error: RuntimeError"])
    assert len(used) == 1


def test_who_is_found_when_people_are_told_takes_nobody_with_them() -> None:
    """A step that was left behind may come back at any moment: nothing was read of those."""
    page = Page(Occasion(RecallRequest("?"), Viewer(), NOW))
    tier = Tier(page.occasion)
    tier.add([Person("discord-1", "speaks")])
    tier.notes["discord-1"] = PersonNote(None)
    tier.add([Person("discord-2", "is named: Zed")])
    tell(tier, page, ToldOnce())
    assert page.people == ("discord-1",)
    assert [one.subject for one in page.decisions] == ["people/discord-1.md"]


def test_a_stuck_step_is_left_behind_and_writes_nowhere(threads: Threads) -> None:
    """Another thread goes on with the next one."""
    go_on, written = threading.Event(), threading.Event()

    def hang(occasion: Occasion, page: Page, stop: Stop) -> None:
        assert go_on.wait(30)
        page.contributions.append(Contribution(Layer.CONTENT, "late", "too late", 1))
        written.set()

    page = relayed(threads, says("a"), step("stuck", hang, 0.01), says("b"))
    go_on.set()
    assert written.wait(30)
    assert (texts(page), page.degraded) == (["a", "b"], ["stuck was late"])


def test_a_late_step_that_heeds_its_stop_is_late_in_the_same_thread(threads: Threads) -> None:
    """As a search that is interrupted in SQLite: it has not failed."""
    used: list[int] = []

    def wait(occasion: Occasion, page: Page, stop: Stop) -> None:
        used.append(threading.get_ident())
        stopped = threading.Event()
        with stop.interrupting(stopped.set):
            assert stopped.wait(30)
        stop.check()

    note = step("note", lambda occasion, page, stop: used.append(threading.get_ident()))
    page = relayed(threads, step("slow", wait, 0.01), note)
    assert page.degraded == ["slow was late"]
    assert len(used) == 2


def test_a_step_without_time_is_late_and_not_begun(threads: Threads) -> None:
    """The ones behind it that have some are run."""
    begun: list[str] = []
    never = step("never", lambda occasion, page, stop: begun.append("never"), 0.0)
    page = relayed(threads, never, says("a"), never)
    assert (begun, texts(page)) == ([], ["a"])
    assert page.degraded[:1] == ["never was late"]


def test_what_a_step_has_will_do_when_its_patience_is_over(threads: Threads) -> None:
    """It is not waited for until its limit."""
    go_on, has_some = threading.Event(), threading.Event()

    def read(occasion: Occasion, page: Page, stop: Stop) -> None:
        has_some.set()
        go_on.wait(30)

    patient = Step(
        "note",
        read,
        lambda: 30.0,
        lambda page, after_s: page.degraded.append("its beginning"),
        lambda page, problem: part_failed("note", page, problem),
        patience_s=0.01,
        has_enough=has_some.is_set,
    )
    page = relayed(threads, patient, says("a"))
    go_on.set()
    assert (page.degraded, texts(page)) == (["its beginning"], ["a"])


def test_threads_that_are_all_stuck_refuse_more() -> None:
    """Instead of waiting with them; when one is free it serves again."""
    begun, go_on, over = threading.Event(), threading.Event(), threading.Event()
    few = Threads(most=1)
    stuck = few.start(lambda: (begun.set(), go_on.wait(30), None)[2], over.set)
    assert begun.wait(30)
    waiting = threading.Event()
    few.start(waiting.set, lambda: None)
    few.leave(stuck)
    with pytest.raises(StoppedError, match="1 steps of recall are stuck"):
        few.start(lambda: None, lambda: None)
    assert not waiting.is_set()
    go_on.set()
    assert over.wait(30) and waiting.wait(30)
    again = threading.Event()
    few.start(again.set, lambda: None)
    assert again.wait(30)
    few.close()


def test_two_familiars_share_their_threads(tmp_path, new_familiar) -> None:
    """The one that is closed ends nothing of the other's."""
    shared = Threads(most=4)

    async def run() -> list[str]:
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
        async with new_familiar(tmp_path / "one") as one, new_familiar(tmp_path / "two") as two:
            for familiar in (one, two):
                familiar.store.write_file("self/system_prompt.md", "Stay.")
                pipeline = familiar.parts.answering.recall
                pipeline._threads, pipeline._owns_threads = shared, False
            await one.recall(RecallRequest("?"))
            one.parts.answering.recall.close()
            refused = await one.recall(RecallRequest("?"))
            assert refused.contributions == ()
            return [c.text for c in (await two.recall(RecallRequest("?"))).contributions]

    assert asyncio.run(run()) == ["Stay."]
    shared.close()
