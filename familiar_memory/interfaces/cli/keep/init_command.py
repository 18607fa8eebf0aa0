"""`familiar init`: make a familiar."""

from __future__ import annotations

from shlex import quote
from typing import Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["init"]


@command(
    "init",
    "familiar init ember",
    "familiar init ember --name Ember --timezone Europe/Ljubljana --embedder none",
)
def init(
    ctx: typer.Context,
    familiar_id: Annotated[
        str, typer.Argument(metavar="ID", help="Its id, and the name of its folder.")
    ],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its display name. Default: the id.")
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(metavar="ZONE", help="The time zone its days are counted in. Default: UTC."),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            help="What makes the vectors: auto, static, minilm, fastembed or none.", metavar="NAME"
        ),
    ] = None,
) -> None:
    """Create a familiar: a folder with its settings and an empty memory."""
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.embeddings.resolve import EMBEDDER_NAMES
    from familiar_memory.founding import found

    run = Run(ctx)
    call, out = run.call, run.out
    if embedder is not None and embedder not in EMBEDDER_NAMES:
        raise UsageError(
            f"there is no embedder {embedder!r}", f"one of {', '.join(EMBEDDER_NAMES)}"
        )
    paths = FamiliarPaths(call.home_folder(), familiar_id)
    chosen = found(paths, name=name, timezone=timezone, embedder=embedder)
    if out.is_json:
        out.json(
            {
                "familiar": familiar_id,
                "folder": str(paths.root),
                "memory": str(paths.memory),
                "embedder": chosen.name,
                "reason": chosen.reason,
            }
        )
        return
    rows = [
        ("familiar", familiar_id),
        ("folder", str(paths.root)),
        ("memory", f"{paths.memory}  (plain Markdown: edit it as you like)"),
        ("settings", str(paths.character)),
        ("embedder", f"{chosen.name}: {chosen.reason}"),
    ]
    for key, value in rows:
        out.print(f"{key:<9} {value}")
    home = "" if call.home is None else f" --home {quote(str(call.home))}"
    steps = (
        ("chat", "talk to it; what you say becomes notes"),
        ("import FILE", "a chat, a card, a lorebook, or a folder of notes"),
        ("record chat.jsonl", "or messages, as JSON lines"),
        ("write", "turn messages into notes"),
        ('search "who likes tea?"', "ask"),
    )
    out.notice("\nNext:")
    for step, what in steps:
        out.notice(f"  familiar{home} -f {familiar_id} {step:<23}  # {what}")
