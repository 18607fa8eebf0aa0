"""Which embedder is used, and why."""

import os
import shutil

import pytest

from familiar_memory.embeddings import resolve as module
from familiar_memory.embeddings.models import minilm
from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder
from familiar_memory.embeddings.models.minilm import MiniLmEmbedder
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.embeddings.resolve import ResolvedEmbedder, load, resolve
from familiar_memory.errors import EmbedderError


def test_auto_takes_fastembed_if_its_model_is_on_the_disk(tiny_model, tmp_path):
    """In the cache, or at the path."""
    cached = tmp_path / "fast-bge-small-en-v1.5"
    shutil.copytree(tiny_model, cached)
    reason = f"BAAI/bge-small-en-v1.5 is in {cached}"
    assert resolve("auto", cache_dir=tmp_path) == ResolvedEmbedder("fastembed", reason)
    assert resolve("auto", model_path=tiny_model).name == "fastembed"
    assert isinstance(load("auto", environment=os.environ, cache_dir=tmp_path), FastembedEmbedder)


def test_auto_takes_the_sentence_vectors_of_a_package_before_word_vectors(
    minilm_installed, tiny_model, tmp_path
):
    """And fastembed's model before both."""
    reason = f"all-MiniLM-L6-v2 is in {minilm_installed}"
    assert resolve("auto", cache_dir=tmp_path) == ResolvedEmbedder("minilm", reason)
    assert isinstance(load("auto", environment=os.environ), MiniLmEmbedder)
    assert resolve("auto", model_path=tiny_model).name == "fastembed"
    assert resolve("static", cache_dir=tmp_path).name == "static"


def test_a_package_that_lacks_its_weights_is_no_reason_to_do_without_words(
    minilm_installed, monkeypatch, tmp_path
):
    """`auto` goes on to static; who asks for it by name is told."""
    monkeypatch.setattr(minilm, "PACKAGE", "tiny_minilm_that_is_nowhere")
    assert resolve("auto", cache_dir=tmp_path).name == "static"
    with pytest.raises(EmbedderError, match="the embedder minilm cannot be used: the package"):
        resolve("minilm")


def test_auto_takes_static_otherwise(tmp_path):
    """And says what was missing."""
    reason = f"no download needed (BAAI/bge-small-en-v1.5 is not in {tmp_path})"
    assert resolve("auto", cache_dir=tmp_path) == ResolvedEmbedder("static", reason)
    assert isinstance(load("auto", environment=os.environ, cache_dir=tmp_path), StaticEmbedder)


def test_auto_takes_none_where_there_is_neither(monkeypatch, tmp_path):
    """Recall is then lexical, and the reason names both."""
    monkeypatch.setattr(module, "static_model_problem", lambda: "no wheel")
    reason = f"recall is lexical: BAAI/bge-small-en-v1.5 is not in {tmp_path}, and no wheel"
    assert resolve("auto", cache_dir=tmp_path) == ResolvedEmbedder("none", reason)
    assert isinstance(load("auto", environment=os.environ, cache_dir=tmp_path), NoEmbedder)


def test_a_model_without_its_package_is_of_no_use(monkeypatch, tiny_model):
    """`auto` goes on to static."""
    real = module.importlib.util.find_spec
    monkeypatch.setattr(
        module.importlib.util, "find_spec", lambda n: None if n == "fastembed" else real(n)
    )
    assert resolve("auto", model_path=tiny_model) == ResolvedEmbedder(
        "static", "no download needed (the package fastembed is not installed)"
    )
    with pytest.raises(EmbedderError, match="not installed"):
        resolve("fastembed", model_path=tiny_model)


def test_a_name_is_taken_at_its_word(tiny_model):
    """Also when something better is there."""
    assert resolve("static", model_path=tiny_model).name == "static"
    assert resolve("none", model_path=tiny_model).name == "none"
    assert resolve("fastembed", model_path=tiny_model).name == "fastembed"


def test_what_cannot_be_used_is_refused(monkeypatch, tmp_path):
    """With what to do instead."""
    with pytest.raises(EmbedderError, match="fetch-model"):
        load("fastembed", environment=os.environ, cache_dir=tmp_path)
    monkeypatch.setattr(module, "static_model_problem", lambda: "no wheel")
    with pytest.raises(EmbedderError, match="pip install wordllama"):
        load("static", environment=os.environ)
    with pytest.raises(EmbedderError, match="one of auto, static, minilm, fastembed, none"):
        load("openai", environment=os.environ)
