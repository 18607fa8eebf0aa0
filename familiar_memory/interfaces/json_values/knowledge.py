"""What is known: facts, with all that is told of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.fact import Fact, FactAnswer

__all__ = ["fact_json", "facts_json"]


def facts_json(answer: FactAnswer) -> dict[str, Any]:
    """The facts of an answer, whom it is about, and how many there are without a limit."""
    return {
        **picked(answer, "entity as_of total"),
        "facts": [fact_json(fact) for fact in answer.facts],
        "degraded": answer.degraded,
    }


def fact_json(fact: Fact) -> dict[str, Any]:
    """One fact; records are named as `RecordName.parse` reads them."""
    names = {name: getattr(fact, name) for name in ("record", "replaces", "replaced_by")}
    value: dict[str, Any] = as_json(fact)
    return value | {name: None if one is None else str(one) for name, one in names.items()}
