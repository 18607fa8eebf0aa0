"""How a change of the embedder looks, and a model that was fetched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from familiar_memory.embeddings.base import space_name
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.reports import Switched

__all__ = ["FetchedModel", "show_fetched", "show_switch"]


@dataclass(frozen=True, slots=True)
class FetchedModel:
    """A model on the disk; `weights` is the fingerprint of its files."""

    model: str
    folder: Path
    weights: str
    downloaded: bool


def show_switch(switched: Switched, out: Output) -> None:
    """What the embedder is now, and what that took."""
    report = switched.report
    name = space_name(report.embedder)
    if not report.done:
        out.print(f"not done: an embedder other than {name} was chosen meanwhile")
        return
    out.print(f"the embedder is {name}, as {switched.settings} says now")
    out.print(
        f"{report.chunks} chunks were given vectors, {report.embedded} texts went through the model"
        if report.has_vectors
        else "recall uses words only"
    )
    out.notice("a process that is already running keeps the old one until it restarts")


def show_fetched(fetched: FetchedModel, out: Output) -> None:
    """Where the model is."""
    there = "is there now" if fetched.downloaded else "was there already"
    out.print(f"{fetched.model} {there}: {fetched.folder}")
    out.notice("`familiar index embedder fastembed` makes a familiar use it")
