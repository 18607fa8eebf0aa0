"""Facts that end before they begin, so that they hold at no time: one date is mistyped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from familiar_memory.domain.stop import Stop
from familiar_memory.index.values import FactsWanted
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.validity import ends_before_it_begins

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["check_terms"]


def check_terms(parts: Parts) -> Iterator[Finding]:
    """Find them, in the order of the notes."""
    wanted = FactsWanted(is_everything=True, with_retired=True)
    for fact in parts.fresh_facts.stated(wanted, Viewer(), Stop()).facts:
        if not ends_before_it_begins(fact.valid_since, fact.valid_until):
            continue
        where = f"{parts.files.register.path_of(fact.key) or fact.key}:{fact.line}"
        yield Finding(
            f"{where} says until {fact.valid_until}, and since {fact.valid_since}: it holds at no"
            " time",
            "change one of the two dates, or strike the line without an end if it was wrong",
            serious=False,
        )
