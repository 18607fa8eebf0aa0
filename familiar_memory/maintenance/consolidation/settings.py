"""`[consolidation]`: whether memories that say nearly the same are merged, and from when on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from familiar_memory.maintenance.sleep.settings import Cron

__all__ = ["ConsolidationSettings"]


@dataclass(frozen=True, slots=True)
class ConsolidationSettings:
    """`similarity_threshold` is a cosine, `max_cluster_size` counts memories.

    Without vectors the threshold is the share of words that two memories have in common.
    """

    enabled: bool = True
    schedule: Cron = "0 3 * * *"
    similarity_threshold: Annotated[float, Ge(0.5), Le(1.0)] = 0.85
    max_cluster_size: Annotated[int, Ge(2), Le(10)] = 5
