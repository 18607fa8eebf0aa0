"""The doctor looks at the list of proposals."""

from __future__ import annotations

import asyncio

import pytest
from familiars import put_notes, started

from familiar_memory.inspection.health.waiting.review_list import check_review
from familiar_memory.sync.report import SyncReport

GOOD = (
    "# Review\n\n## Open\n\n- [ ] likes:: tea (2026-02-03, by:discord-42) ^p1f0c22aa7d\n"
    "  - add to: people/discord-42.md\n  - section: Facts\n  - audience: everyone\n"
)
CASES = {
    "good": ({"review.md": GOOD}, []),
    "none": ({}, []),
    "settled": ({"review.md": GOOD.replace("[ ]", "[-]").replace("  - section: Facts\n", "")}, []),
    "no audience": (
        {"review.md": GOOD.replace("  - audience: everyone\n", "")},
        ["review.md:5: the line `audience: …` below it is missing"],
    ),
    "nothing known": (
        {"review.md": GOOD.replace("add to", "sing to")},
        ["review.md:5: nobody knows how to 'sing to'"],
    ),
    "no section": (
        {"review.md": GOOD.replace("  - section: Facts\n", "")},
        ["review.md:5: the line 'section' is missing"],
    ),
    "a copy": (
        {"review.md": GOOD, "review (1).md": GOOD, "review of tea.md": "# Tea\n\n- Good\n"},
        ["review (1).md holds proposals, and nobody looks there"],
    ),
    "a folder": (
        {"review.md/a.md": "x"},
        ["review.md is a folder: nothing can wait for you there"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_found(new_familiar, tmp_path, case):
    """What waits and cannot be carried out, by its line; copies of the list."""
    notes, expected = CASES[case]

    async def work():
        async with started(new_familiar(tmp_path)) as familiar:
            put_notes(tmp_path / "ember" / "memory", notes)
            found = list(check_review(familiar.parts, SyncReport()))
            assert [one.what for one in found] == expected
            assert all(one.mend for one in found)

    asyncio.run(work())
