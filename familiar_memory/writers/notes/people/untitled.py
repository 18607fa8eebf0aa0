"""Notes of people have no title of the writer's: that is a person's to give."""

from __future__ import annotations

from typing import Final

__all__ = ["NO_TITLE"]

NO_TITLE: Final = ""
"""A title is for everyone, so it is no name that was heard somewhere. The name of the file is what
an editor shows above a note without one."""
