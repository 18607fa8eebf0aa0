"""What doctor says of links that lead nowhere: one finding for each note that is looked for."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import CHANNELS, is_below
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.maintenance.housekeeping.link_meanings import LinkMeanings, is_kind
from familiar_memory.markdown.links import LinkKind
from familiar_memory.notes.register.lost_links import LostLink, Vault, lost_links
from familiar_memory.sync.report import SyncReport

__all__ = ["check_links", "planned_notes"]

_SHOWN = 3
"""Notes that a finding names, and planned notes that are listed; the others are counted."""


def check_links(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find links that lead nowhere and once did: one finding for each note they look for."""
    vault, lost = lost_links(parts.store)
    meanings = _meanings(parts, vault) if lost else None
    groups: dict[tuple[str, str | None], list[LostLink]] = defaultdict(list)
    for one in lost:
        if one.note is not None:
            groups["", one.note].append(one)
        elif meanings is not None and not meanings.is_planned(one):
            meant = meanings.meant_by(one)
            name = one.name if meant is None else one.name.rpartition("/")[2]
            groups[spelling_key(name), meant].append(one)
    for (name, note), links in groups.items():
        if name:
            yield _no_note(links, note, vault)
        else:
            yield _no_line(links, note or "")


def planned_notes(parts: Parts) -> tuple[str, ...]:
    """A line about links to notes that nobody has written yet, as people make them in Obsidian."""
    vault, lost = lost_links(parts.store)
    meanings = _meanings(parts, vault) if lost else None
    planned: dict[str, list[LostLink]] = defaultdict(list)
    for one in lost:
        if meanings is not None and meanings.is_planned(one) and not is_kind(one):
            planned[spelling_key(one.name)].append(one)
    if not planned:
        return ()
    shown = [f"[[{links[0].name}]] in {_notes(links, 1)}" for links in planned.values()]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return (f"not written yet: {', '.join(shown[:_SHOWN])}{more}",)


def _meanings(parts: Parts, vault: Vault) -> LinkMeanings:
    files = parts.files
    return LinkMeanings(files.index.aliases(), files.register, files.journal, vault)


def _no_note(links: Sequence[LostLink], meant: str | None, vault: Vault) -> Finding:
    first = links[0]
    what = f"{first.written} leads to nothing, {_where(links)}"
    return Finding(what, _mend(first, meant, vault), serious=False)


def _no_line(links: Sequence[LostLink], note: str) -> Finding:
    written = list(dict.fromkeys(one.written for one in links))
    more = f" and {len(written) - 1} more like it lead" if len(written) > 1 else " leads"
    return Finding(
        f"{written[0]}{more} to no line of {note}, {_where(links)}",
        "point it at a line that is there, or take it out: the line was deleted or moved",
        serious=False,
    )


def _mend(lost: LostLink, meant: str | None, vault: Vault) -> str:
    if meant is not None:
        label = lost.name.rpartition("/")[2]
        if lost.link.kind is LinkKind.MARKDOWN:
            way = quote(posixpath.relpath(meant, posixpath.dirname(lost.path)), safe="/._-")
            return f"{meant} is probably meant: in {lost.path}, write ({way})"
        name = vault.shortest(meant)
        link = name if name == label else f"{name}|{label}"
        return (
            f"{meant} is probably meant: write [[{link}]] there, or give the note its old name back"
            " and rename it in Obsidian, which takes its links along"
        )
    if is_below(lost.name, CHANNELS):
        return (
            f"`familiar write` makes {lost.name}.md with the next session there, or make it"
            " yourself"
        )
    return "make the note, or bring it back with `familiar undo`, or take the link out"


def _where(links: Sequence[LostLink]) -> str:
    """In how many places, and of which notes."""
    notes = len({one.path for one in links})
    if len(links) == 1:
        return f"in 1 place: {links[0].path}"
    if notes == 1:
        return f"in {len(links)} places of {links[0].path}"
    return f"in {len(links)} places of {notes} notes: {_notes(links, _SHOWN)}"


def _notes(links: Iterable[LostLink], most: int) -> str:
    paths = list(dict.fromkeys(one.path for one in links))
    rest = len(paths) - most
    return ", ".join(paths[:most]) + (f" and {rest} more" if rest > 0 else "")
