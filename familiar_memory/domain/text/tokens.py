"""How much text is: an estimate of tokens that needs no model and is not fooled by scripts."""

from __future__ import annotations

import re

__all__ = ["estimate_tokens", "is_dense_script"]

_CHARS_PER_TOKEN = 4
"""The usual rule of thumb for English; budgets are estimates, and no tokenizer is loaded for
them."""
# Scripts written without spaces: models spend about a token on each character.
_DENSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)


def estimate_tokens(text: str) -> int:
    """Estimate tokens: a character each in scripts without spaces, a quarter elsewhere."""
    if text.isascii():
        return -(-len(text) // _CHARS_PER_TOKEN)
    dense = len(_DENSE.findall(text))
    return dense + -(-(len(text) - dense) // _CHARS_PER_TOKEN)


def is_dense_script(character: str) -> bool:
    """Whether the character belongs to a script that is written without spaces."""
    return _DENSE.match(character) is not None
