"""docs/remembering.md says what the write policy does."""

from __future__ import annotations

from pathlib import Path

from familiar_memory.knowledge.write_policy.decision import TABLE, Recommendation
from familiar_memory.knowledge.write_policy.marker import Marker

PAGE = Path(__file__).parents[3] / "docs" / "remembering.md"
DONE = {
    Recommendation.COMMIT_NOW: "kept at once",
    Recommendation.COMMIT_AT_SESSION_END: "when the session ends",
    Recommendation.REQUIRE_REPETITION: "when it is said again",
    Recommendation.DROP: "dropped",
}


def _rows(head: str) -> list[list[str]]:
    lines = PAGE.read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(head))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def test_the_page_has_the_rows_of_the_table_in_their_order() -> None:
    """What is done, and why, in the same words."""
    told = [(done, why) for _, done, why in _rows("| what | what is done")]
    decisions = [row.decision for row in TABLE]
    assert told == [(DONE[one.recommendation], one.reason) for one in decisions]


def test_the_page_names_every_list_of_words() -> None:
    """An operator can add to each."""
    named = " ".join(name for name, _ in _rows("| list |"))
    assert [one.value for one in Marker] == named.replace("`", "").replace(",", "").split()
