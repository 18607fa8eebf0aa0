"""What is no fact for `doctor` and `facts` is none for `facts invalidate`."""

from __future__ import annotations

import asyncio

import pytest

from familiar_memory.errors import UsageError


@pytest.mark.parametrize("line", ["Likes:: tea", "likes :: tea", "~~likes:: tea", "a potter"])
def test_a_line_that_states_no_fact_is_not_invalidated(new_familiar, tmp_path, line) -> None:
    """It stays as it is; `retire` ends any line."""
    familiar = new_familiar(tmp_path)
    note = tmp_path / "ember" / "memory" / "people" / "discord-5.md"
    note.parent.mkdir()
    note.write_text(f"# Bex\n\n- {line}\n- likes:: cake\n", "utf-8")

    async def work() -> str:
        async with familiar:
            await familiar.settle()
            with pytest.raises(UsageError, match="states no fact"):
                await familiar.memories.invalidate("people/discord-5.md:3")
            before = note.read_text("utf-8")
            assert (await familiar.memories.invalidate("people/discord-5.md:4")).is_done
            assert (await familiar.memories.retire("people/discord-5.md:3")).is_done
            return before

    assert asyncio.run(work()) == f"# Bex\n\n- {line}\n- likes:: cake\n"
