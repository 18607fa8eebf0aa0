"""Two memories whose words are nearly the same, and which say two things: never one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merging_pairs import are_merged

from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import (
    Nearness,
    says_all_of,
)
from familiar_memory.maintenance.consolidation.repetition import is_repetition
from familiar_memory.maintenance.consolidation.worded.uniting import may_be_united

PAIRS = [
    # When it was so.
    ("Bex was a nurse at Acme", "Bex is a nurse at Acme"),
    ("Bex had a cat named Tom", "Bex has a cat named Tom"),
    ("Bex had sold the red boat", "Bex sold the red boat"),
    ("Bex has been a nurse at the clinic", "Bex is a nurse at the clinic"),
    ("Bex used to be a nurse at the clinic", "Bex is a nurse at the clinic"),
    ("Bex will be fired on Monday", "Bex was fired on Monday"),
    (
        "Bex lived in a small red house by the harbour",
        "Bex lives in a small red house by the harbour",
    ),
    # Whether it was so.
    ("Bex could have killed the dog", "Bex killed the dog"),
    ("Bex would have signed the contract", "Bex signed the contract"),
    ("Bex should have fed the cat", "Bex fed the cat"),
    ("Bex may have sold the boat", "Bex sold the boat"),
    ("Bex must have sold the boat", "Bex sold the boat"),
    ("Bex is able to lift the heavy stone", "Bex is lift the heavy stone"),
    ("Did Bex sell the boat?", "Bex sell the boat"),
    ("If Bex sold the boat to Acme", "Bex sold the boat to Acme"),
    (
        "Bex sold the car or the boat in the harbour of Oban",
        "Bex sold the boat in the harbour of Oban",
    ),
    # By whose word.
    ("Rowan plans to quit his job", "Rowan quit his job"),
    ("I want to quit my job at the harbour", "I quit my job at the harbour"),
    ("Rowan once loved Bex very much", "Rowan loved Bex very much"),
    ("Rowan only pretends to like jazz", "Rowan like jazz"),
    ("Rowan forgot to book the train", "Rowan book the train"),
    (
        "Bex allegedly sold the big red boat in the old harbour",
        "Bex sold the big red boat in the old harbour",
    ),
    (
        "Rowan said Bex sold the big red boat in the harbour",
        "Rowan, Bex sold the big red boat in the harbour",
    ),
    # Who, and which way.
    ("He stole the golden ring from the vault", "She stole the golden ring from the vault"),
    ("Rowan got the long letter from Bex", "Rowan got the long letter to Bex"),
    ("Rowan sold the boat before the storm", "Rowan sold the boat after the storm"),
    # Another thing.
    (
        "Rowan drinks decaf coffee with oat milk in the morning",
        "Rowan drinks coffee with oat milk in the morning",
    ),
    # How much, and how often.
    ("Bex paid the bill of 30 euro twice", "Bex paid the bill of 30 euro"),
    ("Bex paid the bill of 30 euro each", "Bex paid the bill of 30 euro"),
    ("Bex ate all of the cake in the tavern", "Bex ate of the cake in the tavern"),
    ("Bex sold a dozen boats in the harbour", "Bex sold boats in the harbour"),
    ("Bex owes Ann 30 thousand euro", "Bex owes Ann 30 euro"),
    # Whether somebody says it or asks it.
    ("Rowan paints the garden door with Bex ?!", "Rowan paints the garden door with Bex"),
    ("Bex sold the boat, right? In the harbour", "Bex sold the boat, right. In the harbour"),
    ("ベックスは赤い船を売った？", "ベックスは赤い船を売った"),
    # Japanese.
    ("ベックスは猫を飼っていた", "ベックスは猫を飼っている"),
    ("ベックスは赤い船を売ったかもしれない", "ベックスは赤い船を売った"),
    ("ベックスは赤い船を売るつもりだ", "ベックスは赤い船を売る"),
    ("彼は赤い船を売った", "彼女は赤い船を売った"),
    ("ベックスは船を売りたい", "ベックスは船を売り"),
    ("ベックスはお茶が好きだった", "ベックスはお茶が好きだ"),
    # Languages of which nothing is known here: any word may be the one that denies.
    (
        "\u0644\u0627 \u0623\u062d\u0628 \u0627\u0644\u0634\u0627\u064a",
        "\u0623\u062d\u0628 \u0627\u0644\u0634\u0627\u064a",
    ),
    ("Er mag am Abend in der Stadt nicht Tee", "Er mag am Abend in der Stadt Tee"),
    ("A Bex no le gusta el t\u00e9 verde de la casa", "A Bex le gusta el t\u00e9 verde de la casa"),
    ("Bex n'aime pas le grand bateau rouge", "Bex aime le grand bateau rouge"),
    (
        "\u0411\u0435\u043a\u0441 \u043d\u0435 \u043b\u044e\u0431\u0438\u0442 \u0447\u0430\u0439",
        "\u0411\u0435\u043a\u0441 \u043b\u044e\u0431\u0438\u0442 \u0447\u0430\u0439",
    ),
]
WORDS = [Nearness(), Nearness(0.99)]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0][:30])
@pytest.mark.parametrize("near", WORDS, ids=["no vectors", "vectors of words"])
def test_what_is_meant_otherwise_is_two(pair, near):
    """Whichever comes first, and however near the vectors are."""
    for one, other in (pair, pair[::-1]):
        first, second = wording_of(one), wording_of(other)
        assert not is_repetition(first, second, near)
        assert not are_merged(one, other, near, 0.5)
        assert not (says_all_of(first, second) and says_all_of(second, first))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0][:30])
def test_a_model_of_sentences_swallows_none_of_them(pair):
    """A cosine of 0.99 proves nothing."""
    for one, other in (pair, pair[::-1]):
        assert not is_repetition(
            wording_of(one), wording_of(other), Nearness(0.99, is_of_words=False)
        )


COUNTED = (
    *("twice", "half", "double", "triple", "dozen", "hundred", "30", "thirty", "three", "1.5"),
    *("all", "every", "each", "both", "some", "few", "many", "most", "several", "another", "5th"),
)
"""How much, and how often."""
SENTENCE = st.lists(
    st.sampled_from(("Bex", "Rowan", "paid", "took", "the", "bill", "euro", "30", "in", "harbour")),
    min_size=1,
    max_size=12,
)


@given(SENTENCE, st.integers(0, 12), st.sampled_from(COUNTED), st.sampled_from(WORDS))
def test_no_amount_is_swallowed_wherever_it_stands(words, at, counted, near):
    """One word of how much more, and it is another memory: nothing speaks for both."""
    more = " ".join([*words[:at], counted, *words[at:]])
    one, other = wording_of(" ".join(words)), wording_of(more)
    assert not are_merged(" ".join(words), more, near, 0.5)
    assert not says_all_of(other, one)
    assert not is_repetition(one, other, near)
    assert not is_repetition(other, one, near)


@given(SENTENCE, st.integers(0, 12), st.sampled_from(["?", " ?", "?!", " ?! ", "？", "؟", "…?"]))
def test_a_question_is_no_statement_wherever_its_mark_stands(words, at, mark):
    """What is asked nobody has said, in whichever of a line's sentences."""
    asked = " ".join(words[:at]) + mark + " " + " ".join(words[at:])
    one, other = wording_of(" ".join(words)), wording_of(asked)
    for near in (*WORDS, Nearness(0.99, is_of_words=False)):
        assert not are_merged(" ".join(words), asked, near, 0.5)
        assert not (is_repetition(one, other, near) or is_repetition(other, one, near))
    assert not (says_all_of(one, other) or says_all_of(other, one) or may_be_united(one, other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rent is due on the first", "Rent is due on the first"),
        ("Rowan deploys the shop with make", "Rowan deploys shop with make."),
        ("ベックスは赤い船を売った", "ベックスは赤い船売った"),
    ],
)
def test_what_articles_or_particles_tell_apart_is_one(one, other):
    """They say nothing."""
    assert are_merged(one, other, Nearness())
