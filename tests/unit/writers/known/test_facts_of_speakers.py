"""What holds of each speaker while a batch is read."""

from __future__ import annotations

from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.known.facts_of import FactsOfSpeakers, displaced_by, nothing_known

YORK, HULL = SpeakerFact("lives_in", "York"), SpeakerFact("lives_in", "Hull")


def test_what_is_said_stands_beside_what_was_noted() -> None:
    """Of each speaker their own."""
    facts = FactsOfSpeakers(lambda speaker: [YORK] if speaker == "ann" else [])
    facts.tell("ann", 1, [Statement("loves", "ramen")])
    assert facts.of("ann") == (YORK, SpeakerFact("loves", "ramen"))
    assert facts.of("ben") == ()


def test_of_what_there_is_one_the_new_takes_the_place_of_the_old() -> None:
    """Who lives in Hull lives in York no more."""
    facts = FactsOfSpeakers(lambda speaker: [YORK])
    facts.tell("ann", 1, [Statement("lives_in", "Hull")])
    assert facts.of("ann") == (HULL,)


def test_what_was_ended_is_known_no_more() -> None:
    """Also by the word for what was so."""
    facts = FactsOfSpeakers(nothing_known)
    facts.tell("ann", 1, [Statement("plays", "violin"), Statement("diet", "vegan")])
    facts.tell("ann", 1, [Statement("played", "violin", Stance.ENDED)])
    assert facts.of("ann") == (SpeakerFact("diet", "vegan"),)


def test_what_was_wrong_is_as_if_it_had_not_been_said() -> None:
    """An end, and a change of what there is one of."""
    facts = FactsOfSpeakers(lambda speaker: [YORK])
    over, moved = Statement("lives_in", "York", Stance.ENDED), Statement("lives_in", "Hull")
    for order, joke in enumerate((over, moved)):
        facts.tell("ann", order, [joke])
        assert YORK not in facts.of("ann")
        assert facts.before("ann", order) == (YORK,)
        facts.take_back("ann", order, [joke], [YORK])
        assert facts.of("ann") == (YORK,)


def test_what_was_wrong_may_have_been_written_up_already() -> None:
    """The notes have it as it was said."""
    facts = FactsOfSpeakers(lambda speaker: [HULL], lambda speaker: [YORK])
    facts.take_back("ann", 1, [Statement("lives_in", "Hull")], [YORK])
    assert facts.of("ann") == (YORK,)


def test_what_is_displaced() -> None:
    """What has ended, what there is one of, and what cannot hold beside it."""
    likes, plays = SpeakerFact("likes", "tea"), SpeakerFact("plays", "violin")
    stated = [
        Statement("lives_in", "Hull"),
        Statement("dislikes", "tea"),
        Statement("played", "violin", Stance.ENDED),
        Statement("worked_at", "Acme"),
    ]
    acme = SpeakerFact("works_at", "Acme")
    assert displaced_by(stated, [YORK, likes, plays, acme]) == (YORK, likes, plays)
