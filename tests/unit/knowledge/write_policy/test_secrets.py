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
        "the rent's going up to 900 a month from January, that stays in this channel",
        "I'm moving to Hull, but that stays in here",
        "I work at Boots, mum's the word",
        "for your eyes only, I live in Crewe",
        "I'm leaving the company in March, hush hush",
        "I told Priya about my divorce but nobody else",
        "my salary went up to 41k in May, this doesn't leave this room",
        "I'm leaving in March. Keep it quiet please",
        "I got the job at Acme, keep this on the down low",
        "I've only told you guys",
        "this goes no further",
        "I'm pregnant. Not a word!",
        "I'm pregnant, don't let it slip",
        "you didn't hear it from me but I'm leaving",
        "what's said here stays here",
        "what happens here stays here",
        "It's all a bit hush hush at the moment",
        "this has to stay in this room",
        "I'm leaving Acme, please keep schtum",
        "hush hush but I got the part",
        "I'm leaving in May. Please don't tell Bex.",
        "We bought a boat. Don't tell my mum!",
        "it's a surprise, so don't tell Gus or Mara yet",
        "Don't tell Bex about this.",
        "Don't mention it to Gus.",
        "Please keep quiet about it.",
        "Please keep this private.",
        "I lost the client. Please don't share this.",
        "Don't write this down.",
        "I'm selling the boat. Don't remember this please.",
        "forget I said that",
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
        "don't tell me you sold the boat",
        "don't tell me",
        "Don't tell them what to do",
        "don't tell lies",
        "thanks! don't mention it",
        "I don't tell Bex everything",
        "never tell a joke twice",
        "don't tell Bex the shop is shut, tell her it opens at nine",
        "I try to keep it private",
        "keep quiet, the baby sleeps",
        "don't share the charger",
        "don't write on the wall",
        "I don't remember this",
        "don't forget I said nine o'clock",
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
        "hush hush project at work, it's public",
        "I work on a hush hush project",
        "it was all very hush hush",
        "the lathe stays in here until Friday",
        "the cat stays in this room",
        "I watched For Your Eyes Only last night",
        "my favourite Bond film is For Your Eyes Only",
        "don't mention it",
        "keep it quiet, the baby is asleep",
        "I told Bob to come but nobody else came",
        "I only told you once",
        "the train doesn't leave this station",
        "not a word of English",
        "my mum's the best word player",
        "the bus never leaves this town",
        "I'll keep it quiet",
        "he told me to keep schtum",
        "nobody else came",
        "I can't go any further with this",
        "the path goes no further",
        "it doesn't go any further than the gate",
        "they were hush hush about it",
        "mum said the word",
        "I told everyone but Bob",
        "this stays in the fridge",
        "we stay in here",
        "let's keep this room quiet",
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
