"""Who is who: doctor says what the notes of people leave open."""

import pytest
from doctor_findings import WHEN, findings, looked_at
from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn

MIRA = "# Mira\n\n- plays the cello\n"


@pytest.mark.long
def test_a_name_of_two_people_is_answered_with_the_line_that_joins_them(new_familiar, tmp_path):
    """And once it stands, nothing is left to say."""
    notes = {"discord-88.md": MIRA, "twitch-9.md": MIRA}
    (found,) = findings(new_familiar, tmp_path / "a", notes)
    assert found.what == "'mira' is the name of several people: discord-88, twitch-9"
    line = "- same_as:: [Mira](twitch-9.md)"
    assert f"`{line}` in people/discord-88.md" in found.mend
    assert "if they are namesakes, leave it" in found.mend
    notes["discord-88.md"] += f"{line}\n"
    assert findings(new_familiar, tmp_path / "b", notes) == []


@pytest.mark.long
def test_namesakes_who_have_been_heard_are_nothing_to_mend(new_familiar, tmp_path):
    """Two people called Sam are told apart by their ids; one with two accounts can be joined."""
    sams = [Author("discord", "7", "Sam"), Author("twitch", "8", "Sam")]
    said = [Turn(f"s{n}", WHEN, TAVERN, one, "I live in Leeds.") for n, one in enumerate(sams)]
    check = looked_at(new_familiar, tmp_path, said=said)
    assert check.findings == ()
    line = "- same_as:: [Sam (2)](Sam%20%282%29.md)"
    assert check.facts == (
        "'sam' is the name of several people: discord-7, twitch-8;"
        f" if they are one, write `{line}` in people/Sam.md",
    )
    assert looked_at(new_familiar, tmp_path, check="identity").findings == ()


@pytest.mark.long
def test_those_joined_through_a_third_are_one_person_too(new_familiar, tmp_path):
    """Who is not joined is still another."""
    notes = {
        "discord-88.md": f"{MIRA}- same_as:: [M](irc-1.md)\n",
        "irc-1.md": "# Mirabelle\n\n- knits\n",
        "twitch-9.md": f"{MIRA}- same_as:: [[irc-1]]\n",
    }
    assert findings(new_familiar, tmp_path / "a", notes) == []
    notes["discord-5.md"] = MIRA
    (found,) = findings(new_familiar, tmp_path / "b", notes)
    assert found.what == "'mira' is the name of several people: discord-5, discord-88"


@pytest.mark.parametrize(
    ("said", "why", "line"),
    [
        ("twitch-9", "no link to a note", "[Mirabelle](twitch-9.md)"),
        ("twitch:9", "no link to a note", "[Mirabelle](twitch-9.md)"),
        ("Mirabelle", "no link to a note", "[Mirabelle](twitch-9.md)"),
        ("somebody", "no link to a note", "[NAME](SLUG.md)"),
        ("[x](../topics/tea.md)", "no link to a note", "[NAME](SLUG.md)"),
        ("[x](twitch-8.md)", "there is no people/twitch-8.md", "[NAME](SLUG.md)"),
    ],
)
def test_a_line_that_joins_nobody_is_reported(new_familiar, tmp_path, said, why, line):
    """With the line to write."""
    notes = {
        "discord-88.md": f"{MIRA}- same_as:: {said}\n",
        "twitch-9.md": "# Mirabelle\n\n- knits\n",
    }
    (found,) = findings(new_familiar, tmp_path, notes)
    assert found.what.startswith("people/discord-88.md:4: `same_as::` does not join anybody: ")
    assert why in found.what
    assert found.mend == f"write `- same_as:: {line}`"


def test_a_line_that_joins_somebody_is_in_order(new_familiar, tmp_path):
    """Also with one who has no note yet; and what a turn claims is no wiring."""
    notes = {
        "twitch-9.md": "# Mirabelle\n\n- same_as:: [Rowan](Rowan.md)\n"
        "- same_as:: Gus (2026-02-02, ref:m1, by:twitch-9)\n",
    }
    assert findings(new_familiar, tmp_path, notes) == []
