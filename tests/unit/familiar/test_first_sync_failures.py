"""What the first sync of a familiar cannot index is said in answers from then on."""

import asyncio
from pathlib import Path

from familiar_memory.domain.question.context import RecallRequest


def test_a_note_that_was_bad_before_the_start_is_named_in_the_first_answer(
    tmp_path: Path, new_familiar
) -> None:
    """It was named only after the next comparison of everything, minutes later."""

    async def work() -> tuple[str, ...]:
        familiar = new_familiar(tmp_path)
        (tmp_path / "ember" / "memory" / "bad.md").write_bytes(b"caf\xe9")
        async with familiar:
            found = await familiar.search("tea")
            return (
                found.degraded or "",
                *(await familiar.recall(RecallRequest("tea"))).trace.degraded,
            )

    said = asyncio.run(work())
    assert all("not indexed: bad.md" in one for one in said) and len(said) == 2
