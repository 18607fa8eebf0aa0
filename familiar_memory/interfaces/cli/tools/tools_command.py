"""`familiar tools`: the operations that a chat model may call."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.tools.results import Result

__all__ = ["tools"]

_NOTHING = 1
_CALL = "call"


@command(
    "tools",
    "familiar tools",
    "familiar tools --json --style openai",
    """familiar tools call memory_search '{"query": "tea", "topK": 3}'""",
    """familiar tools call memory_recall '{"tags": ["work"]}' --as discord:42 --place '#tavern'""",
    """familiar tools call memory_graph '{"entity": "Bex"}'""",
)
def tools(
    ctx: typer.Context,
    action: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[call NAME ARGUMENTS]",
            help="Call an operation; the arguments are a JSON object, or - for stdin.",
            show_default=False,
        ),
    ] = None,
    author: Annotated[
        str | None,
        typer.Option("--as", metavar="WHO", help="On whose behalf: a slug or platform:id."),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Where they are, by label or slug. Default: as the owner, who sees everything.",
        ),
    ] = None,
    style: Annotated[
        str, typer.Option(metavar="FORM", help="Definitions as plain, openai or anthropic.")
    ] = "plain",
    write: Annotated[
        bool,
        typer.Option("--write", help="List what writes, too, even where the settings have it off."),
    ] = False,
) -> None:
    """List the operations that a chat model may call, or call one.

    With --json the list is their definitions, ready for a model. What writes is offered and done
    only where `write = true` stands under `tools` in the settings. An answer is printed as the
    model would get it.
    """
    from familiar_memory.interfaces.cli.tools.tools_view import show_definitions
    from familiar_memory.interfaces.json_values.encoder import as_json

    run = Run(ctx)
    if not action:

        async def listed(opened: Opened) -> list[dict[str, object]]:
            return opened.familiar.tools.definitions(True if write else None, style=style)

        run.tell(run.do(listed), show_definitions, as_json)
        return
    if action[0] != _CALL or not 2 <= len(action) <= 3:
        raise UsageError(
            f"{' '.join(action)!r} does not say what to call",
            'call NAME ARGUMENTS, such as: call memory_search \'{"query": "tea"}\'',
        )
    name, given = action[1], action[2] if len(action) > 2 else "{}"
    arguments = sys.stdin.read() if given == "-" else given

    async def called(opened: Opened) -> Result:
        operations = opened.familiar.tools
        request = operations.checked(name, arguments)
        return await operations.do(request, _caller(opened, author, place))

    result = run.do(called, settled=True)
    run.out.json(as_json(result))
    if "error" in result or not result.get("results", True) or not result.get("found", True):
        raise typer.Exit(_NOTHING)


def _caller(opened: Opened, author: str | None, place: str | None) -> Caller:
    """On whose behalf.

    Raises:
        UsageError: nobody, or nothing, is called so; somebody in a place is not named.
    """
    from familiar_memory.inspection.room_labels import noted_labels
    from familiar_memory.inspection.who_where import read_place, speaker_of
    from familiar_memory.life.records.caller import Caller

    parts = opened.parts
    where = read_place(parts.files.history, place, lambda: noted_labels(parts))
    who = speaker_of(parts.files.history, parts.files.register, author, where)
    if where is not None and who is None:
        raise UsageError("nobody is named who is there", "--as with a slug or platform:id")
    return Caller(who, where)
