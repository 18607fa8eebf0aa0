"""`familiar index embedder` and `familiar index fetch-model`: which model, and where from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.domain.progress import Progress
    from familiar_memory.sync.report import SyncReport

__all__ = ["embedder", "fetch_model"]

_PARTIAL = 3
_KILO = 1000
"""The progress bar counts in kB: bytes would be numbers of eight digits."""
_FASTEMBED = "fastembed"


@command(
    "embedder",
    "familiar index embedder",
    "familiar index embedder minilm",
    "familiar index embedder fastembed",
    "familiar index embedder fastembed --model-path ~/models/bge-small",
)
def embedder(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="auto, static, minilm, fastembed or none. Default: show the current one.",
        ),
    ] = None,
    model_path: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where fastembed's model is, if not in its cache."),
    ] = None,
) -> None:
    """Show which embedder makes the vectors, or change it.

    The choice is saved in character.toml, and everything is embedded again; until that is
    done, the old vectors answer. If it is interrupted, it continues the next time.
    """
    from familiar_memory.embeddings.resolve import EMBEDDER_NAMES
    from familiar_memory.inspection.embedder import better_row, embedder_state

    run = Run(ctx)
    if name is None:
        if model_path is not None:
            raise UsageError("a model path without an embedder", "fastembed --model-path FOLDER")
        state, better = run.ask(lambda parts: (embedder_state(parts), better_row(parts)))
        run.tell(state, lambda state, out: out.pairs([*state.rows(), *better]))
        return
    if name not in EMBEDDER_NAMES:
        raise UsageError(f"there is no embedder {name!r}", f"one of {', '.join(EMBEDDER_NAMES)}")
    _switch(run, name, model_path)


def _switch(run: Run, name: str, model_path: str | None) -> None:
    from familiar_memory.interfaces.cli.frame.opening import tell_sync
    from familiar_memory.interfaces.cli.upkeep.embedder_view import show_switch
    from familiar_memory.interfaces.json_values.reports import Switched, switch_json

    out = run.out

    async def work(opened: Opened) -> tuple[Switched, SyncReport | None]:
        familiar = opened.familiar
        with out.progress("embedding") as progress:
            report = await familiar.index.switch_embedder(
                name, model_path=model_path, progress=progress
            )
        synced = None
        if report.done:
            with out.progress("indexing") as progress:
                synced = await familiar.settle(progress)
            synced = synced.named(opened.parts.files.register.last_path)
        return Switched(report, opened.parts.setup.paths.character), synced

    switched, synced = run.do(work)
    run.tell(switched, show_switch, switch_json)
    if synced is not None and not out.is_json:
        tell_sync(synced, out)
    if not switched.report.done:
        raise typer.Exit(_PARTIAL)


@command("fetch-model", "familiar index fetch-model")
def fetch_model(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which model; fastembed is the only one.")
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="Give up after this long without data."),
    ] = 30.0,
) -> None:
    """Download the model of the embedder fastembed (about 67 MB) into fastembed's cache.

    Exit code 1 when it cannot be downloaded; the message says how to copy it without a network.
    """
    from familiar_memory.config.environment import fastembed_cache, process_environment
    from familiar_memory.embeddings.fetch import fetch_model
    from familiar_memory.embeddings.model_files import (
        MODEL_FILE,
        MODEL_NAME,
        find_model,
        fingerprint,
    )
    from familiar_memory.interfaces.cli.upkeep.embedder_view import FetchedModel, show_fetched

    run = Run(ctx)
    if name not in (None, _FASTEMBED, MODEL_NAME):
        raise UsageError(f"no model {name!r} can be fetched", f"{_FASTEMBED} ({MODEL_NAME})")
    cache = fastembed_cache()
    was_there = find_model(cache) is not None
    with run.out.progress("downloading (kB)") as progress:
        folder = fetch_model(
            cache,
            environment=process_environment(),
            patience_s=timeout,
            progress=None if progress is None else partial(_in_kilobytes, progress),
        )
    fetched = FetchedModel(
        MODEL_NAME, folder, fingerprint(folder / MODEL_FILE, ""), downloaded=not was_there
    )
    run.tell(fetched, show_fetched)


def _in_kilobytes(progress: Progress, done: int, total: int) -> None:
    progress(done // _KILO, total // _KILO)
