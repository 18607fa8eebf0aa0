"""What is kept when a session ends: what was said twice, or what earlier talks bear out."""

from typing import Any

import pytest

from familiar_memory.knowledge.write_policy.candidate import MemoryLayer
from familiar_memory.knowledge.write_policy.decision import Recommendation
from familiar_memory.knowledge.write_policy.promotion import (
    MOST_ARCS,
    EndedTalk,
    HeldGroup,
    HeldMemory,
    Support,
    Timing,
    promote,
)
from familiar_memory.knowledge.write_policy.support import Arc, Terms, arc_score

END, AGAIN = Recommendation.COMMIT_AT_SESSION_END, Recommendation.REQUIRE_REPETITION
SLIP = "I always assume one slip proves I'm incompetent."


def _held(name: str = "p1", wait: Recommendation = END, **more: Any) -> HeldMemory:
    given = {"text": "crowded trains set me off", "turns": frozenset({1})}
    return HeldMemory(name, wait, MemoryLayer.SEMANTIC, **(given | more))


def _only(held: HeldMemory, talk: EndedTalk) -> HeldGroup:
    (group,) = promote([held], talk)
    return group


def test_example_2_one_message_is_no_repetition_and_two_are() -> None:
    """A fear is kept when it was said twice."""
    once = _held(wait=AGAIN, text=SLIP, slot=("context", "slip"))
    assert not _only(once, EndedTalk({1: SLIP})).is_kept
    twice = _held(wait=AGAIN, text=SLIP, slot=("context", "slip"), turns=frozenset({1, 4}))
    group = _only(twice, EndedTalk({1: SLIP, 4: SLIP}))
    assert (group.is_kept, group.timing, group.reason) == (
        True,
        Timing.PROMOTION,
        "said in 2 messages",
    )


def test_example_14_one_message_and_a_summary_that_names_it() -> None:
    """The object in a line of the summary, and words of it."""
    held = _held(about="crowded trains")
    said = {1: "Crowded trains set me off.", 2: "Anyway."}
    arc = Arc(("They spoke of crowded trains that set them off.",))
    group = _only(held, EndedTalk(said, arc))
    assert (group.is_kept, group.timing) == (True, Timing.SESSION_END)
    assert group.support == Support(messages=1, summary=4, earlier=0)
    assert group.reason == "said in 1 message, and in the summary"
    assert not _only(held, EndedTalk(said)).is_kept


def test_example_15_a_fear_in_two_messages_needs_no_summary() -> None:
    """Two candidates of one slot are one group."""
    held = [
        _held("p1", AGAIN, text=SLIP, slot=("slip",), turns=frozenset({1})),
        _held("p2", AGAIN, text=SLIP, slot=("slip",), turns=frozenset({2})),
    ]
    (group,) = promote(held, EndedTalk({1: SLIP, 2: SLIP}))
    assert (group.is_kept, group.timing, group.turns) == (True, Timing.PROMOTION, (1, 2))
    assert group.representative.id == "p2"


def test_the_present_summary_never_counts_for_what_must_be_repeated() -> None:
    """An earlier one does."""
    held, said = _held(wait=AGAIN, text=SLIP), {1: SLIP}
    arc = Arc(("One slip proves it, they always assume: incompetent.",))
    assert not _only(held, EndedTalk(said, arc)).is_kept
    kept = _only(held, EndedTalk(said, earlier=[arc]))
    assert (kept.is_kept, kept.reason) == (True, "said in 1 message, and in an earlier session")


def test_what_only_others_said_is_not_borne_out_by_summaries() -> None:
    """Without one message of its speaker that stands, nothing promotes it."""
    arc = Arc(("Crowded trains set them off.",))
    held = _held(about="crowded trains")
    assert not _only(held, EndedTalk({}, arc, [arc])).is_kept


def test_another_message_of_the_same_speaker_bears_it_out() -> None:
    """It names the object, or shares two words."""
    held = _held(about="crowded trains")
    said = {1: "Crowded trains set me off."}
    assert _only(held, EndedTalk(said | {5: "It was crowded trains again"})).is_kept
    assert _only(held, EndedTalk(said | {5: "so many trains, so crowded"})).is_kept
    assert not _only(held, EndedTalk(said | {5: "trains are fine"})).is_kept


def test_defect_4_art_in_party_is_no_support() -> None:
    """Words are compared whole."""
    held = _held(text="art", about="art")
    assert not _only(held, EndedTalk({1: "I do art", 2: "what a party"})).is_kept


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("They spoke of the weather.", 0),
        ("Trains came up.", 0),
        ("Trains set them off.", 1),
        ("Many trains were crowded.", 1),
        ("Some crowded trains.", 3),
        ("Those crowded trains set it off.", 4),
    ],
)
def test_scores_of_summaries(line: str, score: int) -> None:
    """Two for the object, one for two shared words, one more for three."""
    terms = Terms.of("crowded trains set me", "crowded trains")
    assert arc_score(Arc((line,)), terms) == score


def test_rules_need_two_messages_whatever_summaries_say() -> None:
    """What somebody only implies is said twice, or a person decides."""
    text = "Long lists make me tune out"
    arc = Arc((text,))
    once = HeldMemory("p1", END, MemoryLayer.PROCEDURAL, text, turns=frozenset({1}))
    assert not _only(once, EndedTalk({1: text}, arc, [arc])).is_kept
    said = {1: text, 2: "Ugh, long lists, I tune out.", 3: "again a list so long I tune out"}
    group = _only(once, EndedTalk(said))
    assert (group.is_kept, group.timing, group.confidence) == (True, Timing.PROMOTION, 0.9)
    assert _only(once, EndedTalk({1: text, 2: "long lists again"})).confidence == 0.6


def test_rules_that_are_much_alike_are_one() -> None:
    """Half of all words, or three of them; the words of a cluster grow."""
    texts = ["use short plain sentences", "short plain sentences please", "give me plain facts"]
    held = [
        HeldMemory(f"p{at}", END, MemoryLayer.PROCEDURAL, text, turns=frozenset({at}))
        for at, text in enumerate(texts)
    ]
    groups = promote(held, EndedTalk(dict(enumerate(texts))))
    assert [[one.id for one in group.members] for group in groups] == [["p0", "p1"], ["p2"]]


@pytest.mark.parametrize(
    ("one", "other", "groups"),
    [
        ("Is afraid of flying.", "Is afraid of dogs.", 2),
        ("Has a sister in Oban since March.", "Has a brother in Oban since March.", 2),
        ("Is afraid of flying.", "Is not afraid of flying.", 2),
        ("Is afraid of flying.", "Is afraid of flying to Oban.", 1),
        ("Is afraid of flying to Oban.", "Is so afraid of flying.", 1),
        ("It is me.", "Is afraid of flying.", 2),
    ],
)
def test_of_two_lines_one_is_written_only_where_it_says_all_that_the_other_does(
    one: str, other: str, groups: int
) -> None:
    """What is not written is not done with."""
    held = [_held("p1", text=one), _held("p2", text=other)]
    found = promote(held, EndedTalk({1: "Hm."}))
    assert len(found) == groups
    longest = max(one, other, key=len) if groups == 1 else None
    assert longest in (None, found[0].representative.text)


def test_only_the_newest_hundred_summaries_are_looked_at() -> None:
    """They come newest first."""
    held, said = _held(wait=AGAIN, text=SLIP), {1: SLIP}
    other, same = Arc(("The weather.",)), Arc((SLIP,))
    assert _only(held, EndedTalk(said, earlier=[*[other] * (MOST_ARCS - 1), same])).is_kept
    assert not _only(held, EndedTalk(said, earlier=[*[other] * MOST_ARCS, same])).is_kept


def test_messages_that_are_gone_do_not_count() -> None:
    """Who takes a message back has not said it."""
    held = _held(wait=AGAIN, text=SLIP, turns=frozenset({1, 2}))
    assert _only(held, EndedTalk({1: SLIP})).support == Support(1, 0, 0)
