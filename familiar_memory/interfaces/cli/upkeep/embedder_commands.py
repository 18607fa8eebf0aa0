"""`familiar index embedder` and `familiar index fetch-model`: which model, and where from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.report import SyncReport
    from familiar_memory.sync.vectors.switch import SwitchReport

__all__ = ["register_embedder"]

_PARTIAL = 3
_KILO = 1000
_FASTEMBED = "fastembed"


def register_embedder(group: typer.Typer) -> None:
    """Add both commands to the group."""
    group.command(
        "embedder",
        cls=FamiliarCommand,
        epilog=examples(
            "familiar index embedder",
            "familiar index embedder fastembed",
            "familiar index embedder fastembed --model-path ~/models/bge-small",
        ),
    )(_embedder)
    group.command(
        "fetch-model", cls=FamiliarCommand, epilog=examples("familiar index fetch-model")
    )(_fetch)


def _embedder(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="auto, static, fastembed or none. Default: tell which it is."
        ),
    ] = None,
    model_path: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where fastembed's model is, if not in its cache."),
    ] = None,
) -> None:
    """Tell which embedder makes the vectors, or change it.

    The choice is written into character.toml, and everything is embedded anew beside the
    vectors that answer meanwhile. Interrupted, it goes on where it was the next time.
    """
    from familiar_memory.embeddings.resolve import EMBEDDER_NAMES

    call = invocation(ctx)
    out = Output(call)
    if name is None:
        if model_path is not None:
            raise UsageError("a model path without an embedder", "fastembed --model-path FOLDER")
        _tell(ctx, out)
        return
    if name not in EMBEDDER_NAMES:
        raise UsageError(f"there is no embedder {name!r}", f"one of {', '.join(EMBEDDER_NAMES)}")
    _switch(ctx, out, name, model_path)


def _tell(ctx: typer.Context, out: Output) -> None:
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar
    from familiar_memory.interfaces.cli.upkeep.embedder_view import embedder_state, state_rows

    async def work(familiar: Familiar) -> dict[str, Any]:
        return await asyncio.to_thread(embedder_state, familiar)

    state = with_familiar(invocation(ctx), out, work)
    if out.is_json:
        out.json(state)
        return
    rows = state_rows(state)
    width = max(len(key) for key, _ in rows)
    for key, value in rows:
        out.print(f"{key:<{width}}  {value}")


def _switch(ctx: typer.Context, out: Output, name: str, model_path: str | None) -> None:
    from familiar_memory.interfaces.cli.frame.opening import tell_sync, with_familiar

    async def work(familiar: Familiar) -> tuple[SwitchReport, SyncReport | None, str]:
        with out.progress("embedding") as progress:
            report = await familiar.switch_embedder(name, model_path=model_path, progress=progress)
        synced = None
        if report.done:
            with out.progress("indexing") as progress:
                synced = await familiar.settle(progress)
        return report, synced, str(familiar.parts.paths.character)

    report, synced, file = with_familiar(invocation(ctx), out, work)
    _tell_switch(report, out, file)
    if synced is not None and not out.is_json:
        tell_sync(synced, out)
    if not report.done:
        raise typer.Exit(_PARTIAL)


def _tell_switch(report: SwitchReport, out: Output, file: str) -> None:
    from familiar_memory.embeddings.base import space_name

    name = space_name(report.embedder)
    if out.is_json:
        out.json(
            {
                "embedder": name,
                "space": report.embedder,
                "chunks": report.chunks,
                "embedded": report.embedded,
                "done": report.done,
                "settings": file,
            }
        )
    elif report.done:
        out.print(f"the embedder is {name}, as {file} says now")
        out.print(
            f"{report.chunks} chunks were given vectors, {report.embedded} texts went through"
            " the model"
            if report.has_vectors
            else "recall goes by words"
        )
        out.notice("a process that runs with the former one answers by words until it restarts")
    else:
        out.print(f"not done: another embedder than {name} was chosen meanwhile")


def _fetch(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which model. There is one: fastembed.")
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="Give up when nothing came for so long."),
    ] = 30.0,
) -> None:
    """Download the model of the embedder fastembed (about 67 MB) into fastembed's cache.

    Exit code 1 where it cannot be had; the message says how to bring it without a network.
    """
    from familiar_memory.config.environment import fastembed_cache, process_environment
    from familiar_memory.embeddings.fetch import fetch_model
    from familiar_memory.embeddings.model_files import MODEL_NAME, find_model, fingerprint

    out = Output(invocation(ctx))
    if name not in (None, _FASTEMBED, MODEL_NAME):
        raise UsageError(f"no model {name!r} can be fetched", f"{_FASTEMBED} ({MODEL_NAME})")
    cache = fastembed_cache()
    was_there = find_model(cache) is not None
    with out.progress("downloading (kB)") as progress:
        folder = fetch_model(
            cache,
            environment=process_environment(),
            patience_s=timeout,
            progress=None if progress is None else _in_kilobytes(progress),
        )
    _tell_model(out, folder, fingerprint(folder), was_there=was_there)


def _in_kilobytes(progress: Any) -> Any:  # noqa: ANN401 - the same form as it has
    return lambda done, total: progress(done // _KILO, total // _KILO)


def _tell_model(out: Output, folder: Path, weights: str, *, was_there: bool) -> None:
    from familiar_memory.embeddings.model_files import MODEL_NAME

    if out.is_json:
        out.json(
            {
                "model": MODEL_NAME,
                "folder": str(folder),
                "weights": weights,
                "downloaded": not was_there,
            }
        )
        return
    out.print(f"{MODEL_NAME} {'was there already' if was_there else 'is there now'}: {folder}")
    out.notice("`familiar index embedder fastembed` makes a familiar use it")
