"""`familiar index …`: look at the index, bring it up to date, make it anew, prove it."""

from __future__ import annotations

from familiar_memory.interfaces.cli.frame.commands import group

__all__ = ["index"]

_HERE = "familiar_memory.interfaces.cli.upkeep"

index = group(
    "index",
    "Manage the search index: status, update, rebuild, verify, embedder, fetch-model.",
    {
        "status": f"{_HERE}.index_commands:status",
        "update": f"{_HERE}.index_commands:update",
        "rebuild": f"{_HERE}.index_commands:rebuild",
        "verify": f"{_HERE}.index_commands:verify",
        "embedder": f"{_HERE}.embedder_commands:embedder",
        "fetch-model": f"{_HERE}.embedder_commands:fetch_model",
    },
)
