"""A time zone as a log names it: by its distance from UTC, or in the letters of its name."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo

__all__ = ["HOURS_OF", "named_zone"]

_OFFSET = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)

_TABLE = """
ACDT 10.5  ACST 9.5  ADT -3  AEDT 11  AEST 10  AKDT -8  AKST -9  AST -4  AWST 8  BST 1
CAT 2  CEST 2  CET 1  CHST 10  EAT 3  EDT -4  EEST 3  EET 2  EST -5  HDT -9  HKT 8
HST -10  IDT 3  JST 9  KST 9  MDT -6  MSK 3  MST -7  NDT -2.5  NST -3.5  NZDT 13  NZST 12
PDT -7  PKT 5  SAST 2  WAT 1  WEST 1  WET 0  WIB 7  WIT 9  WITA 8
"""

HOURS_OF = {name: float(hours) for name, hours in zip(*[iter(_TABLE.split())] * 2, strict=True)}
"""Hours east of UTC by the letters of a zone, where they name one distance all over the world.

CDT, CST, IST and PST do not: `CST` is said in Chicago, Havana and Shanghai.
"""


def named_zone(text: str) -> tzinfo | None:
    """The zone that a text names; None for none, and where it may be one of several."""
    name = text.strip().upper()
    if name in ("UTC", "GMT", "Z"):
        return UTC
    if name in HOURS_OF:
        return timezone(timedelta(hours=HOURS_OF[name]), name)
    match = _OFFSET.fullmatch(name)
    if match is None:
        return None
    distance = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    if distance >= timedelta(hours=24) or int(match[3] or 0) > 59:
        return None
    return timezone(-distance if match[1] == "-" else distance) if distance else UTC
