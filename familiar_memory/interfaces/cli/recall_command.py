"""`familiar recall`: the context that a bot would get before it replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.domain.context import Mode, RecallRequest
from familiar_memory.interfaces.cli.filter_options import (
    AsOf,
    EntityOption,
    ProfileOption,
    SinceOption,
    TagOption,
    TopicOption,
    TypeOption,
    WeightOption,
    read_asked,
)
from familiar_memory.interfaces.cli.invocation import invocation
from familiar_memory.interfaces.cli.output import Output, visible
from familiar_memory.interfaces.cli.shared import FamiliarCommand, examples

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.recall.render import Context

__all__ = ["register"]

_EXAMPLES = examples(
    'familiar recall "how is the thesis going?" --place discord-lantern.tavern --author discord-42',
    'familiar recall "what did we decide?" --explain',
    'familiar recall "what is Bex allergic to?" --as-of 2026-02-10',
    'familiar recall "the thesis" --entity discord-42 --since 2026-02-01 --profile recent',
)
_NOTHING = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("recall", cls=FamiliarCommand, epilog=_EXAMPLES)(_recall)


def _recall(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What was just said.")],
    author: Annotated[
        str | None, typer.Option(metavar="SLUG", help="Who says it, as slug or platform:id.")
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="Where: only what may be told there. Default: owner."),
    ] = None,
    mode: Annotated[Mode, typer.Option(help="How the reply will be given.")] = Mode.TEXT,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="TOKENS", help="The size of the whole context.")
    ] = None,
    kind: TypeOption = None,
    tag: TagOption = None,
    topic: TopicOption = None,
    entity: EntityOption = None,
    since: SinceOption = None,
    as_of: AsOf = None,
    profile: ProfileOption = None,
    weight: WeightOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also say why each thing is there, or is not.")
    ] = False,
) -> None:
    """Print what a bot should know before it replies: the prompt block.

    Exit code 1 when memory has nothing to say.
    """
    from familiar_memory.interfaces.cli.opening import with_familiar
    from familiar_memory.interfaces.cli.who_where import read_place, speaker_of

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> Context:
        where = read_place(familiar.history, place)
        who = speaker_of(familiar.history, author, where)
        asked = read_asked(
            familiar,
            kind=kind,
            tags=tag,
            topic=topic,
            entity=entity,
            since=since,
            as_of=as_of,
            profile=profile,
            weights=weight,
        )
        return await familiar.recall(
            RecallRequest(
                question,
                who,
                where,
                mode=mode,
                budget=budget,
                as_of=asked.as_of,
                filters=asked.filters,
                profile=asked.profile,
                weights=asked.weights,
            )
        )

    context = with_familiar(call, out, work, settled=True)
    if out.is_json:
        out.json(_as_json(context))
    else:
        _show(context, out, explain=explain)
    if not context.contributions:
        raise typer.Exit(_NOTHING)


def _as_json(context: Context) -> dict[str, Any]:
    trace = context.trace
    return {
        "prompt": context.render(),
        "contributions": [
            {
                "layer": one.layer.value,
                "source": one.source,
                "label": one.label,
                "trust": one.trust,
                "priority": one.priority,
                "text": one.text,
            }
            for one in context.contributions
        ],
        "trace": {
            "decisions": [
                {
                    "step": one.step,
                    "subject": one.subject,
                    "verdict": one.verdict,
                    "reason": one.reason,
                    "score": one.score,
                }
                for one in trace.decisions
            ],
            "degraded": list(trace.degraded),
            "timings_ms": dict(trace.timings_ms),
        },
    }


def _show(context: Context, out: Output, *, explain: bool) -> None:
    if context.contributions:
        out.raw(f"{visible(context.render())}\n")
    else:
        out.notice("memory has nothing to say to that")
    if explain:
        _show_trace(context, out)
    for reason in context.trace.degraded:
        out.notice(f"the context may be incomplete: {reason}", "yellow")


def _show_trace(context: Context, out: Output) -> None:
    out.print()
    rows = [
        (
            one.step,
            one.subject,
            one.verdict,
            "" if one.score is None else f"{one.score:.3f}",
            one.reason,
        )
        for one in context.trace.decisions
    ]
    out.table(("step", "subject", "verdict", ">score", "reason"), rows)
    timings = ", ".join(f"{name} {ms:g} ms" for name, ms in context.trace.timings_ms)
    out.print(f"\ntime: {timings}")
