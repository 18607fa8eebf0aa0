"""What is no memory is not put into a prompt, however well it was found."""

from __future__ import annotations

import pytest

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.superfluous import Superfluous, superfluous


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("topics/gladys.md", "3 more since 2026-02-05, in 2026-02-18-afternoon", Superfluous.COUNT),
        ("topics/gladys.md", "1 more since 2026-02-05", Superfluous.COUNT),
        ("topics/gladys.md", "First came up in 2026-02-04-afternoon", Superfluous.COUNT),
        ("topics/gladys.md", "First came up in the bath", None),
        ("topics/gladys.md", "3 more magnets were found in Gladys", None),
        ("notes.md", "3 more since 2026-02-05, in the barn", None),
    ],
)
def test_a_count_of_mentions_says_nothing(
    path: str, text: str, expected: Superfluous | None
) -> None:
    """Only of topics, and only the line that the writer keeps."""
    assert superfluous(SearchHit(text, 1.0, "notes", path), Shown()) is expected
