"""Rules of conduct among the memories that operations find."""

from __future__ import annotations

from familiars import put_notes
from tool_calls import Calls

_RULES = {
    "people/discord-42.md": "---\nid: discord-42\n---\n",
    "people/discord-43.md": "---\nid: discord-43\n---\n",
    "self/rules.md": (
        "# Rules\n\n## Active\n\n- Speak softly in the evening. (2026-02-28)\n"
        "- For [[discord-42|Rowan]]: speak of boats. (2026-02-28)\n"
        "- For [[discord-43|Bex]]: speak of trains. (2026-02-28)\n"
        "- For [[gone|Zed]]: speak of planes.\n"
        "\n## Archived\n\n- Speak of nothing. (2026-02-28)\n"
    ),
}
_FOR_ALL = "Speak softly in the evening."
_FOR_ROWAN, _FOR_BEX, _FOR_ZED = (
    "For Rowan: speak of boats.",
    "For Bex: speak of trains.",
    "For Zed: speak of planes.",
)


async def _found(calls, **more):
    recalled = (await calls("recall", **more))["results"]
    searched = (await calls("search", query="speak", topK=20, **more))["results"]
    return [
        sorted((one["content"], one["type"]) for one in found) for found in (recalled, searched)
    ]


async def test_a_rule_is_procedural_and_one_for_a_person_is_found_by_the_owner_alone(tavern):
    """Whoever it is for has it in the prompt. What is archived is found by nobody."""
    async with tavern() as calls:
        put_notes(calls.familiar.store.root, _RULES)
        await calls.familiar.settle()
        owner = Calls(calls.familiar, None, None)
        mine = [(_FOR_ALL, "procedural")]
        every = sorted((one, "procedural") for one in (_FOR_ALL, _FOR_ROWAN, _FOR_BEX, _FOR_ZED))
        assert await _found(calls) == [mine, mine]
        assert await _found(calls, type="procedural") == [mine, mine]
        assert await _found(owner) == [every, every]
        line = (await owner("recall"))["results"]
        of_bex = next(one["id"] for one in line if one["content"] == _FOR_BEX)
        answer = await calls("recall", id=of_bex)
        assert answer == await calls("recall", id=of_bex.rpartition("~")[0] + "~00000000") | {
            "id": of_bex
        }


async def test_rules_do_not_stand_before_the_newest_memories(tavern):
    """They are in every prompt anyway; where there is room, they come last."""
    rules = "".join(f"- Mind the rule {number} (2026-03-01)\n" for number in range(20))
    async with tavern() as calls:
        put_notes(calls.familiar.store.root, {"self/rules.md": f"# Rules\n\n## Active\n\n{rules}"})
        await calls.store("Rowan plays the viola.")
        newest = [one["content"] for one in (await calls("recall"))["results"]]
    assert newest[0] == "Rowan plays the viola."
    assert len(newest) == 20
