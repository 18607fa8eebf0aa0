"""`familiar people`: everybody who is known, or one of them."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.json_values.encoder import as_json

__all__ = ["people"]

_NOTHING = 1


@command("people", "familiar people", "familiar people Rowan")
def people(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Whose note to show: a name, slug, platform:id, or path."
        ),
    ] = "",
) -> None:
    """List known people with their names, rooms and notes, or show one note."""
    from familiar_memory.inspection.health.waiting.contested_names import contested_names
    from familiar_memory.inspection.notes.shown import shown_note
    from familiar_memory.inspection.people import known_people
    from familiar_memory.inspection.room_labels import labels_of
    from familiar_memory.interfaces.cli.ask.people_view import (
        called_lines,
        same_lines,
        show_people,
    )
    from familiar_memory.interfaces.cli.notes.note_view import show_note

    run = Run(ctx)
    out = run.out
    if not name:
        found, rooms, contested = run.ask(
            lambda parts: (
                known_people(parts),
                labels_of(parts.files.history.places()),
                contested_names(parts),
            ),
            settled=True,
        )
        run.tell(
            found,
            lambda people, out: show_people(people, out, rooms, contested),
            lambda people: {"people": as_json(people)},
        )
        if not found:
            raise typer.Exit(_NOTHING)
        return

    async def work(opened: Opened) -> bool:
        person = await opened.familiar.people.named(name)
        if person is None:
            out.notice(f"nobody is called {name!r}: `familiar people` lists everybody")
            return False
        if not out.is_json:
            for line in (*called_lines(person), *same_lines(person)):
                out.notice(line, "dim")
        if person.note is None:
            out.notice(f"there is no note about {person.slug} yet: `familiar write` creates it")
        else:
            called, same_as = as_json(person.called), as_json(person.same_as)
            note = shown_note(opened.familiar.store, person.note)
            run.tell(
                note,
                show_note,
                lambda note: {**as_json(note), "called": called, "same_as": same_as},
            )
            return True
        return False

    if not run.do(work, settled=True):
        raise typer.Exit(_NOTHING)
