"""The names of the months, in English."""

from __future__ import annotations

__all__ = ["MONTHS", "SHORT_MONTHS"]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

SHORT_MONTHS = tuple(month[:3] for month in MONTHS)
