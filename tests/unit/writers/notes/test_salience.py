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


@pytest.mark.parametrize(
    "text",
    [
        "I once watched a stranger juggling three porcelain teapots under the viaduct",
        "I never understood why the villain keeps polishing that enormous crystal",
        "I went to bed absurdly late yesterday and everything feels sluggish and blurry",
        "It's sunny outside and I decided to wear the enormous corduroy jacket",
        "Perhaps I will stroll to the lighthouse tomorrow when the drizzle weakens",
        "If I only had Thursdays free I'd finally polish the samovar properly",
        "People say the sequel is gorgeous but I never felt any desire to replay it",
        "I hate to sound grumpy but I wished the trailers spoiled less nowadays",
        "私は夕方、港の倉庫、灯台の階段、浜辺の小屋、神社の石垣を眺めています",
    ],
)
def test_small_talk_is_not_noted(make_turn, stored, text) -> None:
    """It has nothing to do with what lasts in a life, and names nothing."""
    assert _chosen_alone(make_turn(text), stored) == 0


@pytest.mark.parametrize(
    "text",
    [
        "I once watched my grandmother juggling three porcelain teapots under the viaduct",
        "I watched Philippa Wren juggling three porcelain teapots under the viaduct",
        "I start juggling porcelain teapots for a circus on the 3rd of August",
        "I got the keys to a narrow lighthouse with porcelain teapots",
        "I hurt two fingers juggling porcelain teapots behind the crowded hospital cafeteria",
        "Everybody juggles here but I only love porcelain teapots",
        "祖母と夕方、港の倉庫、灯台の階段、浜辺の小屋、神社の石垣を眺めています",
        "私は大学院で海藻の分類、顕微鏡の操作、標本の保存を勉強しています",
    ],
)
def test_what_lasts_in_a_life_or_is_named_is_noted(make_turn, stored, text) -> None:
    """Family, home, health, study, a day, a name, and what somebody likes."""
    assert _chosen_alone(make_turn(text), stored) == 1


@pytest.mark.parametrize("opening", ["Oh cool ", "Mmm ", "Yeah ", "But "])
def test_a_liking_that_answers_is_left_to_its_fact(make_turn, stored, opening) -> None:
    """Alone it has a line."""
    kept = [
        _chosen_alone(make_turn(f"{one}i love rhubarb crumble"), stored) for one in ("", opening)
    ]
    assert kept == [1, 0]


def test_a_line_is_judged_by_what_it_shows(make_turn, stored) -> None:
    """What stands behind the cut of a long message speaks for no line."""
    idle = "Kettles are shiny, and pots are dented, and ladles are wobbly, and lids are loose. " * 4
    plan = "I moved to Oban and my viva is on Thursday the 12th of March."
    kept = [_chosen_alone(make_turn(text), stored) for text in (plan, f"{idle}{plan}")]
    assert kept == [1, 0]


def _chosen_alone(turn, stored) -> int:
    said = utterances(stored(turn), UTC)
    return len(choose_salient(said, Rarity.among(one.line for one in said)))
