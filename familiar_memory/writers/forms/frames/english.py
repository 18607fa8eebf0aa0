"""The frames of English, by what they state."""

from __future__ import annotations

from familiar_memory.writers.forms.frames.households import HOUSEHOLD_ROWS
from familiar_memory.writers.forms.frames.jobs import JOB_ROWS
from familiar_memory.writers.forms.frames.places import PLACE_ROWS
from familiar_memory.writers.forms.frames.selves import SELF_ROWS

__all__ = ["ROWS"]

ROWS = (*PLACE_ROWS, *JOB_ROWS, *SELF_ROWS, *HOUSEHOLD_ROWS)
"""Every row, in the order in which facts of one sentence are reported."""
