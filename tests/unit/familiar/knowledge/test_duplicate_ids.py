"""An id that several lines of a note have: nothing is changed by it, and both places are named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE

from familiar_memory import Caller, Familiar, ForgetRequest
from familiar_memory.errors import UsageError
from familiar_memory.inspection.health.checks import run_checks
from familiar_memory.life.memories.memories import Memories

_SAID = "(2026-02-01, ref:t1, by:discord-42, in:discord-lantern.tavern)"
_NOTES = {
    "people/Rowan.md": (
        "---\nid: discord-42\n---\n\n## Facts\n\n"
        f"- Likes tea {_SAID} ^k1\n- Plays chess {_SAID} ^k1\n- Sings {_SAID} ^k2\n"
    ),
    "people/Rowan copy.md": f"---\nid: discord-42\n---\n\n- Likes tea {_SAID} ^k1\n",
    "topics/acme.md": f"# Acme\n\n- Makes tea {_SAID} ^k1\n",
}
_NAME = "people/discord-42.md#^k1"
_ASKED: dict[str, Callable[[Memories, Caller | None], Awaitable[object]]] = {
    "edit": lambda memories, by: memories.edit(_NAME, "x", caller=by),
    "fields": lambda memories, by: memories.edit(_NAME, fields={"importance": 9}, caller=by),
    "retire": lambda memories, by: memories.retire(_NAME, caller=by),
    "delete": lambda memories, by: memories.delete(_NAME, caller=by),
    "count": lambda memories, by: memories.count_again(_NAME, ["t9"], caller=by),
    "move": lambda memories, by: memories.move(_NAME, "Acme", caller=by),
    "merge": lambda memories, by: memories.merge(
        [_NAME, "people/discord-42.md#^k2"], "x", caller=by
    ),
}


@pytest.fixture
def opened(new_familiar, tmp_path: Path) -> Callable[[], AbstractAsyncContextManager[Familiar]]:
    """One with notes, of which one was copied."""
    put_notes(tmp_path / "ember" / "memory", _NOTES)

    @asynccontextmanager
    async def open_it() -> AsyncIterator[Familiar]:
        async with started(new_familiar(tmp_path, settings=MAY_WRITE)) as familiar:
            await familiar.settle()
            yield familiar

    return open_it


def _tree(home: Path) -> dict[str, str]:
    memory = home / "ember" / "memory"
    return {path: (memory / path).read_text() for path in _NOTES}


@pytest.mark.parametrize("asked", _ASKED)
async def test_the_owner_is_told_of_which_lines(opened, tmp_path, asked):
    """Whatever is asked; no byte changes, and neither do lines of that id in other notes."""
    async with opened() as familiar:
        change = await _ASKED[asked](familiar.memories, None)
        assert (change.kind, change.reason) == (
            "ambiguous",
            "several lines of the note have that id: lines 7 and 8",
        )
        assert _tree(tmp_path) == _NOTES


@pytest.mark.parametrize("asked", _ASKED)
async def test_a_caller_is_not_told_where_lines_stand(opened, tmp_path, asked):
    """That would say how many stand above them which they may not see."""
    async with opened() as familiar:
        change = await _ASKED[asked](familiar.memories, Caller(ROWAN, TAVERN))
        assert (change.kind, change.reason) == (
            "ambiguous",
            "several lines of the note have that id",
        )
        assert _tree(tmp_path) == _NOTES


async def test_nothing_is_forgotten_by_it(opened, tmp_path):
    """The lines are named instead."""
    async with opened() as familiar:
        with pytest.raises(UsageError, match="2 lines of") as refused:
            await familiar.forgetting.forget(ForgetRequest(record=_NAME))
        assert "people/discord-42.md:7, people/discord-42.md:8" in str(refused.value)
        assert _tree(tmp_path) == _NOTES


async def test_no_model_changes_anything_by_it(opened, tmp_path):
    """It is found by none of the operations."""
    async with opened() as familiar:
        for name, more in (("update", {"content": "x"}), ("delete", {})):
            for author, place in ((None, None), (ROWAN, TAVERN)):
                answer = await familiar.tools.call(
                    f"memory_{name}", {"id": _NAME, **more}, author=author, place=place
                )
                assert answer["error"] == "not found"
        assert _tree(tmp_path) == _NOTES


async def test_doctor_reports_each_id_and_each_copy_once(opened):
    """The id that two lines of a note have, and the note that was copied."""
    async with opened() as familiar:
        found = [
            one.what
            for check in run_checks(familiar.parts, await familiar.settle())
            for one in check.findings
            if "^k1" in one.what or "discord-42" in one.what
        ]
        assert found == [
            "people/Rowan.md:8: the block id ^k1 is taken: line 7 has it too, and a link to it may"
            " mean either",
            "2 notes have the id discord-42: people/Rowan.md is theirs, and people/Rowan copy.md is"
            " read as a note of nobody known",
        ]


async def test_a_line_of_a_copy_is_changed_by_the_path_of_the_copy(opened, tmp_path):
    """And nothing in the note that was copied."""
    async with opened() as familiar:
        change = await familiar.memories.edit("people/Rowan copy.md#^k1", "Likes coffee")
        assert change.kind == "changed"
        tree = _tree(tmp_path)
        assert "Likes coffee" in tree.pop("people/Rowan copy.md")
        assert tree == {path: text for path, text in _NOTES.items() if "copy" not in path}
