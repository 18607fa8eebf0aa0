"""`familiar recall`: the context that a bot would get before it replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.domain.question.context import Mode, RecallRequest
from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.ask.filter_options import (
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
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import Trace
    from familiar_memory.familiar import Familiar
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.explain.why_not import WhyNotReport
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.talk.conversation import Conversation

__all__ = ["register"]

_EXAMPLES = examples(
    'familiar recall "how is the thesis going?" --place discord-lantern.tavern --author discord-42',
    'familiar recall "what did we decide?" --explain',
    'familiar recall "what did we decide?" --why-not "we meet on Fridays"',
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
    history: Annotated[
        bool,
        typer.Option("--history", help="Also the room's recent talk that matters. Needs --place."),
    ] = False,
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
    why_not: Annotated[
        str | None,
        typer.Option(
            "--why-not",
            metavar="TEXT|PATH[:LINE]|REF",
            help="Instead of the context, say why that passage is not in it.",
        ),
    ] = None,
    incognito: Annotated[
        bool, typer.Option("--incognito", help="Leave nothing in the recall log.")
    ] = False,
) -> None:
    """Print what a bot should know before it replies: the prompt block.

    Exit code 1 when memory has nothing to say.

    --explain and --why-not are for you, the owner: they also name what --place may not know.
    """
    from familiar_memory.interfaces.cli.ask.why_not_view import tell_why_not
    from familiar_memory.interfaces.cli.frame.opening import lacks_beside, with_familiar
    from familiar_memory.interfaces.cli.frame.who_where import read_place, speaker_of

    call = invocation(ctx)
    out = Output(call)
    if history and place is None:
        raise UsageError("--history needs a room", "--place SLUG")

    def asked(familiar: Familiar) -> RecallRequest:
        where = read_place(familiar.history, place)
        who = speaker_of(familiar.history, familiar.store, author, where)
        ranking = read_asked(
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
        return RecallRequest(
            question,
            who,
            where,
            mode=mode,
            budget=budget,
            incognito=incognito,
            as_of=ranking.as_of,
            filters=ranking.filters,
            profile=ranking.profile,
            weights=ranking.weights,
        )

    if why_not is not None:
        target = why_not

        async def reason(familiar: Familiar) -> WhyNotReport:
            return await familiar.why_not(target, asked(familiar))

        if not tell_why_not(with_familiar(call, out, reason, settled=True), target, out):
            raise typer.Exit(_NOTHING)
        return

    async def work(
        familiar: Familiar,
    ) -> tuple[Context, Conversation | None, Explanation | None, list[str]]:
        request = asked(familiar)
        context = await familiar.recall(request)
        talk = await familiar.conversation(request) if history else None
        why = await familiar.explain(request) if explain else None
        reasons = (*context.trace.degraded, *(talk.trace.degraded if talk else ()))
        return context, talk, why, lacks_beside(familiar, reasons)

    context, talk, explained, lacks = with_familiar(call, out, work, settled=True)
    if out.is_json:
        out.json(_as_json(context, talk, explained))
    else:
        _show(context, talk, explained, lacks, out)
    if not context.contributions and (talk is None or not talk.messages):
        raise typer.Exit(_NOTHING)


def _as_json(
    context: Context, talk: Conversation | None, explained: Explanation | None
) -> dict[str, Any]:
    from familiar_memory.interfaces.cli.ask.explain_view import explanation_json

    value: dict[str, Any] = {
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
        "trace": _trace_json(context.trace),
    }
    if talk is not None:
        value["conversation"] = {
            "prompt": talk.render(),
            "messages": [
                {
                    "role": one.role.value,
                    "name": one.name,
                    "text": one.text,
                    "timestamp": one.timestamp.isoformat(),
                    "ref": one.ref,
                    "actions": list(one.actions),
                    "why": one.why.value,
                }
                for one in talk.messages
            ],
            "trace": _trace_json(talk.trace),
        }
    if explained is not None:
        value["explain"] = explanation_json(explained)
    return value


def _trace_json(trace: Trace) -> dict[str, Any]:
    return {
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
    }


def _show(
    context: Context,
    talk: Conversation | None,
    explained: Explanation | None,
    lacks: list[str],
    out: Output,
) -> None:
    from familiar_memory.interfaces.cli.ask.explain_view import show_explanation

    blocks = [context.render(), talk.render() if talk is not None else ""]
    if any(blocks):
        out.raw(visible("\n\n".join(filter(None, blocks))) + "\n")
    if not context.contributions:
        said = "add to the recent talk" if any(blocks) else "say to that"
        out.notice(f"memory has nothing to {said}")
    if explained is not None:
        show_explanation(explained, out)
        if talk is not None:
            _show_talk(talk, out)
    for reason in lacks:
        out.notice(f"the context may be incomplete: {reason}", "yellow")


def _show_talk(talk: Conversation, out: Output) -> None:
    out.print()
    rows = [(one.subject, one.verdict, one.reason) for one in talk.trace.decisions]
    out.table(("recent talk", "verdict", "why"), rows)
