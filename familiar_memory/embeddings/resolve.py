"""Which embedder a familiar uses: decided once, by what is on the disk, and said why."""

from __future__ import annotations

import importlib.util
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.model_files import MODEL_NAME, find_model, how_to_seed
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.embeddings.models.static import (
    STATIC_ACCEPTED,
    StaticEmbedder,
    static_model_problem,
)
from familiar_memory.errors import EmbedderError

__all__ = ["EMBEDDER_NAMES", "ResolvedEmbedder", "load", "resolve"]

EMBEDDER_NAMES = ("auto", "static", "minilm", "fastembed", "none")
_FASTEMBED_ACCEPTED = (
    "`pip install fastembed`; where it has no wheel, another embedder: static, minilm, none"
)


@dataclass(frozen=True, slots=True)
class ResolvedEmbedder:
    """A name other than `auto`, and one sentence on why it was chosen."""

    name: str
    reason: str


def resolve(
    name: str, *, cache_dir: Path | None = None, model_path: Path | None = None
) -> ResolvedEmbedder:
    """Choose an embedder without loading one: no model, no network.

    `auto` takes the best that is there: fastembed if its model is on the disk, else minilm
    if the package of its weights is installed, else static, else none.

    Raises:
        EmbedderError: the name is unknown, or the one asked for cannot be used here.
    """
    if name == "none":
        return ResolvedEmbedder("none", "no embedder was asked for: recall is lexical")
    if name == "static":
        return _static_or_raise()
    if name == "minilm":
        return _minilm_or_raise()
    if name == "fastembed":
        return _fastembed_or_raise(cache_dir, model_path)
    if name == "auto":
        return _best(cache_dir, model_path)
    raise EmbedderError(f"there is no embedder {name!r}", f"one of {', '.join(EMBEDDER_NAMES)}")


def load(
    name: str,
    *,
    environment: MutableMapping[str, str],
    cache_dir: Path | None = None,
    model_path: Path | None = None,
) -> Embedder:
    """Make the embedder that `resolve` chooses; its model is loaded on first use.

    `environment` is the process's own, `os.environ`: onnxruntime needs it to be kept from
    reporting to its maker.

    Raises:
        EmbedderError: as `resolve`.
    """
    chosen = resolve(name, cache_dir=cache_dir, model_path=model_path).name
    if chosen == "fastembed":
        from familiar_memory.embeddings.models.fastembed_model import FastembedEmbedder

        return FastembedEmbedder(
            environment=environment, cache_dir=cache_dir, model_path=model_path
        )
    if chosen == "minilm":
        from familiar_memory.embeddings.models.minilm import MiniLmEmbedder

        return MiniLmEmbedder(environment=environment)
    return StaticEmbedder() if chosen == "static" else NoEmbedder()


def _static_or_raise() -> ResolvedEmbedder:
    if problem := static_model_problem():
        raise EmbedderError(f"the static embedder cannot be used: {problem}", STATIC_ACCEPTED)
    return ResolvedEmbedder("static", "its weights come with the package wordllama")


def _minilm_or_raise() -> ResolvedEmbedder:
    from familiar_memory.embeddings.models.minilm import (
        MINILM_ACCEPTED,
        minilm_folder,
        minilm_problem,
    )

    if problem := minilm_problem():
        raise EmbedderError(f"the embedder minilm cannot be used: {problem}", MINILM_ACCEPTED)
    return ResolvedEmbedder("minilm", f"all-MiniLM-L6-v2 is in {minilm_folder()}")


def _fastembed_or_raise(cache_dir: Path | None, model_path: Path | None) -> ResolvedEmbedder:
    if problem := _fastembed_problem(cache_dir, model_path):
        accepted = how_to_seed(cache_dir) if _has_fastembed() else _FASTEMBED_ACCEPTED
        raise EmbedderError(f"the embedder fastembed cannot be used: {problem}", accepted)
    return ResolvedEmbedder("fastembed", f"{MODEL_NAME} is in {find_model(cache_dir, model_path)}")


def _best(cache_dir: Path | None, model_path: Path | None) -> ResolvedEmbedder:
    from familiar_memory.embeddings.models.minilm import minilm_problem

    no_fastembed = _fastembed_problem(cache_dir, model_path)
    if no_fastembed is None:
        return _fastembed_or_raise(cache_dir, model_path)
    if minilm_problem() is None:
        return _minilm_or_raise()
    no_static = static_model_problem()
    if no_static is None:
        return ResolvedEmbedder("static", f"no download needed ({no_fastembed})")
    return ResolvedEmbedder("none", f"recall is lexical: {no_fastembed}, and {no_static}")


def _has_fastembed() -> bool:
    return importlib.util.find_spec("fastembed") is not None


def _fastembed_problem(cache_dir: Path | None, model_path: Path | None) -> str | None:
    if not _has_fastembed():
        return "the package fastembed is not installed"
    if find_model(cache_dir, model_path) is None:
        return f"{MODEL_NAME} is not in {model_path or cache_dir or 'any folder named'}"
    return None
