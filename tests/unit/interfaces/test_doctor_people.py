"""A note of a person that was renamed is nobody's: doctor says whose it was."""

import asyncio
from datetime import UTC, datetime

from familiar_memory.domain.identity import Author
from familiar_memory.domain.place import Place
from familiar_memory.domain.turn import Turn
from familiar_memory.interfaces.cli.doctor_checks import run_checks

TAVERN = Place("discord", "tavern", "lantern")
ROWAN = Author("discord", "42", "Rowan")
WHEN = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def findings(new_familiar, home, name):
    """What doctor finds of names once Rowan's note stands under another one."""

    async def run():
        async with new_familiar(home) as familiar:
            await familiar.record(Turn("1", WHEN, TAVERN, ROWAN, "I work at the records office."))
            await familiar.write()
            people = familiar.parts.paths.memory / "people"
            (people / "discord-42.md").rename(people / name)
            checks = run_checks(familiar, await familiar.settle())
            return [f for check in checks if check.name == "aliases" for f in check.findings]

    return asyncio.run(run())


def test_a_renamed_note_is_reported_with_its_owner(new_familiar, tmp_path):
    """With the name that makes it theirs again."""
    (found,) = findings(new_familiar, tmp_path, "Rowan.md")
    assert found.what.startswith("people/Rowan.md holds what discord-42 said")
    assert "rename it to people/discord-42.md" in found.mend
    assert not found.serious


def test_a_note_under_its_own_name_is_in_order(new_familiar, tmp_path):
    """Nothing to mend."""
    assert findings(new_familiar, tmp_path, "discord-42.md") == []
