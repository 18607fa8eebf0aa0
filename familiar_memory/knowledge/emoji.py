"""The emoji of a text, as they can be looked for: without skin tone and style.

A sequence that is joined to one picture (an astronaut, a flag, a keycap) is one emoji; it
is found by its first picture too, so that a shrug is found whoever shrugs.
"""

from __future__ import annotations

import re

__all__ = ["emoji_in", "is_expression"]

_PICTURE = (
    "[\u231a\u231b\u23e9-\u23fa\u25fd\u25fe\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf"
    "\U0001f170-\U0001f19a\U0001f201-\U0001f251\U0001f300-\U0001faff]"
)
_STYLE = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*"
_ONE = f"{_PICTURE}{_STYLE}"
_EMOJI = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3"
    f"|{_ONE}(?:\u200d{_ONE})*[\U000e0020-\U000e007f]*"
)
_STYLES = re.compile(_STYLE)
_EXPRESSION = re.compile(
    "[\u2639\u263a\u2665\u2714\u2728\u2763\u2764\U0001f389\U0001f38a\U0001f440\U0001f442-\U0001f450\U0001f480"
    "\U0001f48b\U0001f493-\U0001f49f\U0001f4a9\U0001f4aa\U0001f4af\U0001f525\U0001f5a4\U0001f600-\U0001f64f"
    "\U0001f90c-\U0001f93a\U0001f970-\U0001f97a\U0001fae0-\U0001faff]"
)
_JOINER = "\u200d"


def emoji_in(text: str) -> list[str]:
    """Each emoji of a text once, in order; where several are joined also the first of them."""
    if text.isascii():
        return []
    found: dict[str, None] = {}
    for match in _EMOJI.finditer(text):
        plain = _STYLES.sub("", match[0]) or match[0]
        found[plain] = None
        found.setdefault(plain.partition(_JOINER)[0])
    return list(found)


def is_expression(emoji: str) -> bool:
    """Whether it shows what somebody feels, and not what they speak of."""
    return _EXPRESSION.match(emoji) is not None
