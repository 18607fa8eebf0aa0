"""What people decide, as JSON: rules of conduct, and what is held for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json

if TYPE_CHECKING:
    from familiar_memory.life.curation.rule_list import Rule
    from familiar_memory.life.curation.rules import RuleChange
    from familiar_memory.maintenance.review.deciding import Decisions, OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport

__all__ = ["decisions_json", "review_json", "rule_change_json", "rules_json"]


def review_json(reports: Sequence[ReviewReport]) -> dict[str, Any]:
    """All that was done, and what waits after it."""
    last = reports[-1]
    names = ("accepted", "dismissed", "failed", "restored")
    done = {name: [as_json(o) for one in reports for o in getattr(one, name)] for name in names}
    return {
        **done,
        "waiting": [_item_json(one) for one in last.waiting],
        "is_unsettled": last.is_unsettled,
    }


def decisions_json(decisions: Decisions) -> dict[str, Any]:
    """All of it."""
    return {
        "accepted": sorted(decisions.accepted),
        "dismissed": sorted(decisions.dismissed),
        "waiting": [_item_json(one) for one in decisions.waiting],
        "is_unsettled": decisions.is_unsettled,
    }


def _item_json(one: OpenItem) -> dict[str, Any]:
    item = one.item
    told: dict[str, Any] = {"id": one.id, "text": one.text, "line": one.line}
    told["problem"] = one.problem or None
    if item is not None:
        fields = item.record.fields
        told |= {
            "does": item.does,
            "note": one.note or item.note,
            "why": item.why,
            "said": item.said or None,
            "audience": item.is_for,
            "by": fields.by,
            "refs": list(fields.refs),
            "learned": as_json(fields.learned),
            "details": dict(item.details),
        }
    return told


def rules_json(rules: Sequence[Rule]) -> dict[str, Any]:
    """All of each."""
    return {"rules": [_rule_json(one) for one in rules]}


def rule_change_json(change: RuleChange) -> dict[str, Any]:
    """All of it."""
    return {
        "changed": change.changed,
        "reason": change.reason,
        "rules": [_rule_json(one) for one in change.rules],
        "archived": [_rule_json(one) for one in change.archived],
        "batch": change.batch,
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {**as_json(rule), "name": str(rule.name)}
