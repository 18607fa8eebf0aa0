"""Kept at once, later, when it is said again, or never: one table, from message and quote."""

from typing import Any

import pytest

from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import (
    Category,
    Durability,
    Explicitness,
    MeantFor,
    MemoryCandidate,
    MemoryLayer,
    ProposedMemory,
)
from familiar_memory.knowledge.write_policy.decision import (
    TABLE,
    Recommendation,
    decide_write,
)
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import shipped_markers

NOW, END = Recommendation.COMMIT_NOW, Recommendation.COMMIT_AT_SESSION_END
AGAIN, DROP = Recommendation.REQUIRE_REPETITION, Recommendation.DROP


def _of(text: str, **more: Any) -> tuple[Recommendation, str]:
    decision = decide_write(candidate_of(ProposedMemory(text, **more)))
    return decision.recommendation, decision.code


def test_example_1_a_cousin_is_kept_at_once() -> None:
    """Relationships, preferences, what helps, and goals last."""
    said = "My cousin Nadia lives two streets away."
    assert _of(said, category=Category.RELATIONSHIP) == (NOW, "stable")


@pytest.mark.parametrize("where", ["text", "message", "quote"])
@pytest.mark.parametrize("category", list(Category))
def test_example_2_what_somebody_fears_of_themselves_must_be_repeated(
    where: str, category: Category
) -> None:
    """Wherever the words stand, and whatever category an extractor gave: it is above them all."""
    said = "I always assume one slip proves I\u2019m incompetent."
    given = {"text": "assumes that a slip proves it", where: said}
    assert _of(**given, category=category) == (AGAIN, "self_belief")


def test_example_3_a_mere_mention_is_dropped() -> None:
    """That something came up is no memory."""
    said = "My cousin Nadia lives two streets away."
    assert _of(said, is_mention=True) == (DROP, "mention")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I am a PhD student in Leeds.", (NOW, "said")),
        ("The commute was exhausting this week.", (END, "passing")),
        ("I have had insomnia for years and it was bad last night.", (NOW, "said")),
    ],
)
def test_example_4_what_was_so_for_long_outweighs_today(said: str, expected: object) -> None:
    """What is only of these days waits."""
    assert _of(said) == expected


@pytest.mark.parametrize(
    "given",
    [
        {"category": Category.LOSS},
        {"category": Category.TRIGGER},
        {},
        {"layer": MemoryLayer.EPISODIC},
    ],
)
def test_example_5_a_loss_waits_for_the_end_of_the_session(given: dict[str, Any]) -> None:
    """By its category, or by its words where an extractor gives none."""
    assert _of("My dad died in March.", **given) == (END, "sensitive")


def test_a_microphone_that_died_is_no_loss() -> None:
    """Only who is mourned is."""
    assert _of("my mic just died", layer=MemoryLayer.EPISODIC) == (NOW, "event")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Please keep answers short.", (NOW, "asked_for")),
        ("Long lists make me tune out.", (END, "implied_rule")),
        ("For this reply, use one sentence.", (DROP, "turn_scoped")),
        ("Stop asking if I'm safe.", (DROP, "safety")),
        ("Stop asking if I\u2019m safe.", (DROP, "safety")),
        ("From now on, be more direct with me.", (END, "implied_rule")),
    ],
)
@pytest.mark.parametrize("where", ["text", "message", "quote"])
def test_example_6_rules(where: str, said: str, expected: object) -> None:
    """What is asked for is set, what is implied waits, once is never, safety is never."""
    given = {"text": "You like it so.", where: said}
    implied = Explicitness.IMPLIED
    assert _of(**given, layer=MemoryLayer.PROCEDURAL, explicitness=implied) == expected


def test_the_words_of_a_rule_are_no_request_of_the_person() -> None:
    """An extractor may word it as one."""
    said = {"message": "Long lists make me tune out.", "explicitness": Explicitness.IMPLIED}
    assert _of("Keep lists short, please.", layer=MemoryLayer.PROCEDURAL, **said) == (
        END,
        "implied_rule",
    )


def test_a_model_may_say_that_a_rule_was_asked_for() -> None:
    """Whoever finds a request without a marker may raise it."""
    said = "From now on, be more direct with me."
    assert _of(said, layer=MemoryLayer.PROCEDURAL) == (NOW, "asked_for")


@pytest.mark.parametrize("index", [0, 1])
def test_example_7_early_fears_are_dropped(index: int) -> None:
    """Nobody is judged by how they begin."""
    said = "I always assume everyone will see I'm faking it."
    assert _of(said, turn_index=index) == (DROP, "early_emerging_pattern")
    assert _of(said, turn_index=2) == (AGAIN, "self_belief")
    assert _of("I am a PhD student in Leeds.", turn_index=index) == (NOW, "said")


def test_an_early_pattern_that_has_lasted_is_not_early() -> None:
    """Only a pattern, not what somebody believes of themselves, is saved by that."""
    assert _of("It keeps happening.", turn_index=0) == (DROP, "early_emerging_pattern")
    assert _of("It keeps happening, for years.", turn_index=0) == (AGAIN, "self_belief")
    assert _of("I always fail, for years.", turn_index=0) == (DROP, "early_emerging_pattern")


def test_defect_1_a_safety_phrase_in_the_message_alone_drops_the_rule() -> None:
    """Rephrased rule and quote do not carry it in."""
    given = {"message": "Please be calm. And stop asking if I'm safe.", "quote": "be calm"}
    assert _of("Do not ask about that.", layer=MemoryLayer.PROCEDURAL, **given) == (DROP, "safety")
    assert _of("Quiet.", category=Category.PREFERENCE, **given) == (DROP, "safety")


def test_defect_2_markers_of_the_message_alone_decide() -> None:
    """What the quote leaves out counts."""
    week = "The commute was exhausting this week."
    assert _of("the commute is exhausting", message=week, quote="commute was exhausting") == (
        END,
        "passing",
    )


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Ok for now. Please be brief from now on.", NOW),
        ("Please be brief for now.", DROP),
        ("Thanks! Just this once, could you rhyme?", DROP),
        ("This time was fun. Please always rhyme.", NOW),
    ],
)
def test_defect_5_what_limits_a_request_counts_in_its_own_sentence(
    said: str, expected: Recommendation
) -> None:
    """Elsewhere it is said of something else."""
    assert _of("You rhyme.", layer=MemoryLayer.PROCEDURAL, message=said)[0] is expected


def test_a_preference_for_this_once_is_dropped() -> None:
    """What is said of one reply is no taste."""
    said = "For this reply, please use one sentence."
    assert _of(said, category=Category.PREFERENCE) == (DROP, "turn_scoped")


def test_a_guess_waits() -> None:
    """What nobody has said in so many words is borne out first."""
    assert _of("is a nurse", explicitness=Explicitness.IMPLIED) == (END, "implied")


def test_what_a_rule_of_the_language_found_is_judged_by_its_own_sentence() -> None:
    """Another sentence of the message says nothing of it."""
    said = "I always fail at mornings. I live in Durham."
    assert _of("lives_in:: Durham", message=said, is_stated=True) == (NOW, "said")
    assert _of("lives_in:: Durham", message=said) == (AGAIN, "self_belief")


def test_an_event_is_kept_with_its_day() -> None:
    """Of what happened yesterday nobody says that it is so."""
    assert _of("I got a new puppy yesterday.", layer=MemoryLayer.EPISODIC) == (NOW, "event")


def test_what_no_builder_yields_is_dropped_too() -> None:
    """The rows for one reply and for a moment stand for whoever makes candidates otherwise."""
    for given in ({"durability": Durability.TRANSIENT}, {"scope": MeantFor.TURN}):
        one = MemoryCandidate(MemoryLayer.SEMANTIC, Category.CONTEXT, **given)
        assert decide_write(one).recommendation is DROP


def test_every_row_can_be_reached_and_has_a_short_reason() -> None:
    """A row behind one that takes all would be dead; a reason is read in a list."""
    assert all(0 < len(row.decision.reason) <= 240 for row in TABLE)
    made = [
        candidate_of(
            ProposedMemory(
                f"{' '.join(shipped_markers().words(mark)[0] for mark in marks)} x",
                layer,
                category,
                explicitness=explicitness,
                is_mention=is_mention,
                turn_index=index,
            )
        )
        for marks in ((), *((mark,) for mark in Marker), (Marker.PATTERN, Marker.DURABLE))
        for layer in MemoryLayer
        for category in (None, *Category)
        for explicitness in Explicitness
        for is_mention in (False, True)
        for index in (None, 0)
    ]
    made.append(
        MemoryCandidate(MemoryLayer.SEMANTIC, Category.CONTEXT, durability=Durability.TRANSIENT)
    )
    met = [next(at for at, row in enumerate(TABLE) if row.fits(one)) for one in made]
    assert sorted(set(met)) == list(range(len(TABLE)))
