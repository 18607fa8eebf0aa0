"""`familiar search`: ranked passages for a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

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
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import RecallRequest
    from familiar_memory.domain.question.search import SearchResult
    from familiar_memory.familiar import Familiar
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.explain.why_not import WhyNotReport

__all__ = ["register"]

_EXAMPLES = examples(
    'familiar search "what is Bex allergic to?"',
    'familiar search "the viva" --place discord-lantern.tavern --limit 3 --json',
    'familiar search "the viva" --why-not topics/thesis.md:12',
    'familiar search "where does Bex live?" --as-of 2026-02-10',
    'familiar search "deploy" --type procedural --tag work --since 2w --weight recency=0.3',
    'familiar search "what do we know?" --entity topics/acme-corp.md --profile memory_search',
)
_NOTHING = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("search", cls=FamiliarCommand, epilog=_EXAMPLES)(_search)


def _search(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In plain words.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many hits.")] = 10,
    place: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="Only what may be told there. Default: all, as owner."),
    ] = None,
    author: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="Who asks there, as slug or platform:id."),
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
        bool,
        typer.Option("--explain", help="Also show what was weighed, and why it came or did not."),
    ] = False,
    why_not: Annotated[
        str | None,
        typer.Option(
            "--why-not",
            metavar="TEXT|PATH[:LINE]|REF",
            help="Instead of the hits, say why that passage is not among them.",
        ),
    ] = None,
) -> None:
    """Find passages in notes and conversation.

    Exit code 1 when nothing is found. In a direct message, whoever it is with is asking,
    unless --author says otherwise.

    --explain and --why-not are for you, the owner: they also name what --place may not know.
    """
    from familiar_memory.interfaces.cli.ask.explain_view import explanation_json, show_explanation
    from familiar_memory.interfaces.cli.ask.hit_view import hit_json, show_hits
    from familiar_memory.interfaces.cli.ask.why_not_view import tell_why_not
    from familiar_memory.interfaces.cli.frame.opening import lacks_beside, with_familiar
    from familiar_memory.interfaces.cli.frame.who_where import read_place, speaker_of

    call = invocation(ctx)
    out = Output(call)

    def asked(familiar: Familiar) -> RecallRequest:
        from familiar_memory.domain.question.context import RecallRequest

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
            as_of=ranking.as_of,
            filters=ranking.filters,
            profile=ranking.profile,
            weights=ranking.weights,
        )

    if why_not is not None:
        target = why_not

        async def reason(familiar: Familiar) -> WhyNotReport:
            return await familiar.why_not(target, asked(familiar), search_limit=limit)

        if not tell_why_not(with_familiar(call, out, reason, settled=True), target, out):
            raise typer.Exit(_NOTHING)
        return

    async def work(familiar: Familiar) -> tuple[SearchResult, Explanation | None, list[str]]:
        request = asked(familiar)
        result = await familiar.search(
            question,
            limit=limit,
            place=request.place,
            author=request.author,
            filters=request.filters,
            as_of=request.as_of,
            profile=request.profile,
            weights=request.weights,
        )
        why = await familiar.explain(request, search_limit=limit) if explain else None
        return result, why, lacks_beside(familiar, (result.degraded or "").split("; "))

    result, explained, lacks = with_familiar(call, out, work, settled=True)
    if out.is_json:
        hits = [hit_json(hit, explain=explain) for hit in result.hits]
        value = {"hits": hits, "degraded": result.degraded}
        out.json(value | ({"explain": explanation_json(explained)} if explained else {}))
    else:
        show_hits(result.hits, question, out)
        if explained is not None:
            show_explanation(explained, out)
        if lacks:
            out.notice(f"the answer may be incomplete: {'; '.join(lacks)}", "yellow")
        if not result.hits:
            out.notice("nothing found")
    if not result.hits:
        raise typer.Exit(_NOTHING)
