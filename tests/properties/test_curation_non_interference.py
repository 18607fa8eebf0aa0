"""A night lived twice, once without a direct message: the guild is asked and told the same."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from curated_notes import KEY, NIGHT, Curated, on
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.place import Place
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.markdown.audience.top_regions import top_regions
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.policies.talk import viewer_of_talk

_SAYS = ("likes tea", "plays the lute", "sails", "keeps bees")
_HEADINGS = ("About", "Plans", "Music")
Op = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """A bullet of the note: of a person (`who` is None), of the guild, or of the direct message."""

    section: str
    says: str
    place: Place | None

    @property
    def written(self) -> str:
        """As it stands in the note."""
        tail = f" (2026-02-02, ref:t1, by:{ROWAN.slug}, in:{self.place.slug})" if self.place else ""
        return f"- {self.says}{tail}"


@dataclass(frozen=True)
class Life:
    """What stands in the note, what the days say, and what is answered about each page."""

    lines: tuple[Line, ...]
    days: tuple[tuple[int, str, Place], ...]
    ops: tuple[Op, ...]


_places = st.sampled_from([None, TAVERN, TAVERN, DM, DM])
_note_lines = st.lists(
    st.builds(Line, st.sampled_from(_HEADINGS), st.sampled_from(_SAYS), _places), max_size=8
)
_days = st.lists(
    st.tuples(st.integers(2, 4), st.sampled_from(_SAYS), st.sampled_from([TAVERN, DM])),
    min_size=1,
    max_size=5,
)
_text = st.sampled_from(_SAYS)
_heading = st.sampled_from((*_HEADINGS, "Music (in:discord-lantern.tavern)"))
_sources = st.lists(st.sampled_from(["d1", "d2", "d3"]), min_size=1, max_size=2)
_op: st.SearchStrategy[Op] = st.one_of(
    st.fixed_dictionaries(
        {"op": st.just("append"), "heading": _heading, "line": _text, "from": _sources}
    ),
    st.fixed_dictionaries(
        {
            "op": st.just("add_heading"),
            "heading": _heading,
            "lines": st.lists(_text, min_size=1, max_size=2),
            "from": _sources,
        }
    ),
    st.fixed_dictionaries({"op": st.just("remove"), "heading": _heading, "match": _text}),
    st.fixed_dictionaries(
        {
            "op": st.just("replace"),
            "heading": _heading,
            "match": _text,
            "line": _text,
            "from": _sources,
        }
    ),
)
lives = st.builds(
    Life,
    _note_lines.map(tuple),
    _days.map(tuple),
    st.lists(_op, min_size=1, max_size=4).map(tuple),
)


def _without(life: Life) -> Life:
    return Life(
        tuple(one for one in life.lines if one.place is not DM),
        tuple(one for one in life.days if one[2] is not DM),
        life.ops,
    )


def _note(lines: Sequence[Line]) -> str:
    """Sections in the order of the headings; one without a bullet is not there."""
    text = f"---\nid: {ROWAN.slug}\n---\n# Rowan\n\n- a line of everybody's\n"
    for heading in _HEADINGS:
        own = [one.written for one in lines if one.section == heading]
        text += "\n".join([f"\n## {heading}\n", *own, ""]) if own else ""
    return text


def _lived(life: Life, *, has_model: bool) -> tuple[object, object, object]:
    """What the guild was asked, what it sees of the note by then, and what the log says of it."""
    with tempfile.TemporaryDirectory() as folder:
        curated = Curated(Path(folder))
        curated.put(KEY, _note(life.lines))
        for number, (day, says, place) in enumerate(life.days):
            curated.said(day, f"m{number}-{place.slug}", says, place=place)
        reaches = {place.slug for _, _, place in life.days}
        replies = [list(life.ops)] * len(reaches) if has_model else []
        curated.night(*replies, night=on(NIGHT, has_model=has_model))
        asked = curated.asked[-1] if TAVERN.slug in reaches and has_model else None
        entries = [one for one in curated.log.entries() if one["reach"] == "discord:lantern"]
        return asked, _seen(curated.read()), entries


def _seen(text: str) -> list[tuple[str, list[tuple[Record, str]]]]:
    viewer = viewer_of_talk(TAVERN.slug, AudiencePolicy.GUILD)
    return [
        (one.heading, [(line.standing.record, line.standing.audience) for line in one.lines])
        for one in top_regions(KEY, parse_note(text, path=KEY), "everyone", viewer)
    ]


@pytest.mark.long
@given(lives, st.booleans())
def test_what_a_direct_message_holds_changes_nothing_for_the_guild(
    life: Life, has_model: bool
) -> None:
    """Not what a model is shown, what becomes of each operation, nor what is seen afterwards."""
    # What the guild says comes first, so that its turns have the same refs in both.
    days = tuple(sorted(life.days, key=lambda one: one[2] is DM))
    life = Life(life.lines, days, life.ops)
    assert _lived(life, has_model=has_model) == _lived(_without(life), has_model=has_model)
