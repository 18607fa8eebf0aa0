"""What is nothing but thanks and greetings is small talk, in any language with such words."""

import pytest

from familiar_memory.knowledge.write_policy.small_talk import is_small_talk


@pytest.mark.parametrize(
    "said", ["thanks so much", "got it", "Thank you!", "ok cool", "ありがとう！"]
)
def test_example_23_small_talk(said: str) -> None:
    """All that counts in it is courtesy."""
    assert is_small_talk(said)


@pytest.mark.parametrize(
    "said",
    [
        "I'm anxious",
        "please be less formal",
        "I am so",
        "",
        "   ",
        "thanks " * 20,
        "猫を飼っています",
    ],
)
def test_example_23_no_small_talk(said: str) -> None:
    """A word that says something, no word that does, or a text that goes on."""
    assert not is_small_talk(said)
