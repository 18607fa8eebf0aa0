"""Whatever a room settles, and whoever says of which kind it is: a line of a day says it once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.channels.proposing import room_proposals
from familiar_memory.maintenance.channels.settled.room_note import RoomNote
from familiar_memory.maintenance.channels.settled.shared_item import SharedItem, SharedKind
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import utterances

AT = datetime(2026, 2, 2, 18, tzinfo=UTC)
WORDS = st.lists(st.sampled_from(("we", "meet", "oak", "at noon", "sea")), min_size=1, max_size=4)
TEXTS = st.builds(
    lambda words, look, end: look(" ".join(words)) + end,
    WORDS,
    st.sampled_from((str, str.title, str.upper, lambda text: text.replace(" ", "  "))),
    st.sampled_from(("", ".", "!", " .", "…")),
)
ITEMS = st.lists(
    st.tuples(st.sampled_from(SharedKind), st.integers(0, 2), TEXTS, st.booleans()), max_size=6
)


@given(ITEMS)
def test_no_line_of_a_day_says_anything_twice(
    given_: Sequence[tuple[SharedKind, int, str, bool]],
) -> None:
    """And it says everything: each text stands in the line of its message, whole."""
    turns = [
        StoredTurn(number, Turn(f"t{number}", AT, TAVERN, ROWAN, "so it is"), "s")
        for number in range(3)
    ]
    said = utterances(turns, UTC)
    items = [
        SharedItem(kind, said[at], text, text, (f"t{at}", "t9") if more else (f"t{at}",))
        for kind, at, text, more in given_
    ]
    links = NoteLinks({}, {})
    proposed = room_proposals(
        TAVERN, items, (), RoomNote(TAVERN.slug), links, lambda line: None, lambda one: False
    )
    lines = {
        one.record.fields.refs[0]: one.record
        for one in proposed
        if isinstance(one, AddRecord) and one.path.startswith("days/")
    }
    assert set(lines) == {f"t{at}" for _, at, _, _ in given_}
    for ref, record in lines.items():
        parts = [normalised(one) for one in record.text.partition("]]: ")[2].split("; ")]
        for at, one in enumerate(parts):
            assert not any(f" {one} " in f" {other} " for other in parts[:at] + parts[at + 1 :])
        for _, at, text, _ in given_:
            if f"t{at}" == ref:
                assert any(f" {normalised(text)} " in f" {one} " for one in parts)
