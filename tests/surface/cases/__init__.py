"""The tables of invocations: one module a part of the command line, one group a snapshot file."""

from surface.cases import (
    asking,
    damage,
    exchange,
    indexing,
    keeping,
    memories,
    notes,
    settings,
    tools,
    usage,
)
from surface.running import Case

__all__ = ["GROUPS"]

GROUPS: dict[str, list[Case]] = {}
for _module in (
    *(usage, settings, keeping, memories, asking, notes, tools, indexing, exchange, damage),
):
    assert not GROUPS.keys() & _module.GROUPS.keys()
    GROUPS |= _module.GROUPS
