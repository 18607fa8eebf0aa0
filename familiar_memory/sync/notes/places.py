"""What the place of a file in the tree says of it: whether it is memory, and its trust."""

from __future__ import annotations

import re

from familiar_memory.domain.memory.document import TrustClass
from familiar_memory.knowledge.tree_rules import LEARNED_SELF

__all__ = ["is_indexed", "trust_of"]

# The review list, and copies that a file manager or a synchronising program makes of it.
_REVIEW = re.compile(r"review(?:\..*| ?\(\d+\)| \d+| - copy(?: \(\d+\))?)?\.md", re.IGNORECASE)


def is_indexed(path: str) -> bool:
    """Whether a file is memory: any Markdown but the review list and what is hidden."""
    # On plain text: a start of a large tree asks this of every file.
    hidden = "/." in f"/{path}"
    return path.lower().endswith(".md") and not hidden and not _is_review_list(path)


def _is_review_list(path: str) -> bool:
    return path[:6].lower() == "review" and _REVIEW.fullmatch(path) is not None


def trust_of(path: str) -> TrustClass:
    """The class of a file's text: it follows the folder, never the text."""
    if path in LEARNED_SELF:
        return TrustClass.LEARNED
    if path.startswith("lore/imported/"):
        return TrustClass.IMPORTED
    if path.startswith(("self/", "lore/")):
        return TrustClass.AUTHORED
    return TrustClass.LEARNED
