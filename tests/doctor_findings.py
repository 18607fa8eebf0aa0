"""What doctor finds in a small familiar whose notes somebody has been at."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.inspection.health.checks import run_checks

__all__ = ["WHEN", "findings", "looked_at"]

WHEN = datetime(2026, 2, 2, 19, 30, tzinfo=UTC)


def findings(new_familiar, home, more=None, check="aliases", edit=None):
    """What doctor finds once Rowan has a note, more notes stand, and `edit` has been at them."""
    return list(looked_at(new_familiar, home, more, check, edit).findings)


def looked_at(new_familiar, home, more=None, check="aliases", edit=None, said=()):
    """All that doctor says of one question then; more may have been `said` before."""

    async def run():
        async with new_familiar(home) as familiar:
            await familiar.record(Turn("1", WHEN, TAVERN, ROWAN, "I work at the records office."))
            await familiar.record_many(said)
            await familiar.write()
            people = familiar.parts.setup.paths.memory / "people"
            for path, text in (more or {}).items():
                (people / path).parent.mkdir(exist_ok=True)
                (people / path).write_text(text, "utf-8")
            if edit is not None:
                edit(people)
            checks = run_checks(familiar.parts, await familiar.settle())
            return next(one for one in checks if one.name == check)

    return asyncio.run(run())
