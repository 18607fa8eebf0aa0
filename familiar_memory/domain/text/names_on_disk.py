"""Messages without the folders of this machine: what lies where is its owner's business."""

from __future__ import annotations

import re

__all__ = ["names_only"]

_FOLDERS = re.compile(
    r"""(?<![\w.~/\\:-])        # at the beginning of a path
    (?:~|[A-Za-z]:|\\\\)?      # of a home, a drive or a share
    [/\\]
    (?:[^\s/\\'"():,;]+[/\\])+ # folders, with what parts each from the next""",
    re.VERBOSE,
)
_HOME = re.compile(r"(?<![\w.~/\\:-])(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\:\"'\n]+(?=[/\\])")
"""The folder of somebody, whose name may have spaces in it."""


def names_only(text: str) -> str:
    """The text with each absolute path in it cut to the name of its file or folder.

    For whatever a message quotes of somebody else's: an embedder's reason, the system's.
    Paths within a tree (`people/ada.md`) stay.
    """
    return _FOLDERS.sub("", _HOME.sub("/home", text))
