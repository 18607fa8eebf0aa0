"""What the labels of places mean in a note: one place each, or none for sure."""

from __future__ import annotations

import pytest

from familiar_memory.markdown.record.legend import legend_entry, legend_of
from familiar_memory.markdown.tree import parse_note

TAVERN, DM = "discord-lantern.tavern", "discord-dm-9001"


def test_a_label_means_the_place_of_its_entry() -> None:
    """Whichever Unicode form its letters have, also where the same is said again."""
    entry = legend_entry("#café", TAVERN)
    legend = legend_of({"places": [entry, entry]})
    assert (legend.place("#café"), legend.place("#cafe\u0301")) == (TAVERN, TAVERN)
    assert legend.label(TAVERN) == "#café"


@pytest.mark.parametrize("way", ["/", "./", "../", "../../"])
def test_an_entry_may_count_from_its_note(way: str) -> None:
    """As an editor writes it that is set to relative paths."""
    assert legend_of({"places": [f"[[{way}channels/{DM}|@rowan]]"]}).place("@rowan") == DM


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(legend_entry("#here", DM), id="of another place"),
        pytest.param("[[channels/nowhere|#here]]", id="of no place"),
        pytest.param("#here is the tavern", id="that cannot be read"),
        pytest.param({"#here": DM}, id="that is no text"),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_label_with_a_second_entry_means_no_place(second: object, is_first: bool) -> None:
    """Whichever comes first; the others keep their meaning, and none is given to it any more."""
    entries = [legend_entry("#here", TAVERN), second]
    other = legend_entry("@rowan", DM)
    legend = legend_of({"places": [*(reversed(entries) if is_first else entries), other]})
    assert (legend.place("#here"), legend.label(TAVERN)) == (None, None)
    assert legend.place("@rowan") == DM
    assert legend.with_label("#here", TAVERN) is None


def test_a_line_with_a_label_of_two_places_is_of_neither() -> None:
    """It is damaged, and so known to nobody but the owner."""
    text = (
        f'---\nid: discord-42\nplaces:\n  - "{legend_entry("#here", TAVERN)}"\n'
        f'  - "{legend_entry("#here", DM)}"\n---\n\n- plays:: the banjo (2026-02-03, #here, m7)\n'
    )
    (record,) = [b.record for b in parse_note(text, path="people/Rowan.md").blocks if b.record]
    assert record.damaged
