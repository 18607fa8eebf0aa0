"""What is known of somebody and named in a message ends, whatever words stand in between.

`over.txt` has messages and what they end, `not_over.txt` such as come near and end nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.changed import find_changes, may_change
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.slips.set_right import set_right

_HERE = Path(__file__).parent
CAT = SpeakerFact("has_pet", "cat called Miso")
KNOWN = (
    SpeakerFact("works_at", "Hallam Bakery"),
    SpeakerFact("lives_in", "York"),
    SpeakerFact("plays", "violin"),
    SpeakerFact("diet", "vegan"),
    SpeakerFact("loves", "ramen"),
    SpeakerFact("likes", "running"),
    SpeakerFact("dislikes", "coriander"),
    SpeakerFact("job_title", "nurse"),
    SpeakerFact("partner_of", "Tom"),
    CAT,
    SpeakerFact("has_pet", "gecko"),
)


def _lines(name: str) -> list[str]:
    lines = (_HERE / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _read(said: str) -> list[Statement]:
    return [one.statement for one in set_right(said, known=KNOWN).stated]


def _held(said: str) -> set[tuple[str, str]]:
    return {(one.predicate, one.object) for one in _read(said) if one.stance is Stance.HOLDS}


def _over(said: str) -> set[str]:
    known = {(one.predicate, one.object) for one in KNOWN}
    past = {"worked_at": "works_at", "lived_in": "lives_in", "played": "plays"}
    ended = (one for one in _read(said) if one.stance is not Stance.HOLDS)
    named = {(past.get(one.predicate, one.predicate), one.object.casefold()) for one in ended}
    return {f"{one[0]}:: {one[1]}" for one in known if (one[0], one[1].casefold()) in named}


@pytest.mark.parametrize("line", _lines("over.txt"))
def test_what_is_over_ends(line: str) -> None:
    """And nothing else does."""
    said, _, fact = line.partition(" => ")
    assert may_change(said)
    assert _over(said) == {fact}


@pytest.mark.parametrize("said", _lines("not_over.txt"))
def test_what_comes_near_ends_and_changes_nothing(said: str) -> None:
    """Meant, asked, denied, of somebody else, a joke, or the same words for something else."""
    assert _over(said) == set()
    single = {"works_at": "Hallam Bakery", "lives_in": "York"}
    held = [one for one in _read(said) if one.stance is Stance.HOLDS and one.predicate in single]
    assert [one for one in held if one.object != single[one.predicate]] == []
    assert {("dislikes", "ramen"), ("loves", "coriander")}.isdisjoint(_held(said))


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("I've moved from York to Hull, boxes everywhere", Statement("lives_in", "Hull")),
        ("swapped York for Hull and I miss nothing", Statement("lives_in", "Hull")),
        ("goodbye York, hello Hull!", Statement("lives_in", "Hull")),
        (
            "I switched from Hallam Bakery to Quarry Mill, at last",
            Statement("works_at", "Quarry Mill"),
        ),
        (
            "first shift at Quarry Mill, and it's warmer than Hallam Bakery",
            Statement("works_at", "Quarry Mill"),
        ),
    ],
)
def test_what_takes_the_place_of_what_is_known_is_told(said: str, new: Statement) -> None:
    """Where the old one is named, fewer words are enough to say what is new."""
    assert new in _read(said)


def test_only_what_is_known_ends() -> None:
    """A message alone ends nothing that nobody has told."""
    assert find_changes("Quarry Mill and I have parted ways", KNOWN) == ()
    assert find_changes("Hallam Bakery and I have parted ways", ()) == ()


def test_of_two_cats_the_one_that_is_named_is_meant() -> None:
    """And none where only its kind is."""
    two = (CAT, SpeakerFact("has_pet", "cat called Pip"))
    assert find_changes("we had to rehome the cat", two) == ()
    (over,) = find_changes("we had to rehome Pip", two)
    assert over.object == "cat called Pip"


def test_what_is_said_to_hold_does_not_end() -> None:
    """Who was sacked and has come back works there."""
    said = "Hallam Bakery laid me off, but now I work there again"
    stated = [Statement("works_at", "Hallam Bakery")]
    assert find_changes(said, KNOWN, stated) == ()
    assert len(find_changes(said, KNOWN)) == 1


def test_a_place_of_work_is_named_by_less_than_where_it_is() -> None:
    """And its place is taken by who has hired them."""
    known = [SpeakerFact("works_at", "post office in Leiden")]
    said = "no longer at the post office: I was hired by the library in Leiden"
    read = [one.statement for one in set_right(said, known=known).stated]
    assert ("works_at", "library") in [(one.predicate, one.object) for one in read]
    ended = [one for one in read if one.stance is Stance.ENDED]
    assert "post office in Leiden" in [one.object for one in ended]


@pytest.mark.parametrize("firm", ["Spokes & Co", "Spokes and Sons", "Spokes Ltd"])
def test_a_firm_is_left_by_its_own_name_alone(firm: str) -> None:
    """Nobody says "& Co" of where they have worked."""
    read = set_right("i quit spokes for good today", known=[SpeakerFact("works_at", firm)]).stated
    ended = [one.statement.object for one in read if one.statement.stance is Stance.ENDED]
    assert firm in ended


@pytest.mark.parametrize("firm", ["Spokes Choir", "Co", "New Spokes Ltd", "Spokesmen Ltd"])
def test_half_of_another_name_is_none(firm: str) -> None:
    """A word in common is not the firm's own name."""
    read = set_right("i quit spokes for good today", known=[SpeakerFact("works_at", firm)]).stated
    assert firm not in [one.statement.object for one in read]
