"""What of the talk is looked at together: how the room is shared, and what stays of long texts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.role import Role, TurnKind
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.maintenance.days.gathering.gathered import Gathered, gather

TAVERN = Place("discord", "tavern", "lantern")
START = datetime(2026, 2, 2, 18, tzinfo=UTC)
BESIDE = 30
"""Characters that a message takes beside its own."""


def said(number: int, text: str, session: str = "a", **more: object) -> StoredTurn:
    """A turn, a minute after the one before."""
    fields: dict[str, object] = {"author": Author("discord", "42", "Rowan"), "place": TAVERN}
    moment = START + timedelta(minutes=number)
    turn = Turn(f"t{number}", moment, text=text, **(fields | more))  # type: ignore[arg-type]
    return StoredTurn(number, turn, session)


def sizes(gathered: Gathered) -> dict[bool, int]:
    """The characters of talk, and of what programs printed."""
    found = {False: 0, True: 0}
    for one in gathered.conversations:
        found[one.is_automated] += one.size
    return found


def texts(gathered: Gathered) -> list[list[str]]:
    """What is shown, by conversation."""
    return [[line.text for line in one.lines] for one in gathered.conversations]


def test_what_has_room_is_there_as_it_was_said_by_conversation() -> None:
    """In order of time, whichever arrived first; the familiar's own turns are there too."""
    turns = [
        said(3, "so we meet on Friday", "b"),
        said(1, "anybody here?"),
        said(2, "I am.", role=Role.ASSISTANT),
        said(4, "fine"),
    ]
    gathered = gather(turns)
    assert texts(gathered) == [["anybody here?", "I am.", "fine"], ["so we meet on Friday"]]
    assert (gathered.left_out, gathered.cut) == ((), ())


def test_silent_and_deleted_turns_stay_out_and_so_does_what_memory_has_given() -> None:
    """A turn that holds nothing else is none."""
    turns = [
        said(1, "quiet", silent=True),
        said(2, "", deleted=True),
        said(3, "<memory>\n- lives in Rome\n</memory>"),
        said(4, "you said: <memory>\n- lives in Rome\n</memory> is that so?"),
    ]
    (lines,) = texts(gather(turns))
    assert len(lines) == 1
    assert "Rome" not in lines[0]


def test_people_have_four_fifths_of_the_room_and_programs_one() -> None:
    """Where both want more than there is."""
    people = [said(n, "p" * 970) for n in range(20)]
    printed = [said(100 + n, "a" * 970, kind=TurnKind.AUTOMATED) for n in range(20)]
    gathered = gather([*people, *printed], 10_000)
    found = sizes(gathered)
    assert 7_800 <= found[False] <= 8_000
    assert 1_900 <= found[True] <= 2_000


def test_what_one_kind_leaves_the_other_gets() -> None:
    """Whichever of them that is."""
    little = [said(1, "p" * 470)]
    printed = [said(100 + n, "a" * 970, kind=TurnKind.AUTOMATED) for n in range(20)]
    assert 9_300 <= sizes(gather([*little, *printed], 10_000))[True] <= 9_500
    people = [said(n, "p" * 970) for n in range(20)]
    few = [said(100, "a" * 470, kind=TurnKind.AUTOMATED)]
    assert 9_300 <= sizes(gather([*people, *few], 10_000))[False] <= 9_500


def test_of_a_long_message_the_beginning_and_more_of_the_end_stay() -> None:
    """Its end is where the conclusion stands."""
    text = "So " + "b" * 3_000 + "m" * 4_000 + "e" * 3_000 + " we meet on Friday."
    gathered = gather([said(1, text)], 2_000)
    ((shown,),) = texts(gathered)
    head, tail = shown.split(" […")[0], shown.rsplit("…] ")[-1]
    assert (text.startswith(head), text.endswith(tail)) == (True, True)
    assert 0.39 <= len(head) / (len(head) + len(tail)) <= 0.41
    assert len(shown) + BESIDE <= 2_000
    assert (gathered.cut, gathered.left_out) == ((1,), ())


def test_of_a_long_conversation_the_first_and_more_of_the_last_messages_stay() -> None:
    """And the numbers of the others are known."""
    turns = [said(n, f"{n:03} " + "w" * 296) for n in range(100)]
    gathered = gather(turns, 5_000)
    shown = [stored.id for stored in gathered.turns]
    assert shown[0] == 0
    assert shown[-1] == 99
    gap = next(at for at in range(1, len(shown)) if shown[at] != shown[at - 1] + 1)
    assert gap < len(shown) - gap
    assert sorted((*shown, *gathered.left_out)) == list(range(100))


def test_a_conversation_has_its_share_by_its_length_and_a_little_at_least() -> None:
    """A short one beside a flood is there as it was said."""
    flood = [said(n, "f" * 970, "flood") for n in range(50)]
    short = [said(100 + n, f"short {n}", "short") for n in range(5)]
    other = [said(200 + n, "o" * 970, "other") for n in range(25)]
    gathered = gather([*flood, *short, *other], 9_000)
    by_size = {one.lines[0].text[0]: one.size for one in gathered.conversations}
    assert texts(gathered)[1] == [f"short {n}" for n in range(5)]
    assert 1.7 <= by_size["f"] / by_size["o"] <= 2.3


def test_a_hundred_places_are_all_there() -> None:
    """Each with the beginning and the end of what was said."""
    turns = [said(n, f"{n:03} " + "w" * 2_000, f"room {n}") for n in range(100)]
    gathered = gather(turns)
    assert len(gathered.conversations) == 100
    assert gathered.left_out == ()
    assert sum(one.size for one in gathered.conversations) <= 50_000


def _drawn(given_: Sequence[tuple[int, str, bool]]) -> list[StoredTurn]:
    return [
        said(number, "x" * length, session, kind=TurnKind.AUTOMATED if printed else "interactive")
        for number, (length, session, printed) in enumerate(given_)
    ]


@given(
    st.lists(st.tuples(st.integers(1, 3_000), st.sampled_from("abcd"), st.booleans()), max_size=40),
    st.integers(200, 20_000),
)
def test_nothing_falls_out_unnamed(given_: list[tuple[int, str, bool]], room: int) -> None:
    """All is shown, cut or named as left out; nothing is where there is room for all of it."""
    turns = _drawn(given_)
    gathered = gather(turns, room)
    shown = [stored.id for stored in gathered.turns]
    assert sorted((*shown, *gathered.left_out)) == [stored.id for stored in turns]
    assert len(set(shown)) == len(shown)
    assert sum(one.size for one in gathered.conversations) <= room
    if sum(len(one.turn.text) + BESIDE for one in turns) <= room:
        assert (gathered.left_out, gathered.cut) == ((), ())
