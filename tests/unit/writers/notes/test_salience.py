"""The lines worth keeping are told from noise without a model."""

from __future__ import annotations

from datetime import UTC

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.writers.notes.salience import choose_salient
from familiar_memory.writers.text.utterance import utterances
from familiar_memory.writers.text.words import Rarity, salient_words


def test_facts_dates_and_decisions_come_before_cheers_and_questions(make_turn, stored) -> None:
    """In the order in which they were said."""
    texts = (
        "hello all",
        "omg yes",
        "Decision one: the game is called Fenlight",
        "what?",
        "I live in Lisbon and repair clocks",
        "LOL",
        "the party is on Saturday the 21st at 19:00",
        "is she ok?",
    )
    said = utterances(stored(*map(make_turn, texts)), UTC)
    chosen = choose_salient(said, Rarity.among(one.line for one in said))
    assert [one.words for one in chosen] == [texts[2], texts[4], texts[6]]


def test_noise_alone_gives_nothing(make_turn, stored) -> None:
    """There is no smallest number of lines."""
    said = utterances(stored(*map(make_turn, ("lol", "hi", "what?", "yes!!", "😭"))), UTC)
    assert choose_salient(said, Rarity.among(one.line for one in said)) == ()


def test_a_long_session_gives_at_most_eight(make_turn, stored) -> None:
    """Whatever there is to say."""
    texts = [f"On {n} March we decided to build lantern number {n}" for n in range(1, 31)]
    said = utterances(stored(*map(make_turn, texts)), UTC)
    assert len(choose_salient(said, Rarity.among(one.line for one in said))) == 8


def test_content_words_of_several_scripts() -> None:
    """Stop words, links, short words and hiragana say nothing."""
    text = "The heron is at https://x.org/y on 12 reeds, 金沢のグラディスです"
    assert salient_words(text) == ("heron", "12", "reeds", "金沢", "グラディス")


def test_a_long_turn_is_cut_at_a_sentence(make_turn, stored) -> None:
    """A note holds lines, not essays."""
    (said,) = utterances(stored(make_turn("A plain sentence of words. " * 40)), UTC)
    assert (len(said.line) <= 280, said.line.endswith("words.")) == (True, True)


@pytest.mark.parametrize(
    "text",
    [
        "I'm eating some pistachios while the neighbours paint their balcony",
        "I slept pretty late because the upstairs neighbour was hammering",
        "Ohh I'll try that series out after this other enormous series",
        "If my uncle ever visits Scotland I could borrow his caravan forever",
        "I actually took that photo near the enormous reservoir",
        "After that I became better equipped at juggling porcelain",
        "and she walked up to me with some kind of porcelain juggling motion",
    ],
)
def test_what_is_of_that_moment_or_only_supposed_is_not_noted(make_turn, stored, text) -> None:
    """However rare its words are."""
    said = utterances(stored(make_turn(text)), UTC)
    assert choose_salient(said, Rarity.among(one.line for one in said)) == ()


def test_what_is_told_to_few_needs_less(make_turn, stored) -> None:
    """People do not tell it for small talk."""
    text = "Tamsin sent me a letter, an actual long message with footnotes"
    chosen = []
    for place in (TAVERN, DM):
        said = utterances(stored(make_turn(text, place=place)), UTC)
        chosen.append(len(choose_salient(said, Rarity.among(one.line for one in said))))
    assert chosen == [0, 1]
