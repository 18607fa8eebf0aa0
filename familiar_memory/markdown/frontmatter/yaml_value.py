"""How one value is written in YAML, so that every reader of it takes the same from it."""

from __future__ import annotations

import json
import re
from datetime import date

__all__ = ["yaml_value"]

_PLAIN = re.compile(r"[^\W\d_][\w.-]*(?: [^\W_][\w.-]*)*", re.ASCII)
"""Words that begin with a letter: no number, no date, no sign that means anything in YAML."""
# What one version of YAML or another takes for no text.
_NO_TEXTS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_UNPRINTABLE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
"""What readers of YAML refuse, or take for the end of a line, and JSON does not escape."""


def yaml_value(value: str | date) -> str:
    """A text on one line, in quotes where it needs them; a date as `2026-02-02`."""
    if isinstance(value, date):
        return value.isoformat()
    if _PLAIN.fullmatch(value) and value.casefold() not in _NO_TEXTS:
        return value
    # The quoted texts of JSON are those of YAML, but for what is escaped here.
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
