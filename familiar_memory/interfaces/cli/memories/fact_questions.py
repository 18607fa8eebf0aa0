"""What is missing of a fact, asked for on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicate_words import near_predicates
from familiar_memory.operations.named.field_values import checked_day

if TYPE_CHECKING:
    from collections.abc import Sequence

    from familiar_memory.knowledge.predicates import Vocabulary
    from familiar_memory.life.memories.requests import NewFact

__all__ = ["asked_fact"]

_MOST = 8
_COMMON = ("works_at", "lives_in", "likes", "dislikes", "has_pet", "allergic_to", "birthday")


def asked_fact(
    vocabulary: Vocabulary,
    given: Sequence[str | None],
    days: tuple[str | None, str | None],
    place: str | None,
) -> NewFact:
    """The fact that was given as subject, predicate and object; each that is None is asked for.

    With any of them, since when it holds is asked for as well: nothing is a good answer to that.
    `days` are since when it holds, and until when.
    """
    from familiar_memory.life.memories.requests import NewFact

    (subject, predicate, object_), (since, until) = given, days
    is_asked = None in given
    if subject is None:
        subject = _asked("Whom or what is the fact about?")
    if predicate is None:
        predicate = _asked_predicate(vocabulary)
    if object_ is None:
        object_ = _asked(f"What goes after {predicate}:: ?")
    if is_asked and since is None:
        since = _asked_since() or None
    return NewFact(subject, predicate, object_, since, until, place)


def _asked(question: str) -> str:
    return str(typer.prompt(question, err=True, prompt_suffix=" ")).strip()


def _asked_since() -> str:
    question = "Since when? (such as 2026-02-03, 2026-02 or 2026; Enter for none)"
    while True:
        said = typer.prompt(question, "", show_default=False, err=True, prompt_suffix=" ").strip()
        try:
            return said and checked_day(said, "since")
        except InputError as error:
            typer.echo(str(error), err=True)


def _asked_predicate(vocabulary: Vocabulary) -> str:
    common = [name for name in _COMMON if name in vocabulary]
    shown = ", ".join(common or list(vocabulary)[:_MOST])
    while True:
        written = _asked(f"Which kind of fact? ({shown}, …)").replace(" ", "_")
        if written in vocabulary:
            return written
        near = near_predicates(vocabulary, written)
        typer.echo(f"{written!r} is not a known predicate; {_meant(near)}", err=True)
        shown = ", ".join(near) or shown


def _meant(near: Sequence[str]) -> str:
    return f"perhaps: {', '.join(near)}" if near else "such as works_at, lives_in, likes"
