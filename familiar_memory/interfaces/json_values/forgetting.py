"""What is forgotten, as JSON: what would go, what went, and who is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.life.forget.forgetting import ForgetReport
    from familiar_memory.maintenance.forget.listing import ForgetList
    from familiar_memory.maintenance.forget.tombstones import Tombstone

__all__ = ["forget_plan_json", "forgotten_json", "refused_json"]


def forget_plan_json(plan: ForgetList) -> dict[str, Any]:
    """All of it."""
    return {
        **picked(plan, "notes lines turns freed versions names places same_person"),
        "human_lines": plan.human_lines,
    }


def forgotten_json(report: ForgetReport) -> dict[str, Any]:
    """What was done, and what is left."""
    return {
        "gone": report.is_gone,
        "stores": as_json(report.stores),
        **picked(report, "residue hints refused unsearched out_of_reach"),
    }


def refused_json(people: Sequence[Tombstone]) -> dict[str, Any]:
    """The mark of each, and since when."""
    return {"refused": [{"mark": one.mark, "since": one.since} for one in people]}
