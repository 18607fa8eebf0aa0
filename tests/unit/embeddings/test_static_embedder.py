"""The embedder that comes with the package: no download, no home directory."""

import importlib.metadata
import logging
import subprocess
import sys

import numpy as np
import pytest

from familiar_memory.embeddings.base import EmbedderId, is_quick
from familiar_memory.embeddings.models import static
from familiar_memory.embeddings.models.static import StaticEmbedder, static_model_problem
from familiar_memory.errors import EmbedderError


@pytest.fixture(scope="module")
def embedder():
    """One loaded model for all tests here."""
    return StaticEmbedder()


def test_the_space_names_version_weights_and_dimension(embedder):
    """Known without loading anything."""
    model = f"wordllama-{importlib.metadata.version('wordllama')}/l2_supercat/content-words-1"
    assert embedder.id == EmbedderId("static", model, 256)
    assert embedder.id.key == f"static|{model}|256|l2|''|''"


def test_texts_of_like_meaning_are_nearer(embedder):
    """Without a word in common."""
    kitten, law = embedder.embed_documents(["a kitten purred", "corporate tax law"])
    query = embedder.embed_query("the cats meowed")
    assert query @ kitten > query @ law + 0.2


def test_a_text_has_the_same_bits_in_any_company(embedder):
    """Alone, in a batch, before or after long texts: padding has no part in it."""
    texts = ["tea", "the kettle " * 400, "漢字とかな", "x", "🌿 lamps, lit", "a\nb"] * 12
    together = embedder.embed_documents(texts)
    alone = np.vstack([embedder.embed_documents([text]) for text in texts])
    backwards = embedder.embed_documents(texts[::-1])[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


def test_vectors_agree_with_the_package_itself(embedder):
    """The mean of the vectors of the tokens of content words, normalised."""
    texts = ["The tea is ready.", "Mind the third stair!", "What is it?"]
    content = ["tea ready", "mind third stair", "what is it"]
    weights, tokenizer = embedder._load()
    wide = weights.astype(np.float32)
    means = [wide[tokenizer.encode(t, add_special_tokens=False).ids].mean(0) for t in content]
    expected = np.stack([m / np.linalg.norm(m) for m in means])
    assert np.allclose(embedder.embed_documents(texts), expected, atol=1e-6)


@pytest.mark.long
def test_loading_leaves_logging_and_network_alone(tmp_path):
    """In a fresh process without a home, with every socket refused."""
    program = """
import logging, socket, sys
def refuse(*_, **__): raise AssertionError("network")
socket.socket.connect = refuse
from familiar_memory.embeddings.models.static import StaticEmbedder
StaticEmbedder().embed_query("tea")
root = logging.getLogger()
assert (root.handlers, root.level) == ([], logging.WARNING), root.handlers
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path), "PYTHONPATH": ":".join(filter(None, sys.path))},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_says_what_to_do(monkeypatch):
    """A typed error at first use, not an ImportError."""
    monkeypatch.setattr(static.importlib.util, "find_spec", lambda name: None)
    assert static_model_problem() == "the package wordllama is not installed"
    with pytest.raises(EmbedderError, match="pip install wordllama"):
        StaticEmbedder().embed_query("tea")


def test_a_package_without_its_weights_says_so(monkeypatch, tmp_path):
    """The problem names the files, so nothing tries to download them."""

    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(static.importlib.util, "find_spec", lambda name: Spec)
    assert static_model_problem() == (
        "the package wordllama lacks weights/l2_supercat_256.safetensors,"
        " tokenizers/l2_supercat_tokenizer_config.json"
    )


def test_a_broken_model_gives_an_embedder_error(monkeypatch):
    """Whatever reads it raises."""
    import safetensors

    def broken(*_, **__):
        raise ValueError("header too large")

    monkeypatch.setattr(safetensors, "safe_open", broken)
    with pytest.raises(EmbedderError, match="cannot be loaded: header too large"):
        StaticEmbedder().embed_query("tea")


def test_the_users_own_logging_stays(monkeypatch):
    """A handler that was there before is still there afterwards."""
    own = logging.NullHandler()
    root = logging.getLogger()
    root.addHandler(own)
    try:
        StaticEmbedder().embed_query("tea")
        assert own in root.handlers
    finally:
        root.removeHandler(own)


def test_it_is_quick_as_soon_as_its_weights_are_loaded():
    """Before, a question would wait for them without a way to leave them behind."""
    embedder = StaticEmbedder()
    assert not is_quick(embedder)
    embedder.embed_query("a kettle")
    assert is_quick(embedder)
    embedder.close()
    assert not is_quick(embedder)
