"""How forgetting looks: what would go, what went, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.output import Output, how_many

if TYPE_CHECKING:
    from familiar_memory.life.forget.forgetting import ForgetReport
    from familiar_memory.maintenance.forget.listing import ForgetList
    from familiar_memory.maintenance.forget.tombstones import Tombstone

__all__ = [
    "show_forgotten",
    "show_losses",
    "show_refused",
]

_LONGEST = 100
_UNSEARCHED = (
    "texts too short to be searched for: {}. They went with their lines and messages; anybody"
    " might say them, so a search would find them everywhere"
)
_COMMAND = "familiar forget --person"
_BY_HAND = " (written by hand)"


def show_losses(plan: ForgetList, out: Output, *, dry_run: bool) -> None:
    """Every file, line and message, and the counts."""
    if plan.is_empty:
        out.print("nothing of it is here")
        return
    for note in plan.notes:
        by_hand = f", {len(note.human_lines)} of them written by hand" if note.human_lines else ""
        size = how_many(note.lines, "line") if note.lines else "no text"
        out.print(f"{note.path}: the whole file, {size}{by_hand}")
        for line in note.human_lines:
            out.print(f"  - {_short(line)}{_BY_HAND}")
    path = ""
    for one in plan.lines:
        if one.path != path:
            path = one.path
            out.print(path)
        by_hand = _BY_HAND if one.is_human else ""
        out.print(f"  {one.line}: - {_short(one.text)}{by_hand}")
        if one.becomes is not None:
            out.print(f"  {one.line}: + {_short(one.becomes)}")
    place = ""
    for turn in plan.turns:
        if turn.place != place:
            place = turn.place
            out.print(f"messages in {place}")
        out.print(f"  {turn.ref}: - {turn.author}: {_short(turn.text)}")
        if turn.becomes is not None and turn.becomes.strip():
            out.print(f"  {turn.ref}: + {turn.author}: {_short(turn.becomes)}")
    for freed in plan.freed:
        out.print(f"{freed.name} stands for itself again: {_short(freed.text)}")
    out.print(_totals(plan, "would go or change" if dry_run else "will go or change"))
    for slug in plan.same_person:
        out.notice(f"{slug} is the same person, and stays: {_COMMAND} {slug}", "yellow")
    if plan.names:
        out.print(f"names that go: {', '.join(dict.fromkeys(plan.names))}")
    if plan.places:
        out.print(f"places that go with their names: {', '.join(plan.places)}")


def _totals(plan: ForgetList, are: str) -> str:
    told = [
        how_many(len(plan.notes), "file"),
        how_many(len(plan.lines), "line"),
        how_many(len(plan.turns), "message"),
    ]
    versions = how_many(plan.versions, "earlier version")
    by_hand = "1 was" if plan.human_lines == 1 else f"{plan.human_lines or 'none'} were"
    return f"{', '.join(told)} and {versions} {are}; of the lines {by_hand} written by hand"


def show_forgotten(report: ForgetReport, out: Output) -> None:
    """What was changed where; what is left, and what nobody has looked into."""
    changed = [(one.store, f"{one.changed:,} changed") for one in report.stores if one.changed]
    if changed:
        out.pairs(changed)
    if report.refused:
        out.print("refused from now on, and never kept again")
    for line in report.residue:
        out.notice(f"left: {line}", "red")
    if report.residue:
        out.notice(
            "something is left: delete what is named above, then `familiar forget --again`", "red"
        )
    else:
        out.print("nothing of it is found in any byte of the familiar's folder")
    if report.unsearched:
        out.notice(_UNSEARCHED.format(report.unsearched), "yellow")
    for hint in report.hints:
        out.notice(f"a bare name that others may bear still stands: {hint}", "yellow")
    out.notice("Not looked into:")
    for line in report.out_of_reach:
        out.notice(f"  {line}")


def show_refused(people: Sequence[Tombstone], out: Output) -> None:
    """How many, and since when: who they are nobody can tell."""
    if not people:
        out.print("nobody is refused")
        return
    for one in people:
        out.print(f"{one.mark[:16]}  since {one.since}")
    out.notice("--allow ID allows somebody again, by the id that they had")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
