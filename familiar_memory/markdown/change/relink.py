"""A note whose links follow files that were renamed; not a byte beside them changes."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.markdown.links import (
    Link,
    LinkKind,
    linked_spans,
    note_stem,
    property_spans,
    resolve_link,
)

__all__ = ["BareNames", "relinked"]

_NOTE = ".md"
_HEADING = re.compile(r"#.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BareNames:
    """The notes of a vault by bare name, as Obsidian finds them, before and after renaming.

    A name is `note_stem`'s. Of several notes of one name the neighbour is meant, if there is one.
    """

    before: Mapping[str, Sequence[str]]
    after: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, paths: Iterable[str], moved: Mapping[str, str]) -> BareNames:
        """All files of the vault by their old paths, and the new path of each that has one."""
        before: dict[str, list[str]] = defaultdict(list)
        after: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            to = moved.get(path, path)
            before[note_stem(path)].append(path)
            after[note_stem(to)].append(to)
        return cls(before, after)

    def at(self, path: str) -> str | None:
        """The old path of the file there, else of the one that is spelled so (`spelling_key`)."""
        alike = self.before.get(note_stem(path), ())
        if path in alike:
            return path
        key = spelling_key(path)
        found = [one for one in alike if spelling_key(one) == key]
        return found[0] if len(found) == 1 else None

    def meant(self, name: str, from_path: str) -> str | None:
        """What a bare name in a note meant before the renaming."""
        return _one_of(self.before.get(note_stem(name), ()), from_path)

    def leads(self, name: str, from_path: str, target: str) -> bool:
        """Whether a bare name means this note now."""
        return _one_of(self.after.get(note_stem(name), ()), from_path) == target


def _one_of(paths: Sequence[str], from_path: str) -> str | None:
    if len(paths) == 1:
        return paths[0]
    folder = posixpath.dirname(from_path)
    near = [path for path in paths if posixpath.dirname(path) == folder]
    return near[0] if len(near) == 1 else None


def relinked(
    text: str,
    old_path: str,
    path: str,
    moved: Mapping[str, str],
    names: BareNames | None = None,
    *,
    with_properties: bool = False,
) -> str:
    """The text of a note that stood at `old_path` and now stands at `path`.

    `moved` gives the new path of each file that has one. A link that led to one leads to
    it again; one that still leads where it led, or led nowhere, keeps its bytes, and so do
    code and, unless `with_properties`, the frontmatter. With `names` a bare name means a note in
    any folder, else a neighbour.
    """
    pieces: list[str] = []
    end = 0
    changes: list[tuple[int, int, str]] = []
    if with_properties:
        found = _changes(property_spans(text), text, old_path, path, moved, names)
        changes += ((at, stop, _quoted(written, text, at)) for at, stop, written in found)
    changes += _changes(linked_spans(text), text, old_path, path, moved, names)
    for start, stop, written in changes:
        pieces += (text[end:start], written)
        end = stop
    return "".join((*pieces, text[end:])) if pieces else text


def _changes(
    spans: Iterable[tuple[int, int, Link]],
    text: str,
    old_path: str,
    path: str,
    moved: Mapping[str, str],
    names: BareNames | None,
) -> Iterator[tuple[int, int, str]]:
    for start, stop, link in spans:
        if names is not None and _is_bare(link):
            written = _bare_written(link, old_path, path, moved, names)
        else:
            written = _near_written(link, old_path, path, moved, names)
        if written is not None:
            yield start, stop, _as_source(written, link, text, start)


def _quoted(written: str, text: str, start: int) -> str:
    """A target in a property, as the quotes around it want it."""
    return written.replace("'", "''") if text[start - 3] == "'" else written


def _near_written(
    link: Link, old_path: str, path: str, moved: Mapping[str, str], names: BareNames | None
) -> str | None:
    """What a link by path says now; None where it is to stay as it is."""
    said = resolve_link(link, old_path)
    target = said if said in moved or said is None or names is None else names.at(said)
    if target is None or (names is None and target not in moved):
        return None
    new = moved.get(target, target)
    if resolve_link(link, path) == (said if target not in moved else new):
        return None
    written = _written(link, path, new)
    leads = resolve_link(Link(written, link.line, link.text, link.kind), path) == new
    return written if leads else None


def _bare_written(
    link: Link, old_path: str, path: str, moved: Mapping[str, str], names: BareNames
) -> str | None:
    """What a link by bare name says now: the new name, or the path where that means another."""
    target = names.meant(link.target, old_path)
    if target is None:
        return None
    new = moved.get(target, target)
    if names.leads(link.target, path, new):
        return None
    name = posixpath.basename(new)
    if names.leads(name, path, new):
        return _with_rest(name, link)
    return _with_rest(_whole(new), link)


def _is_bare(link: Link) -> bool:
    """Whether it names a note without a folder; `[[#Heading]]` names none."""
    return link.kind is LinkKind.WIKI and bool(note_stem(link.target)) and "/" not in link.target


def _written(link: Link, path: str, target: str) -> str:
    """The target as a link from `path` names it, in the way that it was named before."""
    if link.kind is LinkKind.MARKDOWN:
        is_absolute = link.target.startswith("/")
        near = f"/{target}" if is_absolute else posixpath.relpath(target, posixpath.dirname(path))
        return near + _heading(link)
    is_neighbour = posixpath.dirname(path) == posixpath.dirname(target)
    name = posixpath.basename(target) if is_neighbour and "/" not in link.target else _whole(target)
    return _with_rest(name, link)


def _whole(path: str) -> str:
    """A path as a wiki link has it: the slash makes one of a name at the top, too."""
    return path if "/" in path else f"/{path}"


def _with_rest(name: str, link: Link) -> str:
    """A wiki link's new target: with `.md` only where that stood before, and with its heading."""
    if not link.target.partition("#")[0].strip().endswith(_NOTE):
        name = name.removesuffix(_NOTE)
    return name + _heading(link)


def _heading(link: Link) -> str:
    found = _HEADING.search(link.target)
    return found[0] if found else ""


def _as_source(written: str, link: Link, text: str, start: int) -> str:
    """The target as it stands in the text; a wiki link shows what it showed before."""
    if link.kind is LinkKind.MARKDOWN:
        return quote(written, safe="/._-#~")
    line = text[text.rfind("\n", 0, start) + 1 : start]
    # In a row of a table the bar before the shown text is escaped.
    bar = "\\|" if line.lstrip().startswith("|") else "|"
    if text.startswith("|", text.find(link.target, start) + len(link.target)):
        return written
    if link.text != link.target:
        return f"{written}\\" if bar == "\\|" else written
    return written if line.endswith("![[") else f"{written}{bar}{link.target}"
