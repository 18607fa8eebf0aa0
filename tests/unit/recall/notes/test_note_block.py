"""A person's notes within a size: permitted lines, the head and the newest."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.notes.note_block import note_block

TAVERN = Viewer("discord-lantern.tavern")
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def shown(text, tokens=800, viewer=TAVERN):
    """A note as a viewer is shown it."""
    document = NoteParser().read("people/discord-42.md", text, "d")
    return note_block(document, viewer, tokens, NOW).text


def test_a_note_is_shown_as_sentences_with_their_days():
    """Facts in words; the struck, the expired and the private left out."""
    text = (
        "# Rowan\n\n## Aliases\n\n- Ro\n- Rowan\n\n## Facts\n\n"
        "- works_at:: Acme (2026-01-28, in:discord-lantern.tavern)\n"
        "- ~~works_at:: Initech (2024-03-02, until 2026-01-28)~~\n"
        "- is ill (2026-01-01, expires:2026-02-01)\n"
        "- hates her boss (2026-02-03, in:discord-dm-42)\n"
        "- broken (2026-99-03, in:public)\n"
        "plain words\n"
    )
    # The last line is a lazy continuation of the broken one, so it is withheld too.
    assert shown(text) == "Rowan (also called Ro)\n- works at Acme (2026-01-28)"
    assert "hates her boss" in shown(text, viewer=Viewer())


def test_a_fact_that_was_told_in_two_rooms_is_shown_once():
    """Its newest line; where one of them is struck, or may not be seen, the other."""
    wide, narrow = (
        "birthday:: 1 March (2026-02-10, ref:t1)",
        "birthday:: 1 march (2026-02-16, ref:t2, in:discord-lantern.tavern)",
    )
    abroad, told = Viewer("discord-abroad.hall"), "their birthday is 1 March"

    def note(*lines):
        return "# Gus\n\n" + "".join(f"- {line}\n" for line in lines)

    both = note(wide, narrow)
    assert shown(both) == "Gus\n- their birthday is 1 march (2026-02-16)"
    assert shown(both, viewer=abroad) == f"Gus\n- {told} (2026-02-10)"
    assert shown(note(f"~~{wide}~~", narrow)) == shown(both)
    assert shown(note(f"~~{wide}~~", narrow), viewer=abroad) == ""
    assert shown(note(wide, f"~~{narrow}~~")) == shown(both, viewer=abroad)
    block = note_block(NoteParser().read("people/discord-42.md", both, "d"), TAVERN, 800, NOW)
    assert (block.numbers, block.is_whole) == (frozenset({3, 4}), True)
    since = both.replace("(2026-02-16,", "(2026-02-16, since 2020,")
    assert shown(since).count("birthday") == 2


def test_nothing_permitted_is_nothing_shown():
    """Not even the title."""
    assert shown("# Rowan\n\n- secret (2026-02-03, in:discord-dm-42)\n") == ""


def test_the_head_and_the_newest_stay():
    """Whatever is between is marked."""
    lines = "".join(f"- line {n} {'x' * 60} (2026-01-{n:02})\n" for n in range(1, 31))
    found = shown(f"# Rowan\n\n- who she is\n{lines}", 200).splitlines()
    assert found[:2] == ["Rowan", "- who she is"]
    assert "[…]" in found and found[-1].startswith("- line 30")


def test_newest_is_by_date_not_by_place():
    """An old line added last is still old."""
    lines = "".join(f"- line {n} {'x' * 60} (2026-01-{31 - n:02})\n" for n in range(1, 31))
    found = shown(f"# Rowan\n\n- who she is\n{lines}", 120)
    assert "line 1 " in found and "line 30 " not in found


def test_one_endless_paragraph_is_cut_not_lost():
    """Plain prose is a person's note, too."""
    found = shown("# Rowan\n\n" + "She likes tea. " * 2_000, 100)
    assert found.startswith("Rowan\n- She likes tea.") and estimate_tokens(found) <= 100
    found = shown("# Rowan\n\n" + "She likes tea. " * 2_000 + "\n\nShe moved.\n", 100)
    assert "She moved." in found


def test_scripts_without_spaces_are_sized_by_what_they_cost():
    """A character is a token there."""
    lines = "".join(f"- {'漢字' * 30} (2026-01-{n:02})\n" for n in range(1, 31))
    assert estimate_tokens(shown(f"# はるか\n\n{lines}", 300)) <= 300


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.text(st.sampled_from("ab 漢.<\n"), max_size=4), st.integers(1, 300)),
        max_size=9,
    ),
    st.lists(st.text("abc 漢", min_size=1, max_size=40), max_size=30),
    st.integers(24, 400),
)
def test_no_note_is_larger_than_it_may_be(lines, names, tokens):
    """However many lines and names it has, and however long they are."""
    aliases = "".join(f"- {' '.join(name.split()) or 'x'}\n" for name in names)
    body = "".join(f"- z{' '.join(text.split()) * size}\n" for text, size in lines)
    found = shown(f"# Rowan\n\n## Aliases\n\n{aliases}\n## Facts\n\n{body}", tokens)
    assert estimate_tokens(found) <= tokens
    # Neither names nor a line of any length leave it without a fact.
    assert ("\n- " in found) == bool(body)
