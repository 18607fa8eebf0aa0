"""How rules of conduct look: in force, archived, and what became of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.output import Output, undo_hint
from familiar_memory.knowledge.audience import EVERYONE

if TYPE_CHECKING:
    from familiar_memory.life.curation.rule_list import Rule
    from familiar_memory.life.curation.rules import RuleChange

__all__ = ["show_change", "show_rules"]

_DONE = {"add": "set", "archive": "archived", "remove": "removed"}
_WOULD = {"add": "would set", "archive": "would archive", "remove": "would remove"}


def show_rules(rules: Sequence[Rule], out: Output, rooms: Mapping[str, str]) -> None:
    """A row each: its name, for whom, where it holds (as rooms are called), since when."""
    if not rules:
        out.notice('there are no rules: familiar rules add "Answer in short sentences"')
        return
    rows = [
        (str(one.name).partition("#")[2], one.text, _whom(one), _where(one, rooms), _when(one))
        for one in rules
    ]
    out.table(("id", "rule", "for", "where", "when"), rows, spare=("when", "where"))


def show_change(change: RuleChange, out: Output, what: str, *, dry_run: bool) -> None:
    """What was done, or would be, and what had to go for it."""
    if not change.changed:
        out.notice(f"nothing was changed: {change.reason}")
        return
    words = _WOULD if dry_run else _DONE
    for one in change.rules:
        out.print(f"{words[what]}: {one.text} (for {_whom(one)})")
    for one in change.archived:
        out.print(f"{words['archive']}: {one.text} (for {_whom(one)})")
    if change.reason:
        out.notice(f"the rest was left as it was: {change.reason}")
    if dry_run:
        out.notice("nothing was changed: this was a dry run", "dim")
    elif change.batch is not None:
        out.notice(undo_hint(change.batch), "dim")


def _whom(rule: Rule) -> str:
    if rule.is_for_all:
        return "everybody"
    return rule.whom_name or rule.whom or ""


def _where(rule: Rule, rooms: Mapping[str, str]) -> str:
    return "everywhere" if rule.audience == EVERYONE else rooms.get(rule.audience, rule.audience)


def _when(rule: Rule) -> str:
    began = "" if rule.learned is None else rule.learned.isoformat()
    if rule.is_active:
        return began
    return f"{began} to {rule.until}" if rule.until else f"{began} (struck)".strip()
