"""What a note loses when somebody is forgotten, and what it keeps byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.traces import Traces
from familiar_memory.maintenance.belongings.links import LinksTo
from familiar_memory.maintenance.forget.redaction import NoteRedaction

ROWAN = Author("discord", "284619350177841152")
TAVERN, DM = "discord-lantern.tavern", "discord-dm-284619350177841152"
WHAT = Erasure(
    turns=frozenset({(TAVERN, "t1"), (DM, "r1")}),
    authors=frozenset({ROWAN}),
    paths=frozenset({"people/Rowan.md", f"channels/{DM}.md"}),
    places=frozenset({DM}),
    traces=Traces(
        ids=frozenset({ROWAN.slug, ROWAN.user_id, DM}),
        people=frozenset({ROWAN.slug}),
        links=frozenset({"rowan", ROWAN.slug}),
        refs=frozenset({"t1", "r1"}),
        leads=frozenset({("2026-02-02-evening", TAVERN)}),
        short=frozenset({"ok zanzibar"}),
    ),
)
SESSION = "sessions/2026-02-02-evening.md"
HEAD = (
    '---\ndate: 2026-02-02\npeople:\n  - "[[Rowan]]"\n  - "[[Zed]]"\n---\n# Monday\n\n'
    "## [[channels/discord-lantern.tavern|#tavern]]\n\n"
)


def redacted(path: str, text: str) -> str | None:
    """Once; twice is the same."""
    redaction = NoteRedaction(WHAT)
    data = redaction(path, text.encode())
    if data is not None:
        assert redaction(path, data) == data
    return None if data is None else data.decode()


@pytest.mark.parametrize(
    "gone",
    [
        "- [[Rowan]]: I moved to Oban. ^t1\n",
        "- [[people/Rowan|the captain]]: I moved to Oban. ^t77\n",
        f"- moved (2026-02-02, by:{ROWAN.slug})\n",
        "- Rowan has moved, it seems (2026-02-02, ref:t1)\n",
        f"- tall (2026-02-02, subject:{ROWAN.slug})\n",
        f"- told me (2026-02-02, ref:r1, in:{DM})\n",
        "[[Zed]] and [[Rowan]]; 2 messages, 19:00–19:05. ^lead-6bdc40\n",
        "- related to [[Rowan]], who said: ok zanzibar\n",
        f"- **Open, Rowan**: when? (ref:t9, by:{ROWAN.slug}) ^arc-0123456789\n",
        "- They spoke of boats. (ref:t2) ^summary-0123456789\n",
        "- **Themes**: boats (ref:t2) ^arc-0123456789\n",
        "- [[2026-02-02-evening#^t1|Rowan: I moved]]\n",
    ],
)
def test_what_is_of_somebody_goes_with_its_line(gone):
    """By tail, by link, by turn, by place, by what they said beside a link to them."""
    kept = "- [[Zed]]: I like tea. ^t2\n"
    text = HEAD + gone + kept if gone.startswith("-") else HEAD + gone + "\n" + kept
    left = redacted(SESSION, text)
    assert left is not None
    assert left.endswith(f"|#tavern]]\n\n{kept}")
    assert '"[[Zed]]"' in left and "Rowan" not in left


def test_what_another_left_open_stays():
    """Their own words, of a session in which somebody spoke who goes."""
    line = "- **Open, Zed**: when does it go? (ref:t2, by:discord-7) ^arc-0123456789\n"
    elsewhere = HEAD.replace("tavern", "hall") + "- Boats. (ref:t2) ^summary-0123456789\n"
    assert redacted(SESSION, HEAD + "- [[Rowan]]: I moved to Oban. ^t1\n" + line) == (
        HEAD.replace('  - "[[Rowan]]"\n', "") + line
    )
    assert redacted(SESSION, elsewhere) == elsewhere.replace('  - "[[Rowan]]"\n', "")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I saw [[Rowan]] today.\n", "I saw someone today.\n"),
        ("I saw [[Rowan|the captain]] and [[Zed]].\n", "I saw someone and [[Zed]].\n"),
        ("See [her](../people/Rowan.md).\n", "See someone.\n"),
        ("See [[../people/Rowan|her]], [[people/Zed]].\n", "See someone, [[people/Zed]].\n"),
        ("![[Rowan#Facts]]\n", "someone\n"),
        (
            "see [my boss][c] and [C][]\n\n[c]: ../people/Rowan.md 't'\n",
            "see someone and someone\n\n",
        ),
        (
            "[Boss], [x][boss].\n\n[boss]: <people/Rowan.md>\n[t]: t.md",
            "someone, someone.\n\n[t]: t.md",
        ),
        ("[Tea][t]\n\n[t]: tea.md\n[t]: people/Rowan.md\n", "[Tea][t]\n\n[t]: tea.md\n"),
        ("[c] [^1]\n\n[^1]: people/Rowan.md\n", "[c] [^1]\n\n[^1]: people/Rowan.md\n"),
        ("`[[Rowan]]`\r\n", "`someone`\r\n"),
        (f"hey <@{ROWAN.user_id}>!\n", "hey someone!\n"),
        (f"hey <@!{ROWAN.user_id}>, @{ROWAN.slug}\n", "hey someone, someone\n"),
        ("Rowan is a tree, too.\n", "Rowan is a tree, too.\n"),
        (f"{ROWAN.user_id}7 is another\n", f"{ROWAN.user_id}7 is another\n"),
        (f"{DM}7 is another\n", f"{DM}7 is another\n"),
        ("[[Rowanberry]] and [[topics/Rowan]]\n", "[[Rowanberry]] and [[topics/Rowan]]\n"),
        ("see [[2026-02-02-evening#^t2]]\n", "see [[2026-02-02-evening#^t2]]\n"),
        ("- works_at:: [[Rowan]] (2026-02-02)\n- x\n", "- x\n"),
        (
            "- has_pet:: cat of [[Rowan]] (2026-02-02)\n",
            "- has_pet:: cat of someone (2026-02-02)\n",
        ),
    ],
)
def test_what_others_wrote_loses_links_and_ids_and_nothing_else(text, left):
    """A bare name stays: others may bear it."""
    for path in ("topics/tea.md", "notes.md"):
        assert redacted(path, f"# Tea\n\n{text}") == f"# Tea\n\n{left}"


def test_a_line_that_lists_a_name_tells_of_a_place_that_stays():
    """By its label where the note has one; a name that is listed there already is not doubled."""
    head = (
        f'---\nid: discord-7\nplaces:\n  - "[[channels/{TAVERN}|#tavern]]"\n---\n## Aliases\r\n\r\n'
    )
    guest = "discord-lantern.hall"
    names = {("discord-7", "Bex", TAVERN), ("discord-7", "Bex", guest), ("discord-8", "Bex", "x")}
    what = replace(WHAT, traces=replace(WHAT.traces, names=frozenset(names)))
    redaction = NoteRedaction(what)

    def left(lines: str) -> str:
        data = redaction("people/Bex.md", f"{head}{lines}".encode())
        assert data is not None and redaction("people/Bex.md", data) == data
        return data.decode().removeprefix(head)

    assert left(f"- bex (in:{DM})\r\n- B\r\n") == (
        f"- Bex (in:{guest})\r\n- Bex (#tavern)\r\n- B\r\n"
    )
    assert left(f"- Bex (#tavern)\r\n- Bex (in:{DM})") == (f"- Bex (#tavern)\r\n- Bex (in:{guest})")
    assert left(f"- Robin (in:{DM})\r\n- B\r\n") == "- B\r\n"


def test_what_hangs_below_a_line_goes_with_it():
    """It has its audience from there: without it, it would be for everyone."""
    text = (
        f"# N\n\n- in confidence (2026-02-02, ref:r1, in:{DM})\n  - and this\n    1. and that\n"
        "- mine\n"
    )
    assert redacted("notes.md", text) == "# N\n\n- mine\n"


def test_the_section_of_a_place_goes_whole_and_one_that_is_emptied_goes_with_its_heading():
    """A heading says where, and when: of a place that goes, too much."""
    text = (
        f"# M\n\n## [[channels/{DM}|@rowan]]\n\n- [[Zed]]: hm ^x1\n\nProse.\n\n"
        "## [[channels/discord-lantern.tavern|#tavern]]\n\n- [[Rowan]]: hey ^t1\n\n"
        "## [[channels/discord-lantern.hall|#hall]]\n\n- [[Zed]]: tea ^z1\n"
    )
    left = "# M\n\n## [[channels/discord-lantern.hall|#hall]]\n\n- [[Zed]]: tea ^z1\n"
    assert redacted("sessions/2026-02-03-night.md", text) == left


def test_a_session_or_a_topic_of_nothing_else_goes_as_a_file():
    """Of any other note the rest stays, be it only its title: a person has made it."""
    gone = "- [[2026-02-02-evening#^t1|Rowan: I moved]]\n"
    assert redacted("topics/Oban.md", f"---\nid: oban\n---\n# Oban\n\n{gone}") is None
    assert redacted(SESSION, f"{HEAD}- [[Rowan]]: I moved ^t1\n") is None
    assert redacted("notes.md", f"# Oban\n\n{gone}") == "# Oban\n\n"


@pytest.mark.parametrize(
    ("head", "left"),
    [
        ('people: ["[[Zed]]", "[[Rowan]]"]\n', 'people: ["[[Zed]]"]\n'),
        ('people: ["[[Rowan]]", "[[Zed]]"]\n', 'people: ["[[Zed]]"]\n'),
        ('people: ["[[Rowan]]"]\n', "people: []\n"),
        (f'places:\n- "[[channels/{DM}|@rowan]]"\n- x\n', "places:\n- x\n"),
        (f"owner: {ROWAN.slug}\nx: 1\n", "owner: someone\nx: 1\n"),
        ('friend: "[[Rowan]]"\n', 'friend: "someone"\n'),
        ("visibility: owner\n", "visibility: owner\n"),
    ],
)
def test_properties_lose_items_and_no_other_byte(head, left):
    """However the list is written."""
    body = "# Tea\r\n\r\n- warm  \r\n"
    assert redacted("topics/tea.md", f"---\n{head}---\n{body}") == f"---\n{left}---\n{body}"


def test_a_note_that_holds_nothing_of_it_is_not_even_parsed(monkeypatch):
    """Most of a large tree is of others."""
    from familiar_memory.maintenance.forget import redaction

    monkeypatch.setattr(redaction, "parse_note", None)
    assert redacted("topics/tea.md", "# Tea\n\n- warm ^t2\n") == "# Tea\n\n- warm ^t2\n"


@pytest.mark.parametrize("text", ["", "\n", "---\ndate: 2026-02-02\n---\n"])
def test_a_note_in_which_nothing_stands_keeps_nobody_from_forgetting(text):
    """An empty file, or one of properties alone, is left as it is."""
    line = Erasure(traces=Traces(records=frozenset({"Likes tea"})))
    assert NoteRedaction(line)("notes.md", text.encode()) == text.encode()


def test_a_forgotten_line_goes_with_a_tail_that_cannot_be_read():
    """A label whose legend somebody broke makes a tail part of the text; other lines stay."""
    said = "prefers clockwork badgers to kettles"
    redaction = NoteRedaction(Erasure(traces=Traces(records=frozenset({said}))))
    text = f"# T\n\n- {said} (2026-03-01, @dm-42)\n- ~~{said} (2026-02-30)~~\n- {said}ish (x)\n"
    left = redaction("topics/t.md", text.encode())
    assert left == f"# T\n\n- {said}ish (x)\n".encode()


@pytest.mark.parametrize(
    ("detail", "goes"),
    [
        ("link 1: Rowan", True),
        ("link 2: people/rowan", True),
        ("instead of 1: old/Rowan", True),
        ("deleted: crew/Rowan.md", True),
        ("link 1: Rowanberry", False),
        ("section: Rowan", False),
    ],
)
def test_a_proposal_goes_that_names_a_link_to_somebody(detail, goes):
    """Wherever their note stood; a bare name elsewhere may be a tree."""
    text = (
        "## Open\n\n- [ ] links to it become plain words ^p1fcc4c3cb3\n  - unlink in: a.md\n"
        f"  - {detail}\n  - audience: everyone\n"
    )
    assert redacted("review.md", text) == ("## Open\n\n" if goes else text)


@pytest.mark.parametrize(
    "link", ["[[Ren\u00e9]]", "[[../people/Rene\u0301|him]]", "[x](/people/REN\u00c9.md)"]
)
@pytest.mark.parametrize("name", ["ren\u00e9", "rene\u0301"])
def test_a_link_is_known_in_whatever_unicode_form(link: str, name: str) -> None:
    """One disk composes the letters of a name and another does not; links are typed either way."""
    links = LinksTo(frozenset({name}), [f"people/{name}.md"])
    assert links.replaced(f"I saw {link}.") == "I saw someone."
