"""Whoever deletes a merged line has its originals back, whatever else the note says."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merging_nights import NOTE, Merging, line, merging

from familiar_memory.maintenance.sleep.step import StepReport, StepStatus
from familiar_memory.store.base import Cause

_SHORT = "Paints the garden door with Bex"
_FULL = f"{_SHORT} tonight"
_BACK = StepReport(StepStatus.DONE, {"restored": 2}, (NOTE,))
_NOTHING = StepReport(StepStatus.NOTHING)
_TAVERN = ", in:discord-lantern.tavern"


def _merge(tree: Merging, *others: str, more: str = "") -> None:
    tree.write(line(_SHORT, 1, more), line(_FULL, 2, more))
    assert tree.night(batch="first").counts == {"merged": 2, "added": 1}
    # They stand beside it, and are noted, before anybody deletes it.
    text = "\n".join([*tree.text().splitlines(), *others]) + "\n"
    tree.store.write_file(NOTE, text, cause=Cause("human"))


def _save(tree: Merging, lines: list[str]) -> None:
    """As an editor does."""
    (tree.store.root / NOTE).write_text("\n".join(lines) + "\n", "utf-8")


def _without_merged(tree: Merging) -> list[str]:
    return [one for one in tree.text().splitlines() if "source:consolidation" not in one]


def _again(text: str, more: str = _TAVERN) -> str:
    """A line of the same turns: what might be the merged one, had it not been for what it says."""
    return f"- {text} (2026-02-02, ref:t2, ref:t1, by:discord-42{more})"


@pytest.mark.parametrize(
    "other",
    [
        _again(f"{_FULL} and weeps", ", in:discord-dm-42"),
        f"- {_FULL} (in:owner)",
        _again(f"Never {_FULL.lower()}, and Gus does"),
        _again(f"{_FULL}?"),
        _again(f"Gus said: {_FULL.lower()}"),
        _again("Bex tonight with door garden the paints"),
        _again(f"[ ] {_FULL}"),
        _again(_FULL, f"{_TAVERN}, subject:Gus"),
        _again(_FULL, f"{_TAVERN}, type:procedural"),
        _again(_FULL, f"{_TAVERN}, expires:2026-02-20"),
        _again(_FULL, f"{_TAVERN}, expires:2026-09-01"),
        _again(_FULL, f"{_TAVERN}, temporary"),
        _again(_FULL, f"{_TAVERN}, until 2026-02-20"),
        _again(_FULL, f"{_TAVERN}, since 2027-01-01"),
        line(_FULL, 9, _TAVERN),
        f"- ~~{_FULL} (2026-02-09, in:discord-lantern.tavern)~~",
    ],
    ids=[
        *("of a direct message", "of the owner", "a denial", "a question", "of hearsay"),
        *("in another order", "a task", "of another", "of another type", "expired"),
        *("that expires", "temporary", "over", "to come", "of another turn", "struck"),
    ],
)
def test_no_line_that_says_something_else_keeps_them_away(tree, other):
    """The same words for others, of another, denied, or for less long are no merged line."""
    _merge(tree, other, more=_TAVERN)
    _save(tree, _without_merged(tree))
    assert tree.night(batch="second").counts["restored"] == 2
    assert {"ref:t1", "ref:t2"} <= set(_refs(tree, _TAVERN))


@pytest.mark.parametrize(
    "other",
    [
        _again(f"{_FULL} and weeps", ", in:discord-dm-42"),
        f"- {_FULL} (in:owner)",
        line(_FULL, 9, _TAVERN),
        "- Gus sells the boat on Friday\x0b and his\u2028 oars",
    ],
    ids=["of a direct message", "of the owner", "of another turn", "of another matter"],
)
def test_nor_does_one_that_is_added_as_the_merged_one_is_deleted(tree, other):
    """In one save: only what may be that line in other words is an edit of it."""
    _merge(tree, more=_TAVERN)
    _save(tree, [*_without_merged(tree), other])
    assert tree.night(batch="second").counts["restored"] == 2


def test_another_id_that_begins_like_that_of_the_merged_line_is_none_of_its(tree):
    """A person may have made a copy of it, or two lines of one id were told apart."""
    _merge(tree)
    (merged,) = (one for one in tree.text().splitlines() if "source:consolidation" in one)
    copy = f"- Gus sells the boat ^{merged.rpartition('^')[2]}-2"
    _save(tree, [*_without_merged(tree), copy])
    assert tree.night(batch="second") == _BACK


def _live(tree: Merging) -> list[str]:
    return [one for one in tree.text().splitlines() if one.startswith("- ") and "~~" not in one]


def _refs(tree: Merging, place: str) -> list[str]:
    """Of the lines that hold."""
    of_place = [one for one in _live(tree) if place in one and bool(place) == (", in:" in one)]
    told = [one for one in of_place if "until" not in one]
    return re.findall(r"ref:t\d+", " ".join(told))


@pytest.mark.parametrize(
    "reworded",
    [
        f"- {_FULL} and hums",
        f"- {_FULL} (2026-02-02, ref:t2, ref:t1, by:discord-42, seen:2)",
        f"- {_FULL} and hums (2026-02-02, ref:t2, ref:t1, by:discord-42, type:semantic)",
    ],
)
def test_a_merged_line_that_lost_its_id_still_speaks_for_them(tree, reworded):
    """A person has changed it, with or without its tail: it was not deleted."""
    _merge(tree, more=", type:semantic")
    changed = [reworded if "source:cons" in one else one for one in tree.text().splitlines()]
    _save(tree, changed)
    assert tree.night(batch="second") == _NOTHING
    assert tree.text().splitlines() == changed


def _of_no_turn(written: str) -> str:
    """As a tool keeps it."""
    return re.sub(r"ref:t\d, (by:[^,)]*)", r"\1, source:user-stated", written)


def _without_id(merged: str) -> str:
    return re.sub(r" \^\w+$", "", merged)


@pytest.mark.parametrize(
    "edit",
    [
        lambda merged: f"- ~~{_without_id(merged)[2:]}~~",
        lambda _: f"- ~~{_FULL}~~",
        lambda merged: _without_id(merged).replace("with Bex tonight", "with Gus"),
        lambda _: "- Paints the garden door with Gus",
        lambda _: f"- No longer {_FULL.lower()}",
        lambda merged: _without_id(merged).replace("(2026-02-02", "(2026-02-02, until 2026-02-20"),
        lambda merged: f"- [x] {_without_id(merged)[2:]}",
        lambda merged: f"1. {_without_id(merged)[2:]}?",
    ],
    ids=[
        *("struck", "struck, bare", "set right", "set right, bare", "denied, bare", "ended"),
        *("done", "asked"),
    ],
)
@pytest.mark.parametrize("turns", [True, False], ids=["of turns", "of none"])
def test_a_merged_line_that_a_person_struck_or_set_right_was_not_deleted(tree, edit, turns):
    """What they took to be wrong does not come back as true, that night or after another save."""
    lines = [line(_SHORT, 1), line(_FULL, 2)]
    tree.write(*(one if turns else _of_no_turn(one) for one in lines))
    assert tree.night(batch="first").counts == {"merged": 2, "added": 1}
    changed = [edit(one) if "source:cons" in one else one for one in tree.text().splitlines()]
    _save(tree, changed)
    assert "restored" not in tree.night(batch="second").counts
    tree.store.write_file(NOTE, f"{tree.text()}- Sings\n", cause=Cause("human"))
    assert "restored" not in tree.night(batch="third").counts
    assert tree.text().splitlines() == [*changed, "- Sings"]


@pytest.mark.parametrize(
    "other",
    [
        "- Sings in a choir",
        "- Weeps tonight",
        line(_FULL, 9),
        f"- ~~{_FULL} (2026-02-09, ref:t9)~~",
    ],
)
def test_what_comes_in_as_it_is_deleted_is_another_memory(tree, other):
    """Of other turns, or of other words."""
    _merge(tree)
    _save(tree, [*_without_merged(tree), other])
    assert tree.night(batch="second").counts["restored"] == 2


def test_who_sets_one_of_them_up_again_by_hand_has_deleted_the_merged_line(tree):
    """The other comes back as well: what stands there is an original, and not the merged line."""
    _merge(tree)
    first = next(one for one in tree.text().splitlines() if one.startswith(f"- ~~{_SHORT} ("))
    _save(tree, [line(_SHORT, 1) if one == first else one for one in _without_merged(tree)])
    assert tree.night(batch="second").counts["restored"] == 1


def test_a_chain_is_taken_apart_link_by_link(tree):
    """What was merged twice comes back in two steps; a line of the second merge is not in the way.

    That one says all that they say, of a turn of its own.
    """
    _merge(tree, line(f"{_FULL} again", 3))
    assert tree.night(batch="2").counts == {"merged": 2, "added": 1}
    first, second = _merged_ids(tree)
    _save(tree, [one for one in tree.text().splitlines() if not one.endswith(f"^{second}")])
    assert tree.night(batch="3") == _BACK
    assert sorted(tree.lines()) == [_FULL, f"{_FULL} again"]
    _save(tree, [one for one in tree.text().splitlines() if not one.endswith(f"^{first}")])
    assert tree.night(batch="4").counts["restored"] == 2
    assert sorted(_refs(tree, "")) == ["ref:t1", "ref:t2", "ref:t3"]


def _merged_ids(tree: Merging) -> list[str]:
    lines = [one for one in tree.text().splitlines() if "source:consolidation" in one]
    return [one.rpartition("^")[2] for one in lines]


_PLACES = ("", _TAVERN, ", in:discord-dm-42", ", in:owner")
_OTHERS = st.lists(
    st.builds(
        lambda text, number, place, more: line(text, number, place + more),
        st.sampled_from(
            [
                *(_SHORT, _FULL, f"{_FULL} and weeps", f"Never {_FULL.lower()}", f"{_FULL}?"),
                *("Sings in a choir", f"Gus says: {_FULL.lower()}"),
            ]
        ),
        st.integers(11, 28),
        st.sampled_from(_PLACES),
        st.sampled_from(["", ", expires:2027-01-01", ", expires:2026-02-01", ", subject:Gus"]),
    ),
    max_size=5,
)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(_OTHERS, st.sampled_from(_PLACES))
def test_whatever_else_is_said_both_turns_are_told_again(tmp_path_factory, others, place):
    """A turn whose memory was merged has a live line for those who knew it, before and after.

    The merged line is taken out by hand; everything else in the note is of other turns.
    """
    with merging(tmp_path_factory.mktemp("tree")) as tree:
        tree.write(line(_SHORT, 1, place), line(_FULL, 2, place))
        tree.night(batch="first")
        _save(tree, [*_without_merged(tree), *others])
        for number in range(3):
            tree.night(batch=f"after {number}")
        refs = _refs(tree, place)
        assert {"ref:t1", "ref:t2"} <= set(refs), tree.text()
