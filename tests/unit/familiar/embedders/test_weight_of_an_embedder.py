"""What a cosine counts is the embedder's own: a model's more than that of static word vectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from familiars import put_notes

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.embeddings.base import MODEL_WEIGHT, STATIC_WEIGHT, EmbedderId
from familiar_memory.errors import EmbedderError
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.testing import HashEmbedder

NOTES = {"notes/a.md": "- the copper kettle\n", "notes/b.md": "- a silver lantern\n"}


class Described(HashEmbedder):
    """The fake, with a description of its own; it may fail until it is let through."""

    def __init__(self, name="hash", ready=True, **described):
        super().__init__(name=name)
        self.described = described
        self.halted = not ready

    @property
    def id(self):
        """As given."""
        return replace(super().id, **self.described)

    def embed_documents(self, texts):
        """As the fake; one that is not ready fails."""
        if self.halted:
            raise EmbedderError("not yet", "later")
        return super().embed_documents(texts)


async def found(familiar, **weights):
    """Score and cosine of the best hit, without what is rounded away."""
    result = await familiar.search(RecallRequest("copper kettle", weights=weights))
    return result.hits[0].score, dict(result.hits[0].signals)["cosine"]


async def scores(tmp_path, new_familiar, embedder, *weights):
    """The best score with each of these weights, and its cosine."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with new_familiar(tmp_path, embedder=embedder) as familiar:
        await familiar.settle()
        return [await found(familiar, **one) for one in weights]


async def test_a_model_counts_more_than_word_vectors(tmp_path, new_familiar):
    """As much more as its description says: the score is words plus weight times the rest."""
    given = ({"vector": 0.0}, {"vector": 0.1}, {"vector": 0.1 * MODEL_WEIGHT})
    words, static, twice = await scores(
        tmp_path / "static", new_familiar, Described(weight=STATIC_WEIGHT), *given
    )
    without, model, _ = await scores(
        tmp_path / "model", new_familiar, Described(weight=MODEL_WEIGHT), *given
    )
    assert words == without
    assert words[0] < static[0] < model[0] == pytest.approx(twice[0])


async def test_a_weight_of_a_profile_is_multiplied_like_the_shipped_one(tmp_path, new_familiar):
    """So it keeps its meaning with another embedder, and 0 stays 0."""
    weights = RankingWeights(vector=0.3).asked_with(EmbedderId("x", "y", 3, weight=1.5))
    assert weights == RankingWeights(vector=pytest.approx(0.45))
    assert RankingWeights(vector=0.0).asked_with(EmbedderId("x", "y", 3)).vector == 0


async def test_the_weight_is_of_the_vectors_that_are_asked(tmp_path, new_familiar):
    """While another embedder is made ready, the former one's weight holds."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with new_familiar(tmp_path, embedder=Described(weight=1.0)) as familiar:
        await familiar.settle()
        former = await found(familiar)
        heavy = Described("heavy", ready=False, weight=4.0)
        with pytest.raises(EmbedderError):
            await familiar.index.switch_embedder(heavy)
        assert await found(familiar) == former
        heavy.halted = False
        assert (await familiar.index.switch_embedder(heavy)).done
        score, cosine = await found(familiar)
        assert score > former[0]
        assert cosine == former[1]


@pytest.mark.long
async def test_cosines_count_from_what_is_unrelated_up(tmp_path, new_familiar):
    """A model that calls everything alike says no more with it; the same text stays at 1."""
    plain, off = {}, {"vector": 0.0}
    (_, cosine), _ = await scores(tmp_path / "a", new_familiar, Described(), plain, off)
    (_, above), _ = await scores(tmp_path / "b", new_familiar, Described(unrelated=0.5), plain, off)
    assert above == pytest.approx((cosine - 0.5) / 0.5, abs=1e-4)
    assert cosine > 0.5
    (score, nothing), (without, _) = await scores(
        tmp_path / "c", new_familiar, Described(unrelated=0.999), plain, off
    )
    assert (score, nothing) == (without, 0)


@pytest.mark.parametrize("wrong", [-0.1, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_refused(wrong):
    """At once, and not when a score comes out wrong."""
    with pytest.raises(EmbedderError, match="the embedder mine gives its vectors the weight") as c:
        EmbedderId("mine", "m", 3, weight=wrong)
    assert c.value.accepted.startswith("a number of at least 0: 1.0 for static word vectors")


@pytest.mark.parametrize("wrong", [-0.1, 1.0, float("nan")])
def test_a_cosine_of_the_unrelated_that_is_none_is_refused(wrong):
    """Nothing could count up from 1."""
    with pytest.raises(EmbedderError, match="calls texts unrelated at the cosine"):
        EmbedderId("mine", "m", 3, unrelated=wrong)


def test_the_description_is_no_part_of_the_space():
    """Vectors that were made before the weight was chosen anew are still good."""
    light, heavy = (EmbedderId("x", "y", 3, weight=one, unrelated=one / 10) for one in (1, 2))
    assert (light, light.key) == (heavy, heavy.key)
    assert np.isfinite(light.weight)
