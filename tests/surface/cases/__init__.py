"""The tables of invocations: one module a part of the command line, one group a snapshot file."""

from surface.cases import (
    asking,
    damage,
    deciding,
    exchange,
    indexing,
    keeping,
    knowing,
    memories,
    notes,
    settings,
    tools,
    usage,
)
from surface.running import Case

__all__ = ["GROUPS"]

GROUPS: dict[str, list[Case]] = {}
_MODULES = (
    *(usage, settings, keeping, memories, asking, knowing, notes, deciding, tools),
    *(indexing, exchange, damage),
)
for _module in _MODULES:
    assert not GROUPS.keys() & _module.GROUPS.keys()
    GROUPS |= _module.GROUPS
