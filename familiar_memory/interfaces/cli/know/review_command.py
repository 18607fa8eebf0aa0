"""`familiar review`: what waits for a person, and their decisions."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.operations.review.kinds.table import takes_other_words

if TYPE_CHECKING:
    from familiar_memory.life.curation.review import Review
    from familiar_memory.maintenance.review.deciding import OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport

__all__ = ["review"]

_NOTHING = 1
_PARTLY = 3


@command(
    "review",
    "familiar review",
    "familiar review --json",
    "familiar review --accept p1f0c22aa7d --reject p33a6c56e01",
    'familiar review --accept p1f0c22aa7d --text "allergic_to:: cats"',
    "familiar review --reject-all",
)
def review(
    ctx: typer.Context,
    accept: Annotated[
        list[str] | None,
        typer.Option("--accept", metavar="ID", help="Write this proposal. May be repeated."),
    ] = None,
    reject: Annotated[
        list[str] | None,
        typer.Option("--reject", metavar="ID", help="Dismiss this proposal. May be repeated."),
    ] = None,
    accept_all: Annotated[
        bool, typer.Option("--accept-all", help="Write every proposal that can be written.")
    ] = False,
    reject_all: Annotated[
        bool, typer.Option("--reject-all", help="Dismiss every proposal.")
    ] = False,
    text: Annotated[
        str | None,
        typer.Option("--text", metavar="TEXT", help="With one --accept: write this text."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what was decided and what waits; do nothing.")
    ] = False,
) -> None:
    """Decide on what waits in review.md: accepted proposals are written, rejected ones dismissed.

    First it carries out what you have ticked, struck or deleted in the file. In a terminal it then
    goes through the rest, one by one. A dismissed proposal is not made again.
    """
    from familiar_memory.interfaces.cli.know.review_view import (
        show_decisions,
        show_reviewed,
        show_waiting,
    )
    from familiar_memory.interfaces.json_values.curation import decisions_json, review_json

    run = Run(ctx)
    accepted, rejected = accept or [], reject or []
    _check(accepted, rejected, text, accept_all=accept_all, reject_all=reject_all)

    async def work(opened: Opened) -> int:
        waits, called = opened.familiar.review, _called(opened)
        is_asked = not (accepted or rejected or accept_all or reject_all)
        if dry_run or (is_asked and opened.parts.files.read_only is not None):
            decisions = await waits.look()
            register = opened.parts.files.register

            def file_of(key: str) -> str:
                return register.path_of(key) or key

            run.tell(
                decisions,
                lambda told, out: show_decisions(told, out, called, file_of),
                decisions_json,
            )
            return 0 if decisions.accepted or decisions.dismissed or decisions.waiting else _NOTHING
        report = await waits.settle()
        reports = [report]
        if accept_all:
            accepted.extend(one.id for one in report.waiting if one.item and not one.problem)
        if reject_all:
            rejected.extend(one.id for one in report.waiting)
        if accepted:
            reports.append(await waits.accept(accepted, texts={accepted[0]: text} if text else {}))
        if rejected:
            reports.append(await waits.reject(rejected))
        # What is asked about goes to stdout: who does not see it there is not asked.
        if is_asked and run.can_ask and sys.stdout.isatty():
            show_reviewed(reports[0], run.out)
            return await _step_through(waits, reports[0].waiting, run, called)
        if run.out.is_json:
            run.out.json(review_json(reports))
        else:
            for one in reports:
                show_reviewed(one, run.out)
            show_waiting(reports[-1], run.out, called)
        if any(one.failed for one in reports):
            return _PARTLY
        has_any = any(one.has_changed or one.waiting for one in reports)
        return 0 if has_any else _NOTHING

    if code := run.do(work):
        raise typer.Exit(code)


def _check(
    accepted: Sequence[str],
    rejected: Sequence[str],
    text: str | None,
    *,
    accept_all: bool,
    reject_all: bool,
) -> None:
    """Refuse what does not go together."""
    if accept_all and reject_all:
        raise UsageError("--accept-all and --reject-all", "one of them")
    if both := set(accepted) & set(rejected):
        raise UsageError(f"{', '.join(sorted(both))} is accepted and rejected", "one of them")
    if text is not None and (len(accepted) != 1 or accept_all):
        raise UsageError("--text goes with one --accept", "--accept ID --text TEXT")


def _called(opened: Opened) -> Mapping[str, str]:
    """What places and people are called, by slug: for the owner, who knows all names."""
    from familiar_memory.interfaces.cli.know.asked_facts import labels_in

    authors = opened.parts.files.history.authors()
    return {**labels_in(opened), **{author.slug: author.label for author in authors}}


async def _step_through(
    waits: Review, waiting: Sequence[OpenItem], run: Run, called: Mapping[str, str]
) -> int:
    """Ask about one after the other, and do at once what is answered."""
    from familiar_memory.interfaces.cli.know.review_view import show_item, show_reviewed

    is_partly = False
    for number, one in enumerate(waiting, 1):
        show_item(one, run.out, called, f"{number} of {len(waiting)}")
        answer, text = _answer(one)
        if answer == "q":
            break
        report: ReviewReport | None = None
        if answer == "a":
            texts = {} if text is None else {one.id: text}
            report = await waits.accept([one.id], texts=texts)
        elif answer == "r":
            report = await waits.reject([one.id])
        if report is not None:
            show_reviewed(report, run.out)
            is_partly = is_partly or bool(report.failed)
    if not waiting:
        run.out.notice("nothing waits for you")
        return _NOTHING
    return _PARTLY if is_partly else 0


def _answer(one: OpenItem) -> tuple[str, str | None]:
    """a, r, s or q, and the text that takes the place of the proposal's."""
    choices, keys = "[r]eject, [s]kip, [q]uit", "rsq"
    if one.item is not None:
        choices, keys = f"[a]ccept, {choices}", "arsq"
        if takes_other_words(one.item):
            choices, keys = choices.replace("ccept, ", "ccept, [e]dit, ", 1), "aersq"
    key = _pressed(f"{choices}: ", keys)
    if key != "e":
        return key, None
    text = typer.prompt(
        f"text (Enter: {visible(one.text)})", default=one.text, show_default=False, err=True
    )
    return "a", str(text)


def _pressed(question: str, keys: str) -> str:
    """One key of these. Enter is none: who is used to it would answer the next question too."""
    typer.echo(question, nl=False, err=True)
    try:
        while (key := typer.getchar().casefold()) not in tuple(keys):
            typer.echo(f"\nThe keys are {', '.join(keys[:-1])} and {keys[-1]}.", err=True)
            typer.echo(question, nl=False, err=True)
    except EOFError:
        # Ctrl-D, or nobody is there any more.
        key = "q"
    typer.echo(key, err=True)
    return key
