"""Only what a person said, and still stands by, is learned from."""

from __future__ import annotations

import pytest

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Role, TurnKind
from familiar_memory.writers.text.material import is_material, own_words, shown_name
from familiar_memory.writers.text.romanise import romanised


@pytest.mark.parametrize(
    "more",
    [
        {"role": Role.ASSISTANT},
        {"kind": TurnKind.AUTOMATED},
        {"silent": True},
        {"deleted": True},
        {"text": "  "},
    ],
)
def test_turns_that_are_left_alone(make_turn, more: dict[str, object]) -> None:
    """The familiar's own, automated, silent, withdrawn and empty ones."""
    assert not is_material(make_turn(str(more.pop("text", "I live in Rome")), **more))


def test_own_words_leave_out_recalled_text_code_quotes_and_the_signature(make_turn) -> None:
    """What is left is the person's."""
    text = "<memory>I live in Rome</memory>> quoted\nHello there.\n```\ncode\n```\n— Gus"
    turn = make_turn(text.replace("</memory>>", "</memory>\n>"), who="Gus")
    assert own_words(turn) == "Hello there."


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("mosslight_live", "mosslight_live"),
        ("**Bob** [x](y)", "Bob x (y)"),
        ("_~_", "somebody"),
        ("a\nb", "a b"),
    ],
)
def test_a_name_is_shown_without_markdown(label: str, shown: str) -> None:
    """Whatever somebody calls themselves."""
    assert shown_name(label) == shown


@pytest.mark.parametrize(
    ("name", "latin"),
    [
        ("はるか", "haruka"),
        ("ハルカ", "haruka"),
        ("しょうた", "shouta"),
        ("きょうこ", "kyouko"),
        ("イヴォ", "ivo"),
        ("Rowan", None),
        ("金沢", None),
    ],
)
def test_kana_names_in_latin_letters(name: str, latin: str | None) -> None:
    """As friends would type them."""
    assert romanised(name) == latin


def test_a_signature_is_only_the_authors_own(make_turn) -> None:
    """A dash before another word is prose."""
    turn = make_turn("one thing — boat", who="Gus", author=Author("discord", "1", "Gus"))
    assert own_words(turn) == "one thing — boat"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gus: I live in Oban", "I live in Oban"),
        ("<gus> I live in Oban", "I live in Oban"),
        ("**Gus**: I live in Oban", "I live in Oban"),
        ("Bob: I live in Oban", "Bob: I live in Oban"),
        ("Gus I live in Oban", "Gus I live in Oban"),
    ],
)
def test_an_authors_own_name_in_front_is_left_out(make_turn, text: str, words: str) -> None:
    """As in a pasted log of one's own: what stands behind it is theirs."""
    assert own_words(make_turn(text, who="Gus", author=Author("discord", "1", "Gus"))) == words
