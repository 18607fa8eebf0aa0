"""What a line says behind whoever speaks in it, whatever the file of that person is called."""

from __future__ import annotations

import re

from familiar_memory.markdown.text.wiki_text import links_as_labels

__all__ = ["behind_the_speaker", "words_behind_the_speaker"]

_SPEAKER = re.compile(r"\[\[[^\[\]\r\n]+\]\]:[ \t]+|\*\*[^*\r\n]{1,200}\*\*:[ \t]+")


def behind_the_speaker(text: str) -> str:
    """The text without `[[Rowan]]: ` or `**Rowan**: ` at its beginning; all of it without one."""
    return _SPEAKER.sub("", text, count=1) if _SPEAKER.match(text) else text


def words_behind_the_speaker(text: str) -> str:
    """The same with the label of each link in its place.

    Two versions of a line that have these in common say the same: an editor that renames a note
    rewrites the links to it (`[[Rowan Ash|Rowan]]`), and nobody has put the line in other words.
    """
    return links_as_labels(behind_the_speaker(text))
