"""Who subscribes to a familiar's changes hears each once, and can harm nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from familiar_memory.domain.memory.changed import News
from familiar_memory.errors import IndexUnavailableError, InputError
from familiar_memory.familiar import Familiar
from familiar_memory.index import index as index_module
from familiar_memory.sync.changes.feed import ChangeFeed

PATIENCE_S = 30.0

Live = Callable[[Callable[[Familiar], Awaitable[None]]], None]


@pytest.fixture
def live(tmp_path: Path, new_familiar: Callable[..., Familiar]) -> Live:
    """Do something with a familiar that is open, in a loop of its own; it ends in time."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Familiar]:
        familiar = new_familiar(tmp_path)
        await familiar.start()
        await familiar.settle()
        try:
            yield familiar
        finally:
            await familiar.close()

    def run(work: Callable[[Familiar], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with asyncio.timeout(PATIENCE_S), opened() as familiar:
                await work(familiar)

        asyncio.run(whole())

    return run


async def save(familiar: Familiar, path: str, text: str = "one") -> None:
    """As an editor does; it is indexed when this returns."""
    (familiar.store.root / path).write_text(f"- {text}\n")
    await asyncio.to_thread(familiar.parts.indexing.synchroniser.update, "memory", [path])


def names(news: News | None) -> list[tuple[str, str]]:
    """Keys, and what became of them."""
    assert news is not None and not news.is_everything
    return [(one.key, one.what.value) for one in news.told]


def test_a_subscriber_hears_what_comes_after_it_has_subscribed(live: Live) -> None:
    """Also what was written before it asks for the first time."""

    async def work(familiar: Familiar) -> None:
        await save(familiar, "a.md")
        async with familiar.changes.subscribe() as listener:
            await save(familiar, "a.md", "two")
            await save(familiar, "b.md")
            assert names(await listener.next(0)) == [("a.md", "changed"), ("b.md", "added")]
            assert await listener.next(0) is None
            (familiar.store.root / "a.md").unlink()
            await familiar.settle()
            assert names(await listener.next(0)) == [("a.md", "removed")]

    live(work)


def test_a_write_wakes_whoever_waits(live: Live) -> None:
    """At once, and not when it would have looked by itself."""

    async def work(familiar: Familiar) -> None:
        async with familiar.changes.subscribe(look_s=10 * PATIENCE_S) as listener:
            for number in range(20):
                waiting = asyncio.create_task(listener.next())
                await asyncio.sleep(0)
                await save(familiar, f"{number}.md")
                assert names(await waiting) == [(f"{number}.md", "added")]

    live(work)


def test_what_is_written_while_it_looks_is_not_missed(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that found nothing, and a write right after it: the bell rang before it waits."""
    since = ChangeFeed.since

    async def work(familiar: Familiar) -> None:
        root = familiar.store.root
        written = False

        def look(feed: ChangeFeed, cursor: object) -> News:
            nonlocal written
            found = since(feed, cursor)
            if not written:
                written = True
                (root / "a.md").write_text("- one\n")
                familiar.parts.indexing.synchroniser.update("memory", ["a.md"])
            return found

        async with familiar.changes.subscribe(look_s=10 * PATIENCE_S) as listener:
            monkeypatch.setattr(ChangeFeed, "since", look)
            assert names(await listener.next()) == [("a.md", "added")]

    live(work)


def test_who_was_away_goes_on_from_the_cursor_that_it_kept(live: Live) -> None:
    """Twice over, if it likes."""

    async def work(familiar: Familiar) -> None:
        kept = await familiar.changes.cursor()
        await save(familiar, "a.md")
        await save(familiar, "b.md")
        for _ in range(2):
            listener = familiar.changes.subscribe(kept)
            assert names(await listener.next(0)) == [("a.md", "added"), ("b.md", "added")]

    live(work)


def test_who_is_too_slow_is_told_to_read_everything(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So much is kept and no more; from the new cursor on it hears each write again."""
    monkeypatch.setattr(index_module, "KEEP_CHANGES", 3)

    async def work(familiar: Familiar) -> None:
        async with familiar.changes.subscribe() as slow:
            for number in range(8):
                await save(familiar, f"{number}.md")
            await asyncio.to_thread(familiar.parts.files.index.tidy)
            told = await slow.next(0)
            assert told is not None
            assert told.is_everything and told.told == ()
            assert await slow.next(0) is None
            await save(familiar, "9.md")
            assert names(await slow.next(0)) == [("9.md", "added")]

    live(work)


def test_a_subscriber_that_fails_or_never_asks_harms_nobody(live: Live) -> None:
    """Sync calls none of them: the others hear everything, and so does it, if it comes back."""

    async def work(familiar: Familiar) -> None:
        failing = familiar.changes.subscribe()
        heard: list[tuple[str, str]] = []

        async def fail() -> None:
            async for _ in failing:
                raise RuntimeError("a bot's own mistake")

        async def hear() -> None:
            async for news in familiar.changes.subscribe():
                heard.extend(names(news))

        async with familiar.changes.subscribe() as idle:
            tasks = [asyncio.create_task(fail()), asyncio.create_task(hear())]
            # Both have found their place when another that came after them has.
            assert await all_begun(familiar)
            await save(familiar, "a.md")
            with pytest.raises(RuntimeError, match="mistake"):
                await tasks[0]
            await save(familiar, "b.md")
            assert names(await failing.next(0)) == [("b.md", "added")]
            assert names(await idle.next(0)) == [("a.md", "added"), ("b.md", "added")]
        while len(heard) < 2:
            await asyncio.sleep(0)
        assert heard == [("a.md", "added"), ("b.md", "added")]
        tasks[1].cancel()
        assert (await familiar.settle()).failed == {}

    live(work)


async def all_begun(familiar: Familiar) -> bool:
    """Whether every listener of the familiar has a cursor by now."""
    feed = familiar.parts.indexing.synchroniser.changes
    while any(one.cursor is None for one in feed._listeners) or len(feed._listeners) < 3:
        await asyncio.sleep(0)
    return True


def test_closing_lets_go_of_whoever_waits(live: Live) -> None:
    """One by itself, from a thread; all of them, with the familiar; and who comes too late."""

    async def listen(familiar: Familiar) -> list[News]:
        return [news async for news in familiar.changes.subscribe(look_s=10 * PATIENCE_S)]

    async def work(familiar: Familiar) -> None:
        alone = familiar.changes.subscribe(look_s=10 * PATIENCE_S)
        changes = familiar.changes
        waiting = asyncio.create_task(alone.next())
        others = [asyncio.create_task(listen(familiar)) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.to_thread(alone.close)
        assert await waiting is None
        assert await alone.next() is None
        await familiar.close()
        assert await asyncio.gather(*others) == [[], [], []]
        assert await changes.subscribe().next() is None
        assert [news async for news in changes.subscribe()] == []

    live(work)


def test_who_is_cancelled_may_go_on(live: Live) -> None:
    """Nothing is lost with the waiting."""

    async def work(familiar: Familiar) -> None:
        async with familiar.changes.subscribe() as listener:
            waiting = asyncio.create_task(listener.next())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await save(familiar, "a.md")
            assert names(await listener.next(0)) == [("a.md", "added")]

    live(work)


def test_an_index_that_cannot_be_read_is_waited_for(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`next` says so; whoever iterates hears of what comes when it is back."""
    since = ChangeFeed.since

    def refuse(*_: object) -> News:
        refused.set()
        raise IndexUnavailableError("the index cannot be read", "a sound one")

    async def work(familiar: Familiar) -> None:
        nonlocal refused
        refused = Flag(asyncio.get_running_loop())
        listener = familiar.changes.subscribe(await familiar.changes.cursor(), look_s=1.0)
        monkeypatch.setattr(ChangeFeed, "since", refuse)
        with pytest.raises(IndexUnavailableError):
            await listener.next(0)
        refused = Flag(asyncio.get_running_loop())

        async def first() -> list[tuple[str, str]]:
            return names(await anext(aiter(listener)))

        waiting = asyncio.create_task(first())
        await refused.event.wait()
        monkeypatch.setattr(ChangeFeed, "since", since)
        await save(familiar, "a.md")
        assert await waiting == [("a.md", "added")]

    refused: Flag
    live(work)


class Flag:
    """An event of a loop that a thread may set."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.event = asyncio.Event()
        self._loop = loop

    def set(self) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self.event.set)


@pytest.mark.parametrize("look_s", [0, -1.0, float("nan"), "2", None])
def test_a_look_that_is_no_time_is_refused(live: Live, look_s: object) -> None:
    """With none between two looks, a listener would look all the time, and keep a core busy."""

    async def work(familiar: Familiar) -> None:
        with pytest.raises(InputError, match="look_s"):
            familiar.changes.subscribe(look_s=look_s)  # type: ignore[arg-type]

    live(work)


def test_a_cursor_that_is_none_is_refused(live: Live) -> None:
    """When it is given, not when it is first listened to."""

    async def work(familiar: Familiar) -> None:
        with pytest.raises(InputError, match="since"):
            familiar.changes.subscribe("yesterday")  # type: ignore[arg-type]

    live(work)
