"""The real fastembed, over a tiny model on the disk."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from familiar_memory.embeddings.model_files import find_model, fingerprint
from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder
from familiar_memory.errors import EmbedderError

REPOSITORY = "models--Qdrant--bge-small-en-v1.5-onnx-Q"


@pytest.fixture(scope="module")
def embedder(tiny_model):
    """One loaded model for all tests here."""
    return FastembedEmbedder(environment=os.environ, model_path=tiny_model, threads=1)


def test_the_space_names_the_weights_themselves(embedder, tiny_model, tmp_path):
    """The same files elsewhere are the same space; other files are another."""
    copy = tmp_path / "copy"
    shutil.copytree(tiny_model, copy)
    assert FastembedEmbedder(environment=os.environ, model_path=copy).id == embedder.id
    with (copy / "model_optimized.onnx").open("ab") as file:
        file.write(b"more")
    assert FastembedEmbedder(environment=os.environ, model_path=copy).id.key != embedder.id.key
    assert (embedder.id.name, embedder.id.dimension) == ("fastembed", 384)
    weights = tiny_model / "model_optimized.onnx"
    assert embedder.id.model == f"BAAI/bge-small-en-v1.5@{fingerprint(weights, '')}"


def test_texts_that_share_words_are_near(embedder):
    """The model is really run."""
    rows = embedder.embed_documents(["the tea is warm", "tea warm", "lantern viva thesis"])
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_rows_come_in_the_order_of_texts(embedder):
    """Though texts of like length run together."""
    texts = ["tea", "the kettle is warm", "lantern", "viva thesis", "", "coffee tea"] * 20
    together = embedder.embed_documents(texts)
    alone = np.vstack([embedder.embed_documents([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-6)


def test_a_question_carries_the_models_prefix(embedder):
    """Its vector is that of the prefixed text."""
    prefixed = embedder.embed_documents([f"{embedder.id.query_prefix}warm tea"])[0]
    assert np.array_equal(embedder.embed_query("warm tea"), prefixed)


def test_tokens_are_counted_beyond_what_is_read(embedder):
    """Else a long text would look as if it fitted."""
    assert (embedder.max_tokens, embedder.count_tokens("tea " * 2000)) == (510, 2000)
    assert embedder.count_tokens("") == 0


def test_the_limit_follows_the_models_settings(tiny_model, tmp_path):
    """A model that reads less has a smaller limit."""
    copy = tmp_path / "copy"
    shutil.copytree(tiny_model, copy)
    settings = {"model_max_length": 10**30, "max_length": 128, "pad_token": "[PAD]"}
    (copy / "tokenizer_config.json").write_text(json.dumps(settings))
    assert FastembedEmbedder(environment=os.environ, model_path=copy).max_tokens == 126


def test_a_model_in_a_hub_cache_is_found(tiny_model, tmp_path):
    """Under the revision that `refs/main` names, if that one is whole."""
    for revision in ("aaa", "bbb"):
        shutil.copytree(tiny_model, tmp_path / REPOSITORY / "snapshots" / revision)
    assert find_model(tmp_path) == tmp_path / REPOSITORY / "snapshots" / "aaa"
    (tmp_path / REPOSITORY / "refs").mkdir()
    (tmp_path / REPOSITORY / "refs" / "main").write_text("bbb")
    assert find_model(tmp_path) == tmp_path / REPOSITORY / "snapshots" / "bbb"
    (tmp_path / REPOSITORY / "snapshots" / "bbb" / "tokenizer.json").unlink()
    assert find_model(tmp_path) == tmp_path / REPOSITORY / "snapshots" / "aaa"


def test_older_layouts_of_the_cache_are_found(tiny_model, tmp_path):
    """A repository in other capitals, and the folder of early versions."""
    shutil.copytree(tiny_model, tmp_path / "fast-bge-small-en-v1.5")
    assert find_model(tmp_path) == tmp_path / "fast-bge-small-en-v1.5"
    lower = tmp_path / REPOSITORY.lower() / "snapshots" / "aaa"
    shutil.copytree(tiny_model, lower)
    assert find_model(tmp_path) == lower


def test_a_model_path_is_the_only_place_looked_at(tiny_model, tmp_path):
    """A wrong path is an error, even with a good cache."""
    shutil.copytree(tiny_model, tmp_path / "fast-bge-small-en-v1.5")
    assert find_model(tmp_path, tmp_path / "nowhere") is None


def test_an_absent_model_says_how_to_bring_it(tmp_path):
    """At once, without asking the network."""
    with pytest.raises(EmbedderError) as caught:
        FastembedEmbedder(environment=os.environ, cache_dir=tmp_path)
    assert (
        caught.value.problem == f"the model BAAI/bge-small-en-v1.5 is not on the disk ({tmp_path})"
    )
    for advice in ("model_optimized.onnx", "fetch-model", str(tmp_path), "'static'"):
        assert advice in caught.value.accepted
    with pytest.raises(EmbedderError, match="no folder was named"):
        FastembedEmbedder(environment=os.environ)


def test_a_broken_model_gives_an_embedder_error(tiny_model, tmp_path):
    """At first use, naming the folder."""
    copy = tmp_path / "copy"
    shutil.copytree(tiny_model, copy)
    (copy / "model_optimized.onnx").write_bytes(b"not a model")
    broken = FastembedEmbedder(environment=os.environ, model_path=copy)
    with pytest.raises(EmbedderError, match="cannot be loaded"):
        broken.embed_query("tea")


def test_settings_that_cannot_be_read_give_an_embedder_error(tiny_model, tmp_path):
    """They decide how long a window may be."""
    copy = tmp_path / "copy"
    shutil.copytree(tiny_model, copy)
    (copy / "tokenizer_config.json").write_text("{")
    with pytest.raises(EmbedderError, match=r"tokenizer_config\.json"):
        _ = FastembedEmbedder(environment=os.environ, model_path=copy).max_tokens


@pytest.mark.parametrize("given", [{}, {"ORT_DISABLE_TELEMETRY": "0", "x": "y"}])
def test_the_environment_is_afterwards_as_it_was(tiny_model, given):
    """And what the user has chosen about telemetry stands."""
    environment = dict(given)
    FastembedEmbedder(environment=environment, model_path=tiny_model).embed_query("tea")
    assert environment == given


@pytest.mark.long
def test_running_is_quiet_and_asks_no_network(tiny_model, tmp_path):
    """In a fresh process; nor does it leave an identifier in the home directory."""
    program = """
import logging, os, pathlib, socket, sys
def refuse(*_, **__): raise AssertionError("network")
socket.socket.connect = refuse
from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder
FastembedEmbedder(environment=os.environ, model_path=pathlib.Path(sys.argv[1])).embed_query("tea")
assert logging.getLogger().handlers == []
assert "ORT_DISABLE_TELEMETRY" not in os.environ
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(tiny_model)],
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path), "PYTHONPATH": ":".join(filter(None, sys.path))},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
