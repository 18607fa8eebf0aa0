"""The first lines of a note: whose it says that it is, and what else it may be called."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from familiar_memory.domain.text.slugs import LONGEST_SLUG
from familiar_memory.domain.tree import PEOPLE, TOPICS, is_below

__all__ = ["NO_HEAD", "NoteHead", "is_id_for", "read_note_head"]

_FENCE = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*(?:\r\n|\n|\r)")
_END = re.compile(rb"(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?=\r|\n|\Z)")
_ID_LINE = re.compile(r"""^(["']?)id\1[ \t]*:.*$""", re.MULTILINE | re.IGNORECASE)
_PLAIN_ID = re.compile(r"""[^:]+:[ \t]*(["']?)([^\s"'#]+)\1[ \t]*(?:[ \t]#.*)?""")
_KEYS = ("alias", "heard_as", "places")
_OURS = ("first_seen", "places")
_TAGS = {"person": PEOPLE, "topic": TOPICS}
_LONGEST_HEAD = 16_000
"""Bytes; a block without an end is looked at so far."""
_LONGEST_ID = 4 * LONGEST_SLUG
_PERSON = re.compile(r"[a-z0-9]+(?:-{1,2}[a-z0-9]+)+")
_CAPITAL = re.compile(r"[A-Z]")
_TOPIC = re.compile(r"[^\W_]+(?:-{1,2}[^\W_]+)*")


class NoteHead(NamedTuple):
    """What the frontmatter of a note says of who it is; `id` is "" where it says nothing.

    `folder` is that of the kind of note which its tags say that it is, `people` or `topics`, and
    "" for any other. `is_heard`: the name of the file is one that a writer heard, and noted so.
    """

    id: str
    aliases: tuple[str, ...] = ()
    folder: str = ""
    is_heard: bool = False
    labels: tuple[tuple[str, str], ...] = ()
    """The short names of places that it explains, each with its place."""
    doubt: int = 1
    """0: with what a writer gives its notes; 1: without; 2: it cannot be read for sure."""

    @property
    def claim(self) -> tuple[str, str, bool]:
        """What says whose note it is."""
        return self.id, self.folder, self.is_heard

    @property
    def names(self) -> tuple[str, str, bool, tuple[str, ...]]:
        """What says by which names it is found: its claim, and its aliases."""
        return *self.claim, self.aliases


NO_HEAD = NoteHead("")


def read_note_head(path: str, data: bytes) -> NoteHead:
    """What a note at a path says, from its bytes; never raises.

    An id that stands in a line of its own is read even where the block is no YAML: whose note
    it is does not hang on a colon too much in another line. Two different ones are none. Outside
    of `people/` and `topics/` an id is one only beside the tag and the properties that writers
    give such notes, for many programs call something else so.
    """
    begin = _FENCE.match(data)
    if begin is None:
        return NO_HEAD
    end = _END.search(data, begin.end() - 1)
    block = data[: _LONGEST_HEAD if end is None else end.end()]
    text = block.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    folded = text.casefold()
    said = {line[0]: _PLAIN_ID.fullmatch(line[0]) for line in _ID_LINE.finditer(text)}
    plain = {line if match is None else match[2] for line, match in said.items()}
    is_at_home = is_below(path, PEOPLE) or is_below(path, TOPICS)
    is_ours = any(tag in folded for tag in _TAGS) and any(key in folded for key in _OURS)
    words = (*_KEYS, "id") if is_at_home else ("heard_as", *(("id",) if is_ours else ()))
    if not any(word in folded for word in words):
        return NO_HEAD
    is_plain = len(plain) == 1 and all(said.values())
    if is_at_home and is_plain and not any(word in folded for word in _KEYS):
        doubt = 2 if end is None else int(not any(f"\n{key}:" in text for key in _OURS))
        return NoteHead(plain.pop(), doubt=doubt)
    # Who only looks for a file reads few heads, and should not wait for a reader of YAML.
    from familiar_memory.markdown.frontmatter.block import read_frontmatter
    from familiar_memory.markdown.record.legend import legend_of
    from familiar_memory.notes.name_forms import name_forms

    front = read_frontmatter(f"{text}\n")
    stem = name_forms(PurePosixPath(path).stem)
    is_heard = any(not stem.isdisjoint(name_forms(name)) for name in front.heard_as)
    tags = {tag.casefold() for tag in front.tags} if not front.data.keys().isdisjoint(_OURS) else ()
    folder = next((one for tag, one in _TAGS.items() if tag in tags), "")
    if not (is_at_home or folder):
        return NoteHead("", is_heard=is_heard)
    given = "" if len(plain) > 1 else plain.pop() if is_plain else _stated(front.data.get("id"))
    labels = tuple(legend_of(front.data).places.items())
    is_unsure = end is None or front.problem is not None
    doubt = 2 if is_unsure else int(front.data.keys().isdisjoint(_OURS))
    return NoteHead(given, front.aliases, folder, is_heard, labels, doubt)


def _stated(given: object) -> str:
    """The value of the property; one that is no id is told as it is."""
    if given is None or given == "":
        return ""
    is_plain = isinstance(given, str | int) and not isinstance(given, bool)
    return str(given).strip() if is_plain else repr(given)


def is_id_for(folder: str, given: str) -> bool:
    """Whether a note of this kind can have that id: a person's slug, or a title's."""
    if not 0 < len(given) <= _LONGEST_ID:
        return False
    if folder == PEOPLE:
        return _PERSON.fullmatch(given) is not None
    if folder == TOPICS:
        return _TOPIC.fullmatch(given) is not None and not _CAPITAL.search(given)
    return False
