"""Two memories whose words are nearly the same, and which say two things: never one."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import (
    Nearness,
    are_alike,
    says_all_of,
)
from familiar_memory.maintenance.consolidation.repetition import is_repetition

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
        assert not are_alike(first, second, near, 0.5)
        assert not (says_all_of(first, second) and says_all_of(second, first))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0][:30])
def test_a_model_of_sentences_swallows_none_of_them(pair):
    """A cosine of 0.99 proves nothing."""
    for one, other in (pair, pair[::-1]):
        assert not is_repetition(
            wording_of(one), wording_of(other), Nearness(0.99, is_of_words=False)
        )


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
    assert are_alike(wording_of(one), wording_of(other), Nearness(), 0.85)
