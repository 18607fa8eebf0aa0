"""What doctor looks at in links: each is to lead somewhere, by the rules of Obsidian.

A plain `[[name]]` is looked for by the names of files in the whole tree, one with a folder by its
path or the end of one, and `#^id` must stand at the end of a line there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import CHANNELS, is_below, note_of_person
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import Link, LinkKind, find_links, links_in, resolve_link
from familiar_memory.sync.report import SyncReport

__all__ = ["check_links", "planned_notes"]

_SHOWN = 3
"""Links of one note that a finding names; the others are counted."""
_BLOCK = re.compile(r"(?:\A|[ \t])\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
_NOTE = ".md"


def check_links(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find links that lead nowhere and once did: one finding a note."""
    bearers = parts.files.index.aliases()
    for path, targets in _lost_links(parts):
        lost = [target for target in targets if not _is_planned(target, bearers)]
        if not lost:
            continue
        shown = ", ".join(lost[:_SHOWN])
        more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
        many = "1 link leads" if len(lost) == 1 else f"{len(lost)} links lead"
        yield Finding(
            f"{path}: {many} to nothing: {shown}{more}",
            _mend(lost[0], bearers, parts.files.register.path_of),
            serious=False,
        )


def planned_notes(parts: Parts) -> tuple[str, ...]:
    """A line about links to notes that nobody has written yet, as people make them in Obsidian."""
    bearers = parts.files.index.aliases()
    planned = [
        f"[[{target}]] in {path}"
        for path, targets in _lost_links(parts)
        for target in targets
        if _is_planned(target, bearers)
    ]
    if not planned:
        return ()
    more = f" and {len(planned) - _SHOWN} more" if len(planned) > _SHOWN else ""
    return (f"not written yet: {', '.join(planned[:_SHOWN])}{more}",)


def _is_planned(target: str, bearers: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a link names a note that may never have been there: a plain name of nobody known."""
    is_plain = not {"/", "#"} & set(target) and not target.lower().endswith(_NOTE)
    return is_plain and not bearers_of(bearers, target)


def _lost_links(parts: Parts) -> Iterator[tuple[str, list[str]]]:
    """Each note with links that lead nowhere, and their targets."""
    paths = [one.path for one in parts.store.scan_files().files if one.path.endswith(_NOTE)]
    vault = _Vault(paths, parts.store.read_file)
    for path in paths:
        try:
            text = parts.store.read_file(path)
        except FamiliarError:
            # Another check reports what cannot be read.
            continue
        if lost := list(dict.fromkeys(_lost(text, path, vault))):
            yield path, lost


def _lost(text: str, path: str, vault: _Vault) -> Iterator[str]:
    """The targets of links that lead nowhere, of the text and of the properties."""
    if "[" not in text:
        return
    for link in (*links_in(read_frontmatter(text).source), *find_links(text)):
        if not vault.has(link, path):
            yield link.target


def _mend(
    target: str, bearers: Mapping[str, tuple[str, ...]], path_of: Callable[[str], str | None]
) -> str:
    name = target.partition("#")[0].removesuffix(_NOTE)
    if "#^" in target:
        return "point it at a line that is there, or take it out: the line was deleted or moved"
    if is_below(name, CHANNELS):
        return f"`familiar write` makes {name}.md with the next session there, or make it yourself"
    slugs = sorted(bearers_of(bearers, name))
    moved = path_of(note_of_person(slugs[0])) if len(slugs) == 1 else None
    if moved is not None:
        stem = moved.rpartition("/")[2].removesuffix(_NOTE)
        return (
            f"{moved} has that name: write [[{stem}|{name}]]; a note that is renamed in Obsidian"
            " takes its links along"
        )
    return "make the note, or bring it back with `familiar undo`, or take the link out"


class _Vault:
    """The notes of a tree as links find them."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], str]) -> None:
        self._read = read
        self._paths: dict[str, str] = {}
        self._ends: dict[str, str] = {}
        self._blocks: dict[str, frozenset[str]] = {}
        for path in sorted(paths, key=lambda one: (-one.count("/"), one)):
            parts = spelling_key(path).split("/")
            self._paths[spelling_key(path)] = path
            # Of several the highest up counts, which comes last.
            self._ends |= {"/".join(parts[at:]): path for at in range(len(parts))}

    def has(self, link: Link, path: str) -> bool:
        """Whether a link of the note at a path leads to a note, and a line that is named there."""
        found = self._found(link, path)
        if found is None:
            return False
        _, sign, block = link.target.partition("#^")
        return not sign or not found or block.strip() in self._blocks_of(found)

    def _found(self, link: Link, path: str) -> str | None:
        """The note that is meant; "" for what is no note of the tree, None where there is none."""
        target = resolve_link(link, path)
        if target is None or not target.lower().endswith(_NOTE):
            return ""
        if link.kind is LinkKind.MARKDOWN:
            return self._paths.get(spelling_key(target))
        written = link.target.partition("#")[0].strip().removesuffix(_NOTE).lstrip("/")
        return path if not written else self._ends.get(spelling_key(f"{written}{_NOTE}"))

    def _blocks_of(self, path: str) -> frozenset[str]:
        if path not in self._blocks:
            try:
                self._blocks[path] = frozenset(_BLOCK.findall(self._read(path)))
            except FamiliarError:
                self._blocks[path] = frozenset()
        return self._blocks[path]
