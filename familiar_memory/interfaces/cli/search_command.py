"""`familiar search`: ranked passages for a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

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
from familiar_memory.interfaces.cli.output import Output
from familiar_memory.interfaces.cli.shared import FamiliarCommand, examples

if TYPE_CHECKING:
    from familiar_memory.domain.search import SearchResult
    from familiar_memory.familiar import Familiar

__all__ = ["register"]

_EXAMPLES = examples(
    'familiar search "what is Bex allergic to?"',
    'familiar search "the viva" --place discord-lantern.tavern --limit 3 --json',
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
    explain: Annotated[bool, typer.Option("--explain", help="Show the signals of each hit.")] = (
        False
    ),
) -> None:
    """Find passages in notes and conversation.

    Exit code 1 when nothing is found. In a direct message, whoever it is with is asking,
    unless --author says otherwise.
    """
    from familiar_memory.interfaces.cli.hit_view import hit_json, show_hits
    from familiar_memory.interfaces.cli.opening import with_familiar
    from familiar_memory.interfaces.cli.who_where import read_place, speaker_of

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> SearchResult:
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
        return await familiar.search(
            question,
            limit=limit,
            place=where,
            author=who,
            filters=asked.filters,
            as_of=asked.as_of,
            profile=asked.profile,
            weights=asked.weights,
        )

    result = with_familiar(call, out, work, settled=True)
    if out.is_json:
        hits = [hit_json(hit, explain=explain) for hit in result.hits]
        out.json({"hits": hits, "degraded": result.degraded})
    else:
        show_hits(result.hits, question, out, explain=explain)
        if result.degraded:
            out.notice(f"the answer may be incomplete: {result.degraded}", "yellow")
        if not result.hits:
            out.notice("nothing found")
    if not result.hits:
        raise typer.Exit(_NOTHING)
