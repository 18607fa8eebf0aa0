"""How a run of the writer ends on a terminal, also one that failed or was interrupted."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from familiar_memory.errors import NotTextError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.inspection.writer.written import written
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.write.write_view import show_written
from familiar_memory.interfaces.cli.write.writing import run_writer
from familiar_memory.operations.outcome import FileFailure
from familiar_memory.writers.report import BatchReport, WriteReport

_REFUSED = BatchReport(4, 6, 3, BatchStatus.REFUSED, problem="the model refused")
_ASIDE = BatchReport(7, 7, 1, BatchStatus.QUARANTINED, problem="no JSON")
_RETURNED = BatchReport(1, 9, 9, BatchStatus.RETURNED, problem="no JSON")
_DAMAGE = FileFailure.of("a.md", NotTextError("a.md: not UTF-8 text at byte 0"))
_PARTLY = BatchReport(1, 2, 2, BatchStatus.APPLIED, problem=f"{_DAMAGE.path}: {_DAMAGE.reason}")
_EMPTY = BatchReport(1, 1, 1, BatchStatus.EMPTY)


@pytest.mark.parametrize(
    ("batches", "out", "err"),
    [
        ((_REFUSED,), ["3 turns wait"], ["turns 4–6: refused: the model refused"]),
        (
            (_EMPTY, _REFUSED),
            ["1 turn became 0 notes: no change", "3 turns wait"],
            ["turns 4–6: refused: the model refused"],
        ),
        (
            (_PARTLY,),
            ["2 turns became 0 notes: no change"],
            ["turns 1–2: written in part: a.md: not UTF-8 text at byte 0"],
        ),
        ((_RETURNED,), ["9 turns wait"], ["turns 1–9: failed again: no JSON"]),
        (
            (_ASIDE,),
            [],
            [
                "turns 7–7: put aside: no JSON",
                "  `familiar write --status` shows it, `familiar write --replay ID` writes it up"
                " after all",
            ],
        ),
    ],
)
def test_turns_that_wait_or_were_put_aside_became_nothing(capsys, monkeypatch, batches, out, err):
    """The counts are of what was dealt with; what to do about the rest stands beside it."""
    monkeypatch.setenv("COLUMNS", "120")
    show_written(written(WriteReport(batches)), Output(Invocation()), verbose=False)
    told = capsys.readouterr()
    assert (told.out.splitlines(), told.err.splitlines()) == (out, err)


async def test_ctrl_c_says_what_is_written_up_and_what_waits(capsys):
    """Nothing is lost: the next run goes on."""
    left = iter([5, 1])

    async def interrupted(**_: object) -> None:
        raise asyncio.CancelledError

    familiar = SimpleNamespace(
        history=SimpleNamespace(watermark=lambda: 0, count_after=lambda _: next(left)),
        writing=SimpleNamespace(write=interrupted),
    )
    with pytest.raises(asyncio.CancelledError):
        await run_writer(familiar, Output(Invocation()))
    assert capsys.readouterr().err == "4 turns written up; 1 turn waits for the next run\n"
