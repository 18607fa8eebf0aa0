"""How long a session may be."""

from __future__ import annotations

from datetime import timedelta

__all__ = ["SESSION_GAP", "SESSION_MAX_TURNS"]

SESSION_GAP = timedelta(hours=1)
"""A longer silence in a place ends its session."""

SESSION_MAX_TURNS = 200
"""A session that holds this many turns takes no more."""
