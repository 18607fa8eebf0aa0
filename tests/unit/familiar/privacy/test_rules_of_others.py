"""A rule of conduct for somebody else, and one that is archived, are found by the owner alone."""

from __future__ import annotations

from familiar_memory import Author, Place, RecallRequest

ZED = Author("discord", "733912345678901234", "Zed")
HALL = Place("discord", "hall", "otherguild", name="hall")
RULES = """# Rules

## Active

- Be terse about the divorce (2026-02-02) ^r1
- For [[Rowan]]: never mention the divorce (2026-02-02) ^r2

## Archived

- ~~Mention the divorce at length (2026-01-02, until 2026-02-02)~~ ^r3
"""


async def test_a_guest_finds_only_the_rules_for_everybody(new_familiar, tmp_path):
    """The owner finds all that are not over."""
    async with new_familiar(tmp_path) as familiar:
        familiar.store.write_file("self/rules.md", RULES)
        await familiar.settle()
        guest = await familiar.search(RecallRequest("mention the divorce", ZED, HALL))
        owner = await familiar.search("mention the divorce")
        assert [hit.text for hit in guest.hits] == ["Be terse about the divorce"]
        assert "For Rowan: never mention the divorce" in [hit.text for hit in owner.hits]
