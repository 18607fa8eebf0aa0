"""However lines are merged, merged again and taken apart: as of any day each is told once."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from few_and_many import few_and_many
from hypothesis import strategies as st
from merging_nights import NOTE, Merging, merging, note_of

from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.past.notes_then import as_known

_SAID = "Paints the garden door with Bex"
_WORDS = ("", " tonight", " today", " tonight again", " outside", " tonight outside")
_PLACES = ("discord-lantern.tavern", "discord-dm-42", "owner")
_LINES = st.lists(
    st.tuples(st.sampled_from(_WORDS), st.integers(1, 28), st.sampled_from(_PLACES)), max_size=5
)
_NIGHTS = st.lists(st.tuples(_LINES, st.none() | st.integers(0, 5)), min_size=1, max_size=4)
"""What is written before a night, and which of the merged lines a person deletes before that."""


def _delete(tree: Merging, number: int) -> None:
    """Take out one of the lines that stand for others, as an editor does."""
    lines = tree.text().splitlines()
    merged = [one for one in lines if "source:consolidation" in one and "~~" not in one]
    if merged:
        lines.remove(merged[number % len(merged)])
        (tree.store.root / NOTE).write_text("\n".join(lines) + "\n", "utf-8")


def _told(text: str, day: int) -> Counter[tuple[str, str]]:
    """(audience, turn) of all that is told as of the end of a day, as often as it is."""
    document = NoteParser().read(NOTE, text, "")
    moment = datetime(2026, 1, day, 23, 59, tzinfo=UTC)
    known = as_known(document, moment, is_attested=False).passages
    return Counter((one.audience, ref) for one in known if not one.retired for ref in one.refs)


@few_and_many(30, 300, _NIGHTS, st.integers(2, 5))
def test_as_of_any_day_each_turn_is_told_by_one_line(tmp_path_factory, nights, most):
    """By its own line until another one speaks, and to those who heard it, night after night."""
    known: list[tuple[int, str, str]] = []
    with merging(tmp_path_factory.mktemp("tree")) as tree:
        tree.settings = ConsolidationSettings(max_cluster_size=most)
        tree.store.write_file(NOTE, note_of([]))
        for number, (lines, deleted) in enumerate(nights):
            written = tree.text()
            for words, day, place in lines:
                ref = f"t{len(known)}"
                known.append((day, place, ref))
                tail = f"2026-01-{day:02}, ref:{ref}, by:discord-42, in:{place}"
                written += f"- {_SAID}{words} ({tail})\n"
            tree.store.write_file(NOTE, written)
            if deleted is not None:
                _delete(tree, deleted)
            tree.night(batch=str(number))
            for asked in range(1, 29):
                wanted = Counter((place, ref) for day, place, ref in known if day <= asked)
                assert _told(tree.text(), asked) == wanted, tree.text()
