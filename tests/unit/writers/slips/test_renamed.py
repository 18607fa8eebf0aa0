"""The name of somebody's cat, child or partner, set right in passing."""

from __future__ import annotations

import pytest

from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.slips.renamed import find_renamed

KNOWN = (
    SpeakerFact("has_pet", "cat called miso"),
    SpeakerFact("has_pet", "dog called Noodle"),
    SpeakerFact("sibling_of", "Eva"),
    SpeakerFact("relative", "uncle Ruppert"),
    SpeakerFact("works_at", "Acme"),
)


@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("ugh the cat's called mizo not miso btw, autocorrect", "cat called mizo"),
        ("the cat's called Mizo, not Miso", "cat called Mizo"),
        ("cat's called mizo not miso", "cat called mizo"),
        ("my cat is called mizo not miso lol", "cat called mizo"),
        ("her name is mizo, not miso", "cat called mizo"),
        ("it's mizo not miso", "cat called mizo"),
        ("she's called pepper not miso", "cat called pepper"),
        ("my dog's called Nodle not Noodle", "dog called Nodle"),
        ("my sister's called Eve, not Eva", "Eve"),
        ("it's spelt Rupert, not Ruppert", "uncle Rupert"),
        ("our little girl is called mizo, not miso", "cat called mizo"),
    ],
)
def test_what_is_known_gets_its_right_name(said: str, new: str) -> None:
    """Whatever else the message says, and in small letters too."""
    assert [right.object for _, right in find_renamed(said, lambda: KNOWN)] == [new]


@pytest.mark.parametrize(
    "said",
    [
        "it's noodle not miso who ate the brie",
        "it's Noodle, not Miso",
        "it's kit not miso",
        "the cat's hungry, not miso",
        "the cat's called garfield not gerald",
        "is the cat called mizo not miso?",
        'he said "the cat is called mizo not miso"',
        "the soup is mizo or miso",
        "my cat's called mizo",
        "it's called ramen not soup",
        "the firm is called Acne, not Acme",
        "the film is called Alien, not Aliens",
        "it's not miso",
        "the dog is fluffy not noodle",
        "the neighbours' cat's called mizo not miso",
        "the dog's called off not noodle",
        "the cafe's called eve not eva",
        "the soup's called mizo not miso",
        "kit's called mizo not miso",
    ],
)
def test_two_names_alone_rename_nobody(said: str) -> None:
    """Which of two it was, another's cat, a question, or a thing that is no being."""
    assert find_renamed(said, lambda: KNOWN) == ()


def test_nothing_is_asked_of_whoever_names_no_two_names() -> None:
    """Most messages do not."""

    def asked() -> tuple[SpeakerFact, ...]:
        raise AssertionError("asked")

    assert find_renamed("my cat is called mizo", asked) == ()
