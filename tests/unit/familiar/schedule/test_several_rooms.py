"""A chat over several rooms becomes notes by itself: what is held, kept, and for whom it is."""

from __future__ import annotations

import pytest
from several_rooms import CELLAR, DM, GUS, ROWAN, TAVERN, Rooms, idle, tree_of

from familiar_memory import RecallRequest

IN_TAVERN = (
    (TAVERN, ROWAN, "Hello"),
    (TAVERN, ROWAN, "I work at the county records office."),
    (TAVERN, ROWAN, "I prefer small dances, since it keeps happening."),
    (TAVERN, ROWAN, "Another evening at the allotment, mud to the knees."),
)
ELSEWHERE = (
    (DM, ROWAN, "Good evening"),
    (DM, ROWAN, "I love rhubarb pie."),
    (DM, ROWAN, "I prefer quiet mornings, since it keeps happening."),
    (CELLAR, GUS, "hey"),
    (CELLAR, GUS, "I live in Durham."),
    (CELLAR, GUS, "I prefer locked doors, since it keeps happening."),
)
AGAIN = (
    (TAVERN, ROWAN, "Small dances, please, I said."),
    (TAVERN, ROWAN, "This evening the allotment needs water."),
    (CELLAR, GUS, "Quiet mornings are fine too, and an allotment in the evening."),
)
GUESS = {
    "op": "state",
    "aspect": "who",
    "text": "Rowan has an allotment.",
    "quote": "evening at the allotment",
    "certainty": "inferred",
}
ITEMS = {IN_TAVERN[3][2]: [GUESS]}

ROWANS = """\
---
id: discord-42
tags:
  - person
first_seen: 2026-02-02
heard_as:
  - Rowan
places:
  - "[[channels/discord-lantern.tavern|#tavern]]"
  - "[[channels/discord-dm-42|@dm-42]]"
---

## Aliases

- Rowan (#tavern)
- Rowan (@dm-42)

## Facts

- works_at:: county records office (2026-02-02, #tavern, m2)
- loves:: rhubarb pie (2026-02-02, @dm-42, m6)
"""
KEPT_DANCES = """
## Preferences

- “I prefer small dances” (2026-02-02, #tavern, m3)
"""
KEPT_GUESS = """
## About

- Rowan has an allotment. (2026-02-02, #tavern, m4, source:inferred, \
quote:"evening at the allotment")
"""
GUSES = """\
---
id: discord-7
tags:
  - person
first_seen: 2026-02-02
places:
  - "[[channels/discord-private-lantern.cellar|#cellar]]"
---

## Aliases

- Gus (#cellar)

## Facts

- lives_in:: Durham (2026-02-02, #cellar, m9)
"""
HEAD = """\
# Review

Proposals that wait for you. Tick a line, and what it says is done; strike or delete it to
reject it. A line that is to be written may be reworded before you tick it. `familiar review`
does the same in the terminal.
"""
ROWANS_FILE = "people/Rowan.md <!-- people/discord-42.md -->"
FEARED = "what somebody fears of themselves is kept only when it is said again"
GUESSED = "nobody has said it in so many words"
TWICE = "kept at the end of the session: said in 2 messages"


def item(line: str, whose: str, section: str, said: str, why: str, where: str) -> str:
    """A line of the list with its details."""
    return (
        f"- [{'x' if why == TWICE else ' '}] {line}\n  - add to: {whose}\n"
        f"  - section: {section}\n  - said: {said}\n  - why: {why}\n  - audience: {where}\n"
    )


def dances(why: str) -> str:
    """What is held in the tavern."""
    line = (
        "“I prefer small dances” (2026-02-02, ref:m3, by:discord-42, in:discord-lantern.tavern)"
        " ^p406ade4653"
    )
    return item(line, ROWANS_FILE, "Preferences", IN_TAVERN[2][2], why, "discord-lantern.tavern")


def guess(why: str) -> str:
    """What a model concludes there."""
    line = (
        "Rowan has an allotment. (2026-02-02, ref:m4, by:discord-42, in:discord-lantern.tavern,"
        ' source:inferred, quote:"evening at the allotment") ^pf2efeb877f'
    )
    return item(
        line, ROWANS_FILE, "About", "evening at the allotment", why, "discord-lantern.tavern"
    )


MORNINGS = item(
    "“I prefer quiet mornings” (2026-02-02, ref:m7, by:discord-42, in:discord-dm-42) ^pb76dff34bf",
    ROWANS_FILE,
    "Preferences",
    ELSEWHERE[2][2],
    FEARED,
    "discord-dm-42",
)
DOORS = item(
    "“I prefer locked doors” (2026-02-02, ref:m10, by:discord-7,"
    " in:discord-private-lantern.cellar) ^p5e9fa29b45",
    "people/discord-7.md",
    "Preferences",
    ELSEWHERE[5][2],
    FEARED,
    "discord-private-lantern.cellar",
)


def expected(with_model: bool) -> tuple[dict[str, str], dict[str, str]]:
    """The notes of people and the list, before the tavern's session ends and after."""
    waits = [dances(FEARED), *([guess(GUESSED)] if with_model else ()), MORNINGS, DOORS]
    before = {
        "people/Rowan.md": ROWANS,
        "people/discord-7.md": GUSES,
        "review.md": f"{HEAD}\n## Open\n\n{''.join(waits)}",
    }
    kept = [dances(TWICE), *([guess(TWICE)] if with_model else ())]
    after = before | {
        "people/Rowan.md": ROWANS + KEPT_DANCES + (KEPT_GUESS if with_model else ""),
        "review.md": f"{HEAD}\n## Open\n\n{MORNINGS}{DOORS}\n## Accepted\n\n{''.join(kept)}",
    }
    return before, after


def people_and_list(home):
    """What is expected of the tree, whole."""
    found = tree_of(home).items()
    return {path: text for path, text in found if path.startswith(("people/", "review"))}


def lived(home, items, only):
    """What is known in the tavern after that: its note, what is recalled, and the model's pages."""
    rooms = Rooms(home, items)
    recalled = []

    async def talk(familiar):
        await rooms.say(familiar, *IN_TAVERN, *ELSEWHERE, *AGAIN, only=only)
        await familiar.end_session()
        await familiar.settle()
        context = await familiar.recall(RecallRequest("dances, pie, doors", GUS, TAVERN))
        recalled.append(context.render())

    rooms.live(talk)
    note = tree_of(home)["sessions/2026-02-02-evening.md"]
    heard = [text for place, _, text in (*IN_TAVERN, *AGAIN) if place == TAVERN]
    pages = [page for page in rooms.asked if any(text in page for text in heard)]
    return note, *recalled, pages


both = pytest.mark.parametrize("items", [None, ITEMS], ids=["no model", "a model"])


@pytest.mark.long
@both
def test_what_is_held_waits_in_the_list_until_its_session_ends(tmp_path, items):
    """The scheduler writes; what others say elsewhere, and in other rooms, bears nothing out."""
    rooms = Rooms(tmp_path / "home", items)
    seen = []

    async def talk(familiar):
        await rooms.say(familiar, *IN_TAVERN, *ELSEWHERE)
        seen.append(people_and_list(tmp_path / "home"))
        await rooms.say(familiar, *AGAIN)
        seen.append(people_and_list(tmp_path / "home"))
        ended = await familiar.end_session(TAVERN, reason="voice_disconnect")
        seen.append(people_and_list(tmp_path / "home"))
        assert (ended.is_complete, ended.held.waiting, ended.held.problem) == (True, (), "")

    rooms.live(talk)
    before, after = expected(items is not None)
    # Closing ends the other sessions too; nothing bears out what waits there.
    assert [*seen, people_and_list(tmp_path / "home")] == [before, before, after, after]


@pytest.mark.long
@both
def test_a_process_that_dies_in_the_middle_changes_nothing_of_the_end(tmp_path, items):
    """What was held stands in the list after it, and the notes end as if nothing had been."""
    rooms = Rooms(tmp_path / "home", items)

    async def talk(familiar):
        await rooms.say(familiar, *IN_TAVERN, *ELSEWHERE)
        rooms.leave(tmp_path / "killed")
        await rooms.say(familiar, *AGAIN)

    async def looks(familiar):
        assert people_and_list(tmp_path / "killed") == expected(items is not None)[0]

    async def goes_on(familiar):
        await idle(familiar)
        assert people_and_list(tmp_path / "killed") == expected(items is not None)[0]
        await later.say(familiar, *AGAIN)

    rooms.live(talk)
    later = Rooms(tmp_path / "killed", items, said=len(IN_TAVERN + ELSEWHERE))
    later.live(looks, auto_write=False)
    later.live(goes_on)
    assert tree_of(tmp_path / "killed") == tree_of(tmp_path / "home")


@pytest.mark.long
@both
def test_what_is_said_elsewhere_does_not_exist_in_a_room(tmp_path, items):
    """Its own note, what is recalled in it, and what the model is shown of it are as without."""
    all_of_it, alone = (lived(tmp_path / f"{only is None}", items, only) for only in (None, TAVERN))
    assert all_of_it == alone
    note, recalled, pages = all_of_it
    assert "records office" in note
    assert "small dances" in recalled
    assert len(pages) == (0 if items is None else 5)
