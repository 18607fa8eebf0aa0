"""What a topic counts is in its note for people to see, and no memory that anybody finds."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from familiar_memory.notes.document import NoteParser

if TYPE_CHECKING:
    from collections.abc import Callable

    from familiar_memory.familiar import Familiar

_TAIL = " (2026-02-18, ref:30, in:everyone)"


@pytest.mark.parametrize(
    ("path", "text", "is_memory"),
    [
        ("topics/gladys.md", f"3 more since 2026-02-05, in [[2026-02-18-evening]]{_TAIL}", False),
        ("topics/gladys.md", f"1 more, in [[2026-02-18-evening]]{_TAIL}", False),
        ("topics/gladys.md", f"2 more since 2026-02-05{_TAIL}", False),
        ("topics/gladys.md", f"~~2 more since 2026-02-05{_TAIL}~~", False),
        ("topics/gladys.md", f"First came up in [[2026-02-04-evening]]{_TAIL}", False),
        ("topics/gladys.md", f"3 more magnets were found in Gladys{_TAIL}", True),
        ("topics/gladys.md", f"First came up in the bath{_TAIL}", True),
        ("topics/gladys.md", "3 more since 2026-02-05", True),
        ("notes.md", f"3 more since 2026-02-05{_TAIL}", True),
    ],
)
def test_a_count_of_mentions_is_no_memory(path: str, text: str, is_memory: bool) -> None:
    """Only of topics, and only as the writer keeps the line: a person's own words are theirs."""
    assert len(NoteParser().read(path, f"- {text}\n", "").passages) == is_memory


def test_no_search_finds_one(tmp_path: Path, new_familiar: "Callable[..., Familiar]") -> None:
    """Beside what was said of the topic it would only take a place."""
    note = tmp_path / "ember" / "memory" / "topics" / "gladys.md"
    note.parent.mkdir(parents=True)
    count = f"- 3 more since 2026-02-05, in [[2026-02-18-evening]]{_TAIL}\n"
    note.write_text(f"# Gladys\n\n- Gladys hums in the evening{_TAIL}\n{count}", "utf-8")

    async def found() -> list[str]:
        async with new_familiar(tmp_path) as familiar:
            return [hit.text for hit in (await familiar.search("more of Gladys, evening")).hits]

    assert asyncio.run(found()) == ["Gladys hums in the evening"]
