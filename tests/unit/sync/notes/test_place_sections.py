"""What stands under the heading of a place is for that place."""

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.notes.document import NoteParser

READER = NoteParser()


@pytest.mark.parametrize(
    ("path", "heading", "audience"),
    [
        ("sessions/2026-02-02-evening.md", "discord-dm-42", "discord-dm-42"),
        ("sessions/2026-02-02-evening.md", "discord-dm-42 (the long one)", "discord-dm-42"),
        ("days/2026-02-02.md", "discord-lantern.tavern", "discord-lantern.tavern"),
        ("sessions/2026-02-02-evening.md", "Afterwards", "everyone"),
        ("topics/how-to.md", "how-to", "everyone"),
    ],
)
def test_a_line_without_in_belongs_to_the_place_above_it(path, heading, audience):
    """In sessions and days; elsewhere a heading that looks like a place is a heading."""
    document = READER.read(path, f"# T\n\n## {heading}\n\nWritten by hand.\n\n- A bullet\n", "d")
    assert [p.audience for p in document.passages] == [audience, audience]


@pytest.mark.parametrize("way", ["", "/", "./", "../", "../../"])
@pytest.mark.parametrize("note", ["people/discord-42.md", "topics/tea.md", "notes.md"])
def test_a_heading_that_links_to_a_place_means_it_from_wherever_the_link_counts(note, way):
    """Editors that are set to relative paths write it anew: that opens nothing to others."""
    heading = f"[[{way}channels/discord-lantern.cellar|#cellar]]"
    (line,) = READER.read(note, f"# T\n\n## {heading}\n\n- A bullet\n", "d").passages
    assert line.audience == "discord-lantern.cellar"


DM = "discord-dm-7"
PLAINLY = [
    *("## discord-dm-7", "## discord-dm-7 ##", "##\tdiscord-dm-7", "discord-dm-7\n---"),
    *("## **discord-dm-7**", "## `discord-dm-7`", "## _discord-dm-7_", "## ~~discord-dm-7~~"),
    *("## [[discord-dm-7]]", "## [discord-dm-7](x.md)", "## [[channels/discord-dm-7.md|them]]"),
    *("## discord-dm-7:", "## discord-dm-7, evening", "## discord-dm-7.", "## discord-dm-7/"),
    *("## discord-dm-7 (evening)", "## discord-dm-7 - evening", "## discord-dm-7\u200b"),
    *("## discord\\-dm\\-7", "## discord&#45;dm&#45;7", "## discord\u2011dm\u20117"),
    *("## discord\u2013dm\u20137", "## DISCORD-DM-7", "## <b>discord-dm-7</b>"),
    *("## #discord-dm-7", "## DM discord-dm-7", "## in:discord-dm-7", "## \U0001f512 discord-dm-7"),
    *("### discord-dm-7", "# discord-dm-7", "> ## discord-dm-7", "##discord-dm-7"),
    *("<h2>discord-dm-7</h2>", "<h3 id='a'>\ndiscord-dm-7\n</h3>", "**discord-dm-7**:"),
    "- ### discord-dm-7",
]
NEARLY = [
    *("## discord_dm_7", "## discord--dm--7", "## Discord DM 7", "## discord/dm/7"),
    *("## disc\u043erd-dm-7", "## discord-dm-7 and discord-dm-8", "## discord\u2014dm\u20147"),
]
NO_PLACE = ["## Follow up", "### A follow-up", "### how-to", "## Owner's manual", "## The owner"]


@pytest.mark.parametrize("folder", ["days", "sessions"])
@pytest.mark.parametrize(
    ("heading", "audience"),
    [
        *((heading, DM) for heading in PLAINLY),
        *((heading, "owner") for heading in (*NEARLY, "## owner", "### **Owner**:")),
        *((heading, "everyone") for heading in NO_PLACE),
        ("## discord-dm7", "discord-dm7"),
        ("## discord-private-l.mods:", "discord-private-l.mods"),
        ("## discord-dm-7\n\n### Topic", DM),
        ("### discord-dm-7\n\n#### Topic", DM),
        ("## discord-dm-7 (in:everyone)", DM),
    ],
)
def test_however_a_heading_names_a_place_what_is_under_it_stays_there(folder, heading, audience):
    """What is nearly a place is the owner's, and doctor hears of it."""
    text = f"# T\n\nOpen.\n\n{heading}\n\nWritten.\n\n- A bullet\n"
    document = READER.read(f"{folder}/2026-02-02.md", text, "d")
    told = {p.text: p.audience for p in document.passages}
    assert {told["Written."], told["A bullet"]} == {audience}
    assert told["Open."] == "everyone"
    assert any("nearly a place" in said for said in document.problems) is (heading in NEARLY)


def test_a_title_that_is_a_place_limits_the_note():
    """All of it stands under the title."""
    document = READER.read("days/2026-02-02.md", f"# {DM}\n\nA\n\n## Later\n\nB\n", "d")
    assert {p.audience for p in document.passages} == {DM}


def test_the_next_heading_ends_it():
    """Of the same level or a higher one; under two places nobody is in both."""
    text = f"### {DM}\n\nA\n\n### Later\n\nB\n\n##{DM}\n\nC\n\n## Last\n\nD\n"
    document = READER.read("days/2026-02-02.md", text, "d")
    assert [p.audience for p in document.passages if len(p.text) == 1] == [
        *(DM, "everyone", DM, "everyone")
    ]
    below = READER.read("days/x.md", f"## discord-l.tavern\n\n### {DM}\n\nA\n", "d")
    assert [p.audience for p in below.passages] == ["owner"]


@pytest.mark.parametrize("heading", ["### discord-dm-7", "##discord-dm-7", "# discord_dm_7"])
def test_elsewhere_it_is_a_heading_like_any_other(heading):
    """Only sessions and days are cut by place."""
    document = READER.read("topics/x.md", f"# T\n\n{heading}\n\nA\n", "d")
    assert {p.audience for p in document.passages} == {"everyone"}


SIGNS = ["", " ", "*", "**", "`", "_", "~~", "#", ":", ".", ",", "(", ")", "[", "]", "!"]
BEFORE = st.lists(st.sampled_from([*SIGNS, "in:", "DM "]), max_size=3)
BEHIND = st.lists(st.sampled_from([*SIGNS, " in", ", late"]), max_size=3)
DASH = st.sampled_from([*"-_\u2010\u2011\u2012\u2013\u2212\uff0d", "\\-", "--", "&#45;"])
MARKS = st.sampled_from(["# ", "## ", "### ", "###### ", "##", "> ## ", "- ## ", "## The "])


@few_and_many(
    30,
    150,
    BEFORE,
    BEHIND,
    DASH,
    DASH,
    MARKS,
)
def test_a_place_in_any_dress_is_told_nowhere_else(before, behind, one, other, marks):
    """In the place, or to the owner alone."""
    place = f"{''.join(before)}discord{one}dm{other}7{''.join(behind)}"
    text = f"# T\n\n{marks}{place}\n\nWritten.\n"
    document = READER.read("days/2026-02-02.md", text, "d")
    told = next(p.audience for p in document.passages if p.text == "Written.")
    assert told in (DM, "owner"), text
