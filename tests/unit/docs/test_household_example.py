"""The examples in docs/households.md run, and say what one expects."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from familiar_memory import Familiar

PAGE = Path(__file__).parents[3] / "docs" / "households.md"


def _example(number: int) -> dict[str, Any]:
    """The names that one of the page's examples makes, run as it is printed."""
    fence = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
    made: dict[str, Any] = {}
    exec(compile(fence.findall(PAGE.read_text("utf-8"))[number], str(PAGE), "exec"), made)
    return made


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """As it is printed."""
    _example(0)
    printed = capsys.readouterr().out
    assert "My kettle is called Agatha." in printed
    assert "hits=()" in printed


def test_a_familiar_tells_what_changes_until_it_is_closed(
    tmp_path: Path, new_familiar: Callable[..., Familiar]
) -> None:
    """A listener hears of what was written since its cursor, and is let go."""
    heard: list[str] = []
    example = _example(1)

    async def work() -> None:
        has_heard = asyncio.Event()

        def hear(*said: object) -> None:
            heard.append(" ".join(map(str, said)))
            has_heard.set()

        example["print"] = hear
        familiar = new_familiar(tmp_path)
        await familiar.start()
        cursor = await familiar.changes.cursor()
        familiar.store.write_file("topics/tea.md", "# Tea\n\n- is warm\n")
        await familiar.settle()
        listener = asyncio.create_task(example["follow"](familiar, cursor))
        async with asyncio.timeout(30):
            await has_heard.wait()
            await familiar.close()
            await listener

    asyncio.run(work())
    assert heard == ["added memory topics/tea.md"]
