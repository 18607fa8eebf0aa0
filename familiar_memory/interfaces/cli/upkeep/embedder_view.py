"""What can be told of the embedder: its model, the vectors kept, and what lacks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.cli.frame.finding import Finding
from familiar_memory.interfaces.cli.frame.output import size_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.report import SyncReport

__all__ = ["embedder_facts", "embedder_findings", "embedder_state", "state_rows"]

_NAMED = 3


def embedder_state(familiar: Familiar) -> dict[str, Any]:
    """Everything about the embedder and its vectors, as data.

    `chunks.without_vectors` counts those of the space in use; null where nothing has vectors.
    """
    from familiar_memory.embeddings.base import space_name

    index = familiar.index
    standing = index.spaces.standing()
    live = standing.told
    rows = index.spaces.sizes()
    used = familiar.parts.embedders.own.id
    dimension = next((row.dimension for row in rows if row.key == live), 0)
    return {
        "embedder": space_name(live) if live else "none",
        "model": live.split("|")[1] if live.count("|") else "",
        "dimension": dimension,
        "model_folder": _folder(familiar) if live == used.key else None,
        "of_this_process": used.name,
        "problem": familiar.parts.embedder_problem,
        "settled_in": familiar.parts.settings.index.embedder,
        "being_prepared": None
        if standing.is_ready or not standing.own
        else {
            "embedder": used.name,
            "chunks_left": index.spaces.count_wanting(standing.own),
        },
        "chunks": {
            "all": index.stats().chunks,
            "without_vectors": index.spaces.count_wanting(live) if dimension else None,
        },
        "kept": [
            {
                "embedder": space_name(row.key),
                "model": row.key.split("|")[1] if "|" in row.key else "",
                "vectors": row.vectors,
                "bytes": row.size_bytes,
                "live": row.key == live,
            }
            for row in rows
            if row.vectors
        ],
    }


def state_rows(state: dict[str, Any]) -> list[tuple[str, str]]:
    """The same for people: a name and what there is to say."""
    rows = [("embedder", _embedder_text(state)), ("chunks", _chunks_text(state["chunks"]))]
    rows += [
        (
            "in use" if one["live"] else "kept",
            f"{one['vectors']} vectors of {one['embedder']}  ({size_text(one['bytes'])})",
        )
        for one in state["kept"]
    ]
    if told := state["being_prepared"]:
        rows.append(("on its way", f"{told['embedder']}, {told['chunks_left']} chunks left"))
    if state["problem"]:
        rows.append(("problem", state["problem"]))
    return rows


def _embedder_text(state: dict[str, Any]) -> str:
    if not state["dimension"]:
        return f"{state['embedder']}: recall goes by words"
    folder = f", in {state['model_folder']}" if state["model_folder"] else ""
    return f"{state['embedder']}  ({state['model']}, {state['dimension']} dimensions{folder})"


def _chunks_text(chunks: dict[str, Any]) -> str:
    if chunks["without_vectors"] is None:
        return f"{chunks['all']} without vectors"
    return f"{chunks['all'] - chunks['without_vectors']} of {chunks['all']} have vectors"


def embedder_facts(familiar: Familiar) -> tuple[str, ...]:
    """Lines that doctor shows whether or not something is wrong."""
    rows = state_rows(embedder_state(familiar))
    return tuple(f"{key}: {value}" for key, value in rows if key != "problem")


def embedder_findings(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    """What is degraded, and the one command that mends it."""
    from familiar_memory.embeddings.base import space_name

    problem = familiar.parts.embedder_problem
    standing = familiar.index.spaces.standing()
    if problem is not None:
        yield Finding(f"recall is lexical only: {problem}", _mend(familiar))
    elif not standing.is_ready:
        own = space_name(standing.own)
        yield Finding(
            f"the index is being embedded with {own}",
            f"`familiar index embedder {own}` finishes it",
            serious=False,
        )
    yield from _uncovered(familiar)


def _uncovered(familiar: Familiar) -> Iterator[Finding]:
    if not familiar.index.spaces.standing().is_ready:
        return
    lacking = familiar.index.unembedded()
    if lacking:
        named = ", ".join(key for _, key in lacking[:_NAMED])
        more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
        yield Finding(
            f"{len(lacking)} documents lack vectors, since the model failed: {named}{more}",
            "`familiar index update` tries it again",
        )


def _mend(familiar: Familiar) -> str:
    """The one command after which the embedder that is settled can be used."""
    settled = familiar.parts.settings.index.embedder
    if settled == "fastembed":
        return "`familiar index fetch-model` brings it; or `familiar index embedder static`"
    if settled == "static":
        return "`pip install wordllama`; or `familiar index embedder none`"
    return "`familiar index embedder auto`"


def _folder(familiar: Familiar) -> str | None:
    """Where the files of the model are; None when it has none."""
    folder = getattr(familiar.parts.embedders.own, "folder", None)
    return None if folder is None else str(folder)
