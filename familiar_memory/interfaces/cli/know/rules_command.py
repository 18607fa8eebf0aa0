"""`familiar rules`: how the familiar is to behave, listed and changed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import how_many
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import DryRunOption

if TYPE_CHECKING:
    from familiar_memory.domain.talk.place import Place

__all__ = ["rules"]

_SOURCE = "cli"
_NOTHING = 1


class _What(StrEnum):
    LIST = "list"
    ADD = "add"
    ARCHIVE = "archive"
    REMOVE = "remove"


@command(
    "rules",
    "familiar rules",
    'familiar rules add "Answer in short sentences"',
    'familiar rules add "No exclamation marks" --for Rowan',
    "familiar rules archive ^r1f0c22aa --dry-run",
    "familiar rules remove self/rules.md:5",
)
def rules(
    ctx: typer.Context,
    what: Annotated[
        _What, typer.Argument(help="list, add, archive or remove.", show_default=False)
    ] = _What.LIST,
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT|RULE]...", help="A new rule, or rules by id, line or words."),
    ] = None,
    whom: Annotated[
        str | None,
        typer.Option("--for", metavar="WHO", help="Only with this person; list: theirs."),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option("--place", metavar="PLACE", help="Only there; list: what it may know."),
    ] = None,
    all_of_them: Annotated[
        bool, typer.Option("--all", help="List archived rules too; remove: every rule.")
    ] = False,
    dry_run: DryRunOption = False,
) -> None:
    """List, set, archive and remove rules of conduct, for everybody or for one person.

    They stand in self/rules.md; edit them there as you like. A rule that contradicts another takes
    its place, and of more than 20 the oldest is archived. An archived rule is kept, struck.
    """
    from familiar_memory.inspection.wanted.people import wanted_person
    from familiar_memory.interfaces.cli.know.asked_facts import labels_in
    from familiar_memory.interfaces.cli.know.rules_view import show_change, show_rules
    from familiar_memory.interfaces.json_values.curation import rule_change_json, rules_json

    run, texts = Run(ctx), given or []

    async def work(opened: Opened) -> int:
        familiar = opened.familiar
        where = _place(opened, place)
        if what is _What.LIST:
            known = [r for r in await familiar.rules.list(where) if r.is_active or all_of_them]
            if whom is not None:
                slug = wanted_person(opened.parts, whom).slug
                known = [one for one in known if one.whom == slug]
            rooms = labels_in(opened)
            run.tell(known, lambda told, out: show_rules(told, out, rooms), rules_json)
            return 0 if known else _NOTHING
        if what is _What.REMOVE and all_of_them:
            count = await familiar.rules.clear(dry_run=dry_run, source=_SOURCE)
            run.out.notice(f"{how_many(count, 'rule')} {'would be ' if dry_run else ''}removed")
            return 0 if count else _NOTHING
        if what is _What.ADD:
            change = await familiar.rules.add(
                " ".join(texts), whom=whom, place=where, dry_run=dry_run, source=_SOURCE
            )
        elif what is _What.ARCHIVE:
            change = await familiar.rules.archive(*texts, dry_run=dry_run, source=_SOURCE)
        else:
            change = await familiar.rules.remove(*texts, dry_run=dry_run, source=_SOURCE)
        run.tell(
            change,
            lambda told, out: show_change(told, out, what.value, dry_run=dry_run),
            rule_change_json,
        )
        return 0 if change.changed else _NOTHING

    _check(what, texts, whom, place, all_of_them=all_of_them)
    if what is _What.LIST and dry_run:
        raise UsageError("--dry-run goes with add, archive and remove", "familiar rules")
    if code := run.do(work):
        raise typer.Exit(code)


def _check(
    what: _What, texts: Sequence[str], whom: str | None, place: str | None, *, all_of_them: bool
) -> None:
    """Refuse what does not go together."""
    if what is _What.LIST and texts:
        raise UsageError("rules list takes no text", "familiar rules list --for WHO --all")
    is_named = bool(texts) or (what is _What.REMOVE and all_of_them)
    if what is not _What.LIST and not is_named:
        accepted = "a text" if what is _What.ADD else "a rule by id, line or words"
        raise UsageError(f"rules {what} names no rule", accepted)
    if what in (_What.ARCHIVE, _What.REMOVE) and (whom or place):
        raise UsageError("--for and --place go with add and list", f"familiar rules {what} RULE")
    if all_of_them and what in (_What.ADD, _What.ARCHIVE):
        raise UsageError("--all goes with list and remove", f"familiar rules {what}")


def _place(opened: Opened, given: str | None) -> Place | None:
    from familiar_memory.inspection.room_labels import noted_labels
    from familiar_memory.inspection.who_where import read_place

    parts = opened.parts
    return read_place(parts.files.history, given, lambda: noted_labels(parts))
