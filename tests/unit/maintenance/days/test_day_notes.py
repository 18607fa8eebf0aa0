"""The lines of a day: where they stand, how they read, what they are merged with."""

from datetime import date

import pytest

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.knowledge.tree_rules import channel_of
from familiar_memory.maintenance.of_talk.day_notes import DayBullet, day_path, day_proposals
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.policy import closed_to_writers
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.writers.text.note_links import NoteLinks

TAVERN = Place("discord", "tavern", "lantern")
DM = Place("discord", "42", kind=PlaceKind.DM)
MODS = Place("discord", "mods", "lantern", private=True)
DAY = date(2026, 2, 2)
LABELS = PlaceLabels([TAVERN, DM])
LINKS = NoteLinks({}, {one.slug: LABELS.label(one.slug) or "" for one in (TAVERN, DM)})
BULLETS = (
    DayBullet(DAY, TAVERN, "The tavern closes on Fridays.", ("t1", "t2"), "discord-42", "work"),
    DayBullet(DAY, TAVERN, "[[Rowan]]: I love tea.", ("t7",), "discord-42", "personal"),
    DayBullet(DAY, TAVERN, "Rowan and Bex meet on Friday.", ("t1", "t3")),
)
WRITTEN = (
    "---\ndate: 2026-02-02\ntags:\n  - day\n---\n# Monday 2 February 2026\n\n"
    "## [[channels/discord-lantern.tavern|#tavern]]\n\n"
    "- The tavern closes on Fridays."
    " (ref:t1, ref:t2, by:discord-42, in:discord-lantern.tavern, topic:work)\n"
    "- [[Rowan]]: I love tea. (topic:personal) ^t7\n"
    "- Rowan and Bex meet on Friday. (ref:t1, ref:t3, in:discord-lantern.tavern)\n"
)


def _merged(text: str, *bullets: DayBullet, most: int = 40) -> tuple[str, list[str]]:
    rules = NoteRules(labels=LABELS)
    after, outcomes = merge(text, [*day_proposals(bullets, LINKS, most)], rules)
    added = [one for one in outcomes if isinstance(one.operation, AddRecord)]
    return after, [one.reason or one.verdict.value for one in added]


def test_a_day_has_a_title_a_heading_for_each_place_and_lines_with_their_source() -> None:
    """What the heading and the properties say is left out of a line that begins with who spoke."""
    assert _merged("", *BULLETS) == (WRITTEN, ["applied"] * 3)


def test_what_stands_there_is_merged_with_and_not_written_again() -> None:
    """The same bullets change nothing, and another one comes behind them."""
    more = DayBullet(DAY, TAVERN, "The heron has a name now.", ("t9",))
    assert _merged(WRITTEN, *BULLETS) == (WRITTEN, ["it is already there"] * 3)
    line = "- The heron has a name now. (ref:t9, in:discord-lantern.tavern)\n"
    assert _merged(WRITTEN, *BULLETS, more)[0] == WRITTEN + line


def test_a_line_that_a_person_has_rewritten_or_struck_stays_so() -> None:
    """The turn that it is of brings it back in no other words."""
    edited = WRITTEN.replace("closes on Fridays.", "stays open.").replace(
        "[[Rowan]]: I love tea.", "~~[[Rowan]]: I love tea.~~"
    )
    again = DayBullet(DAY, TAVERN, "On Fridays it is closed.", ("t1", "t2"), "discord-42")
    reasons = ["a person has rewritten it", "it was struck"]
    assert _merged(edited, again, BULLETS[1]) == (edited, reasons)


def test_windows_line_ends_and_a_persons_own_lines_stay() -> None:
    """Of a note that somebody began themselves, every byte is theirs."""
    mine = (
        "# My Monday\r\n\r\n## discord-lantern.tavern\r\n\r\n* swept the floor\r\n\r\n"
        "## Else\r\n\r\nrain\r\n"
    )
    after, reasons = _merged(mine, BULLETS[2])
    line = "- Rowan and Bex meet on Friday. (ref:t1, ref:t3, in:discord-lantern.tavern)"
    assert reasons == ["applied"]
    assert after.replace("\r\n", "\n") == mine.replace("\r\n", "\n").replace(
        "floor\n", f"floor\n{line.replace('- ', '* ', 1)}\n"
    )
    assert after.count("\n") == after.count("\r\n")


def test_a_place_that_has_enough_of_a_day_takes_no_more() -> None:
    """Other places of that day are not in its way."""
    other = DayBullet(DAY, DM, "Rowan is tired.", ("d1",))
    after, reasons = _merged(WRITTEN, DayBullet(DAY, TAVERN, "One more.", ("t9",)), other, most=3)
    assert reasons == ["the section is full", "applied"]
    assert after.startswith(WRITTEN)


@pytest.mark.parametrize(
    ("place", "path", "room"),
    [
        (TAVERN, "days/2026-02-02.md", None),
        (DM, "days/private/discord-dm-42/2026-02-02.md", "discord-dm-42"),
        (
            MODS,
            "days/private/discord-private-lantern.mods/2026-02-02.md",
            "discord-private-lantern.mods",
        ),
    ],
)
def test_what_was_said_in_private_has_a_note_of_its_own(
    place: Place, path: str, room: str | None
) -> None:
    """Its folder alone closes it, and writers may add to it."""
    assert day_path(DAY, place) == path
    assert channel_of(path) == room
    assert closed_to_writers(path, ()) is None


@pytest.mark.parametrize(
    "path",
    [
        "days/private/discord-lantern.tavern/2026-02-02.md",
        "days/private/2026-02-02.md",
        "days/private/discord-dm-42/2026-02-02-evening.md",
        "days/private/discord-dm-42/old/2026-02-02.md",
    ],
)
def test_no_writer_adds_to_any_other_file_among_the_private_days(path: str) -> None:
    """Nor in the folder of a room that is not private."""
    assert closed_to_writers(path, ()) is not None
