"""The process that downloads: `python -m familiar_memory.embeddings.fetch_child CACHE`.

It does what fastembed does, and nothing else; whoever has started it watches it.
"""

from __future__ import annotations

import sys

from familiar_memory.embeddings.model_files import MODEL_NAME

__all__ = ["main"]


def main(cache_dir: str) -> None:
    """Download the model into a cache; fastembed complains on stderr."""
    from fastembed import TextEmbedding

    # Lazy: the files are wanted, not the model in memory.
    TextEmbedding(MODEL_NAME, cache_dir=cache_dir, lazy_load=True)


if __name__ == "__main__":
    main(sys.argv[1])
