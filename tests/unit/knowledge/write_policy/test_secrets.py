"""Whoever says in so many words that something is told in confidence is taken at their word."""

import pytest

from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import ProposedMemory, Sensitivity
from familiar_memory.knowledge.write_policy.decision import CONFIDED, decide_write
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import shipped_markers


@pytest.mark.parametrize(
    "said",
    [
        "nobody else knows I'm seeing a therapist, keep that between us",
        "between you and me I want to step down after the show",
        "this stays between us, ok",
        "please don't tell anyone, but I'm leaving in May",
        "Don’t mention this to anybody",
        "keep it to yourself for now",
        "you're the only one who knows",
        "she told me in strict confidence that they split up",
        "off the record: we lost the client",
        "it's still a secret until the show",
        "just between you and me, the new logo is ugly",
        "no one else must know",
        "ここだけの話、来月やめます",
        "誰にも言わないでね",
    ],
)
def test_confidence_in_so_many_words(said: str) -> None:
    """In English and in Japanese."""
    assert shipped_markers().shows(Marker.SECRET, said)


@pytest.mark.parametrize(
    "said",
    [
        "the difference between you and me is the shoes",
        "nothing happened between us",
        "between us we have three tents",
        "nobody else knows how to fix the boiler",
        "I don't tell anyone what to do",
        "I gained confidence in my Spanish",
        "the secret ingredient is miso",
        "keep the bread between the trays",
        "keep it simple",
        "I'm going to quit the records office. I haven't told anyone.",
        "don't tell anyone to wait, just go",
        "nobody knows what happens next",
        "my secret santa gift arrived",
        "we keep our repos private",
        "you can tell anyone who asks",
    ],
)
def test_what_only_sounds_so(said: str) -> None:
    """What lies between two, and what nobody knows how to do."""
    assert not shipped_markers().shows(Marker.SECRET, said)


def test_by_itself_it_tells_nothing() -> None:
    """It means what another message has said; that one is not told in confidence by it."""
    asks = candidate_of(ProposedMemory("please keep this to yourself, thanks"))
    assert asks.sensitivity is not Sensitivity.HIGH


def test_it_means_all_that_its_message_says() -> None:
    """A fact of another sentence too, which a loss beside it leaves alone."""
    message = "I live in Durham now. Keep that between us."
    stated = ProposedMemory("lives in Durham", quote="I live in Durham now", message=message)
    for is_stated in (False, True):
        candidate = candidate_of(
            ProposedMemory(stated.text, quote=stated.quote, message=message, is_stated=is_stated)
        )
        assert candidate.sensitivity is Sensitivity.HIGH
        assert decide_write(candidate) == CONFIDED
