"""The first lines of a note: whose it says that it is, and what else it may be called."""

from __future__ import annotations

import re
from typing import NamedTuple

from familiar_memory.domain.text.slugs import LONGEST_SLUG
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below

__all__ = ["NO_HEAD", "NoteHead", "is_id_for", "read_note_head"]

_FENCE = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*(?:\r\n|\n|\r)")
_END = re.compile(rb"(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?=\r|\n|\Z)")
_PLAIN_ID = re.compile(
    r"""^id[ \t]*:[ \t]*(["']?)([^\s"'#]+)\1[ \t]*(?:[ \t]#.*)?$""", re.MULTILINE
)
_LONGEST_HEAD = 16_000
"""Bytes; a block without an end is looked at so far."""
_LONGEST_ID = 4 * LONGEST_SLUG
_PERSON = re.compile(r"[a-z0-9]+(?:-{1,2}[a-z0-9]+)+")
_CAPITAL = re.compile(r"[A-Z]")
_TOPIC = re.compile(r"[^\W_]+(?:-{1,2}[^\W_]+)*")


class NoteHead(NamedTuple):
    """What the frontmatter of a note says of who it is; `id` is "" where it says nothing."""

    id: str
    aliases: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    """The short names of places that it explains, each with its place."""


NO_HEAD = NoteHead("")


def read_note_head(data: bytes) -> NoteHead:
    """The id, the aliases and the labels of a note, from its bytes; never raises.

    An id that stands in a line of its own is read even where the block is no YAML: whose note
    it is does not hang on a colon too much in another line.
    """
    begin = _FENCE.match(data)
    if begin is None:
        return NO_HEAD
    end = _END.search(data, begin.end() - 1)
    block = data[: _LONGEST_HEAD if end is None else end.end()]
    text = block.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    folded = text.casefold()
    if not any(name in folded for name in ("id", "alias", "places")):
        return NO_HEAD
    plain = _PLAIN_ID.search(text)
    if plain is not None and "alias" not in folded and "places" not in folded:
        return NoteHead(plain[2])
    # Who only looks for a file reads few heads, and should not wait for a reader of YAML.
    from familiar_memory.markdown.frontmatter.block import read_frontmatter
    from familiar_memory.markdown.record.legend import legend_of

    front = read_frontmatter(f"{text}\n")
    given = front.data.get("id")
    stated = str(given) if isinstance(given, str | int) and not isinstance(given, bool) else ""
    if given is not None and not stated:
        stated = repr(given)
    return NoteHead(
        plain[2] if plain is not None else stated.strip(),
        front.aliases,
        tuple(legend_of(front.data).places.items()),
    )


def is_id_for(path: str, given: str) -> bool:
    """Whether a note in this folder can have that id: a person's slug, or a title's."""
    if not 0 < len(given) <= _LONGEST_ID:
        return False
    if is_below(path, PEOPLE):
        return _PERSON.fullmatch(given) is not None
    if is_below(path, TOPICS):
        return _TOPIC.fullmatch(given) is not None and not _CAPITAL.search(given)
    return False
