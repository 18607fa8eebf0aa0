"""One row of the frames: what it states, and what else has to be said for it, or must not be."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FrameRow"]


@dataclass(frozen=True, slots=True)
class FrameRow:
    """`said` is a frame (`frame.py`), and the predicate is told by a relative where it is "".

    `near` is a class of which something must be said in the sentence or beside it; `unless` names
    words or a class of which nothing may be said in the sentence. `dated` = it says something only
    with its time, `begins` = a time beside it is when it began, `past` = it began "growing up" or
    "years ago". `wide` = it reaches over two sentences.
    """

    predicate: str
    said: str
    template: str = ""
    near: str = ""
    unless: str = ""
    dated: bool = False
    begins: bool = False
    past: bool = False
    wide: bool = False
