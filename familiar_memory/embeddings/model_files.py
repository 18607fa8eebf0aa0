"""Where on the disk the files of an embedding model are: a look, never a download."""

from __future__ import annotations

import hashlib
from pathlib import Path

from familiar_memory.errors import EmbedderError, cause_of

__all__ = [
    "MODEL_FILE",
    "MODEL_NAME",
    "find_model",
    "fingerprint",
    "how_to_seed",
    "is_part_of_model",
]

MODEL_NAME = "BAAI/bge-small-en-v1.5"
MODEL_FILE = "model_optimized.onnx"
_REPOSITORY = "Qdrant/bge-small-en-v1.5-onnx-Q"
_NEEDED = (MODEL_FILE, "tokenizer.json", "tokenizer_config.json")
_SAMPLE_BYTES = 65_536
"""Of each end: other weights differ there too, and 67 MB need not be read at each start."""
_HUB_FOLDER = f"models--{_REPOSITORY.replace('/', '--')}".lower()
_OLD_FOLDER = f"fast-{MODEL_NAME.split('/')[1]}"


def find_model(cache_dir: Path | None, model_path: Path | None = None) -> Path | None:
    """The folder that holds a whole model; None when there is none.

    `model_path`, if given, is the only place looked at. A cache may be laid out as the
    Hugging Face hub does (`models--<owner>--<name>/snapshots/<revision>`) or as older
    versions of fastembed did (`fast-<name>`).
    """
    if model_path is not None:
        return model_path if _is_whole(model_path) else None
    if cache_dir is None or not cache_dir.is_dir():
        return None
    return next(filter(_is_whole, _candidates(cache_dir)), None)


def fingerprint(weights_file: Path, accepted: str) -> str:
    """Tell one set of weights from another by their size, their start and their end.

    Raises:
        EmbedderError: the file cannot be read; `accepted` says what would mend it.
    """
    try:
        with weights_file.open("rb") as weights:
            head = weights.read(_SAMPLE_BYTES)
            size = weights.seek(0, 2)
            weights.seek(max(0, size - _SAMPLE_BYTES))
            tail = weights.read()
    except OSError as exc:
        raise EmbedderError(f"the model file cannot be read: {cause_of(exc)}", accepted) from exc
    hashed = hashlib.blake2b(b"%d:" % size + head + tail, digest_size=6)
    return hashed.hexdigest()


def how_to_seed(cache_dir: Path | None) -> str:
    """What a person can do to bring the model onto the disk."""
    where = cache_dir or "$FASTEMBED_CACHE_PATH"
    return (
        "with a network: `familiar index fetch-model`; without one: copy"
        f" {', '.join(_NEEDED)} (and config.json, special_tokens_map.json) of {_REPOSITORY}"
        f" from a machine that has them into {where}/{_OLD_FOLDER}/, or into any folder that"
        " `familiar index embedder fastembed --model-path FOLDER` names; or stay with the"
        " embedder 'static', which needs no download"
    )


def is_part_of_model(folder: str) -> bool:
    """Whether a folder of this name in a cache is where the model is, or is to be."""
    return folder.lower() == _HUB_FOLDER or folder == _OLD_FOLDER


def _candidates(cache_dir: Path) -> list[Path]:
    try:
        repositories = [p for p in sorted(cache_dir.iterdir()) if p.name.lower() == _HUB_FOLDER]
        snapshots = [s for r in repositories for s in _snapshots(r)]
    except OSError:
        snapshots = []
    return [*snapshots, cache_dir / _OLD_FOLDER]


def _snapshots(repository: Path) -> list[Path]:
    """The revision that `refs/main` names comes first."""
    main = repository / "refs" / "main"
    current = main.read_text("ascii").strip() if main.is_file() else ""
    folder = repository / "snapshots"
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return sorted(found, key=lambda revision: revision.name != current)


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in _NEEDED)
