"""How the writer stands, as it looks: what waits, what failed, what was put aside."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo

from familiar_memory.domain.talk.place import Place
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.inspection.writer.writer_status import BatchState, WriterStatus
from familiar_memory.inspection.writer.written import written
from familiar_memory.interfaces.cli.frame.output import Output, how_many
from familiar_memory.interfaces.cli.write.write_view import show_written
from familiar_memory.writers.retries.replay import Replay

__all__ = ["show_replayed", "show_status"]


def show_status(status: WriterStatus, out: Output, *, zone: tzinfo, verbose: bool) -> None:
    """What waits, by place; then each batch that failed, with its reason and its next try."""
    if status.is_writing:
        out.print("the writer is at work just now")
    if status.turns:
        batches = "1 batch" if status.batches == 1 else f"{status.batches:,} batches"
        verb = "waits" if status.turns == 1 else "wait"
        out.print(f"{how_many(status.turns, 'turn')} {verb}, in {batches}")
        out.table(
            ("place", ">turns"), [(_called(one.place), str(one.turns)) for one in status.waiting]
        )
    else:
        out.print("no turn waits")
    for one in status.failed:
        out.print(f"failed: {_what(one, zone)}")
        out.print(f"  {_why(one)}")
        out.print(f"  {_next_try(one, zone)}")
        _show_reply(one, out, verbose=verbose)
    for one in status.put_aside:
        out.print(f"put aside: {_what(one, zone)}")
        out.print(f"  {_why(one)}")
        _show_reply(one, out, verbose=verbose)
    if status.put_aside:
        out.print("`familiar write --replay ID` writes it up after all; `--replay all` all of them")
    if status.last_at is not None:
        out.print(f"a batch was tried last on {_at(status.last_at, zone)}")


def show_replayed(done: Replay, out: Output, *, verbose: bool) -> None:
    """What was put back, and what became of it."""
    for number in done.left:
        out.print(f"batch {number} is not put aside: nothing was done about it")
    if done.ids:
        show_written(written(done.written), out, verbose=verbose)
    elif not done.left:
        out.print("nothing was put aside")


def _what(one: BatchState, zone: tzinfo) -> str:
    where = ", ".join(map(_called, one.places)) or "nowhere any more"
    said = "" if one.since is None else f", said from {_at(one.since, zone)}"
    return f"batch {one.id}, {how_many(one.turns, 'turn')} in {where}{said}"


def _why(one: BatchState) -> str:
    times = f" ({how_many(one.attempts, 'attempt')})" if one.attempts else ""
    if one.status is BatchStatus.RETURNED and not one.attempts:
        return f"put back: {one.reason}" if one.reason else "put back"
    return f"{one.reason or 'the reason went with what was forgotten'}{times}"


def _next_try(one: BatchState, zone: tzinfo) -> str:
    if one.again_at is None:
        return "the next run tries it again"
    again = _at(one.again_at, zone)
    return f"`familiar write` tries it again; where the writer runs by itself, it does from {again}"


def _show_reply(one: BatchState, out: Output, *, verbose: bool) -> None:
    if not one.reply:
        return
    if not verbose:
        out.print(f"  the model said {how_many(len(one.reply), 'character')}: --verbose shows them")
        return
    for line in _lines("the model said:", one.reply.splitlines()):
        out.print(f"  {line}")


def _lines(heading: str, lines: Iterable[str]) -> Iterable[str]:
    yield heading
    yield from (f"| {line}" for line in lines)


def _called(place: Place) -> str:
    return place.slug if place.name is None else f"{place.name} ({place.slug})"


def _at(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
