"""What an owner is shown of hits: notes by the paths of their files, which no viewer learns."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.notes.register.register import TreeRegister

__all__ = ["by_path"]


def by_path(hit: SearchHit, register: TreeRegister) -> SearchHit:
    """A hit whose notes are named by where they stand; a turn's, or a gone note's, as it was."""

    def shown(key: str) -> str:
        return register.path_of(key) or key

    noted = tuple(
        f"{shown(key)}{colon}{line}"
        for key, colon, line in (one.rpartition(":") for one in hit.noted_in)
    )
    return replace(hit, path=shown(hit.path), noted_in=noted)
