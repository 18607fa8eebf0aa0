"""What doctor finds in a small familiar whose notes somebody has been at."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.inspection.health.checks import run_checks

__all__ = ["findings"]

WHEN = datetime(2026, 2, 2, 19, 30, tzinfo=UTC)


def findings(new_familiar, home, more=None, check="aliases", edit=None):
    """What doctor finds once Rowan has a note, more notes stand, and `edit` has been at them."""

    async def run():
        async with new_familiar(home) as familiar:
            await familiar.record(Turn("1", WHEN, TAVERN, ROWAN, "I work at the records office."))
            await familiar.write()
            people = familiar.parts.setup.paths.memory / "people"
            for path, text in (more or {}).items():
                (people / path).parent.mkdir(exist_ok=True)
                (people / path).write_text(text, "utf-8")
            if edit is not None:
                edit(people)
            checks = run_checks(familiar.parts, await familiar.settle())
            return [f for one in checks if one.name == check for f in one.findings]

    return asyncio.run(run())
