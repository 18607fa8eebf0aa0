"""Fixtures that tests of several layers share."""

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tiny_minilm import write_minilm

if TYPE_CHECKING:
    from model_server import ModelServer

    from familiar_memory.familiar import Familiar

# The suite runs onnxruntime, which must not report that to anybody.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

pytest_plugins = ["house_rules"]

_LIMITS = ("STEPS_S", "DEADLINES_S")
"""How long a recall may take, and each step of it, by mode."""


@pytest.fixture(scope="session", autouse=True)
def _no_models_of_this_machine() -> Iterator[None]:
    """What `auto` takes does not depend on what a developer has installed."""
    from familiar_memory.embeddings.models import minilm

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minilm, "PACKAGE", "no_package_of_weights")
        yield


TINY_WORDS = ("tea", "coffee", "kettle", "lantern", "viva", "thesis", "the", "is", "warm")


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that fastembed takes for bge-small: a real ONNX model of nine words.

    The vector of a text is the mean of fixed random vectors of its tokens, so texts that
    share words are near, and the code path is the one of the real model.
    """
    folder = tmp_path_factory.mktemp("model")
    tokens = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", *TINY_WORDS)
    _write_tokenizer(folder, tokens)
    _write_model(folder / "model_optimized.onnx", len(tokens))
    return folder


def _write_tokenizer(folder: Path, tokens: tuple[str, ...]) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    vocabulary = {token: number for number, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {
        "config.json": {"pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 512, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
    }
    for name, content in settings.items():
        (folder / name).write_text(json.dumps(content), "utf-8")


def _write_model(path: Path, size: int) -> None:
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    table = np.random.default_rng(7).standard_normal((size, 384)).astype(np.float32)
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array([2], np.int64), "last"),
        numpy_helper.from_array(np.array([1], np.int64), "along"),
    ]
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["mask3"]),
        helper.make_node("Mul", ["rows", "mask3"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "along"], ["sum"], keepdims=0),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    output = helper.make_tensor_value_info("sum", TensorProto.FLOAT, ["batch", 384])
    graph = helper.make_graph(nodes, "tiny", inputs, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


@pytest.fixture(scope="session")
def tiny_minilm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package such as brings the weights of MiniLM: a real ONNX model of its form.

    The state of each token is a fixed random vector, whatever stands beside it.
    """
    package = tmp_path_factory.mktemp("site") / "tiny_weights"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError('nothing of it is to be run')")
    write_minilm(package / "model.onnx")
    return package


@pytest.fixture
def minilm_installed(tiny_minilm: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where the embedder minilm looks for its weights."""
    from familiar_memory.embeddings.models import minilm

    monkeypatch.syspath_prepend(str(tiny_minilm.parent))
    monkeypatch.setattr(minilm, "PACKAGE", tiny_minilm.name)
    return tiny_minilm


@pytest.fixture(scope="session")
def new_familiar() -> "Callable[..., Familiar]":
    """Make a familiar in a folder, with an embedder without a model and a clock that stands."""
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.familiar import Familiar
    from familiar_memory.testing import FixedClock, HashEmbedder

    def make(
        home: Path,
        name: str = "ember",
        *,
        settings: str = "",
        embedder: object | None = None,
        now: datetime = datetime(2026, 3, 1, tzinfo=UTC),
    ) -> "Familiar":
        paths = FamiliarPaths(home, name)
        paths.memory.mkdir(parents=True, exist_ok=True)
        if not paths.character.exists():
            paths.character.write_text('[character]\nname = "Ember"\n' + settings, "utf-8")
        return Familiar(paths, clock=FixedClock(now), embedder=embedder or HashEmbedder())

    return make


@pytest.fixture(scope="session", autouse=True)
def _no_hurry() -> Iterator[None]:
    """A recall waits: what a busy machine is late with is left out, and few tests ask of that."""
    from familiar_memory.domain.question.context import Mode
    from familiar_memory.recall import pipeline

    with pytest.MonkeyPatch.context() as patch:
        for name in _LIMITS:
            patch.setattr(pipeline, name, dict.fromkeys(Mode, 60.0))
        yield


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recall takes no longer than it may: for tests of what is late."""
    from familiar_memory.recall import layout, pipeline

    for name in _LIMITS:
        monkeypatch.setattr(pipeline, name, getattr(layout, name))


@pytest.fixture
def model_server(monkeypatch: pytest.MonkeyPatch) -> "Iterator[ModelServer]":
    """A chat-model server on this machine; see `model_server.py`."""
    from model_server import ModelServer

    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with ModelServer() as server:
        yield server
