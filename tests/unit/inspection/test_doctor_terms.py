"""Facts that end before they begin are reported."""

import asyncio

from familiars import put_notes

from familiar_memory.inspection.health.checks import run_checks

_NOTE = """# Rowan

- ~~lives_in:: Hull (2026-01-01, since 2026-01-01, until 2025-01-01)~~
- works_at:: Acme (2026-01-01, since 2025, until 2025)
- works_at:: Globex (2026-01-01, until 2025-01)
"""


def test_a_fact_that_ends_before_it_begins_is_reported(new_familiar, tmp_path):
    """With its line; an end alone, or the same day, is none."""
    familiar = new_familiar(tmp_path)
    put_notes(tmp_path / "ember" / "memory", {"people/Rowan.md": _NOTE})

    async def look():
        async with familiar:
            return run_checks(familiar.parts, await familiar.settle())

    checks = {one.name: one.findings for one in asyncio.run(look())}
    assert [(one.what, one.mend, one.serious) for one in checks["notes"]] == [
        (
            "people/Rowan.md:3 says until 2025-01-01, and since 2026-01-01: it holds at no time",
            "change one of the two dates, or strike the line without an end if it was wrong",
            False,
        )
    ]
