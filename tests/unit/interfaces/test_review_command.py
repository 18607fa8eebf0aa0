"""`familiar review` in a terminal: one proposal after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from familiars import started
from review_desk import guess

from familiar_memory.interfaces.cli.know import review_command

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
ITEMS = [guess(f"likes:: {what}", "discord-g.tavern") for what in ("tea", "cake", "jam", "ham")]


class _Out:
    """What was printed."""

    is_json = False

    def __init__(self) -> None:
        self.lines: list[str] = []

    def print(self, text: str) -> None:
        self.lines.append(text)

    def notice(self, text: str) -> None:
        self.lines.append(text)


@pytest.mark.parametrize(
    ("answers", "waiting", "written"),
    [
        (["a", "r", "s", "q"], ["likes:: jam", "likes:: ham"], ["likes:: tea"]),
        (["what?", "A", "q"], ["likes:: cake", "likes:: jam", "likes:: ham"], ["likes:: tea"]),
        (
            ["e", "likes:: green tea", "q"],
            [f"likes:: {w}" for w in ("cake", "jam", "ham")],
            ["likes:: green tea"],
        ),
        (
            ["s", "\r", "S", "x", "aa", "\x1b[A", "s", "A"],
            ["likes:: tea", "likes:: cake", "likes:: jam"],
            ["likes:: ham"],
        ),
    ],
)
def test_each_answer_is_done_at_once(
    new_familiar, tmp_path, monkeypatch, capsys, answers, waiting, written
):
    """A key is an answer: accept, edit, reject, skip, quit; any other has the keys listed."""
    said: Iterator[str] = iter(answers)
    monkeypatch.setattr(review_command.typer, "getchar", lambda: next(said))
    monkeypatch.setattr(review_command.typer, "prompt", lambda *_, **__: next(said))
    out = _Out()

    async def work() -> None:
        async with started(new_familiar(tmp_path, now=NOW)) as familiar:
            await familiar.review.propose(ITEMS)
            every = await familiar.review.open()
            code = await review_command._step_through(
                familiar.review, every, SimpleNamespace(out=out), {"discord-42": "Rowan"}
            )
            assert code == 0
            assert [one.text for one in await familiar.review.open()] == waiting
            register = familiar.parts.files.register
            text = familiar.store.read_file(register.path_of("people/discord-42.md"))
            lines = [line for line in text.splitlines() if line.startswith("- likes")]
            assert [line[2:].partition(" (")[0] for line in lines] == written

    asyncio.run(work())
    keys = "The keys are a, e, r, s and q.\n"
    assert (keys in capsys.readouterr().err) == (len(answers[0]) > 1 or "x" in answers)
    assert any(line.startswith("written to ") for line in out.lines)
    assert any(", said by Rowan" in line for line in out.lines)
