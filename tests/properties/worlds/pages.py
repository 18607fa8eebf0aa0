"""Notes as text, as they are and without what some eyes may not see.

A line that may not be seen leaves a blank one behind, so that all others stand where they
stood. What is forbidden today is left out of every version of the past, too: nobody is told
what they might have been told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from worlds.oracle import Eyes, meant, narrowed
from worlds.values import Change, Line, Note

__all__ = ["BREAKS", "FRONTS", "TAILS", "Page", "Pages"]

FRONTS = {
    "capital": "---\nVisibility: owner\n---\n",
    "shouted": "---\nVISIBILITY: owner\n---\n",
    "unclosed": "---\nvisibility: owner\n",
    "dots": "---\nvisibility: owner\n...\n",
    "twice": "---\nvisibility: owner\nvisibility: everyone\n---\n",
    "four": "----\nvisibility: owner\n----\n",
    "toml": '+++\nvisibility = "owner"\n+++\n',
    "other": "---\nvisibility: nobody knows\n---\n",
}
"""Ways to write that a note is the owner's; all of them are to be understood, or to close it."""

TAILS = {
    "": "({})",
    "wide": "（{}）",
    "square": "[{}]",
    "nbsp": "({})",
    "damaged": "({}, until 2026-02-30)",
}
"""Ways to write a tail; all but the first are for a line that is the owner's."""

BREAKS = ("bytes", "folder", "huge")
"""Ways in which a file cannot be read."""

_LORE = {
    "Rowan": ["keys: [tea, kettle]", "group: g", "sticky: 2"],
    "Mary": ["keys: [kettle, /Ro.an/]", "group: g", "cooldown: 3"],
    "Will": ["constant: true", "position: at_depth"],
}
"""What makes a note of lore come in by itself, by its title."""
_BEGINNINGS = {
    "owns": "owns:: ",
    "same": "same_as:: [..](/people/twitch-u9.md) ",
    "friend": "friend_of:: [..](/people/discord-42.md) ",
}


@dataclass
class Bullet:
    """A line that knows itself over all versions of its note, by its token."""

    token: str
    line: Line
    children: list[Bullet] = field(default_factory=list)


@dataclass
class Page:
    """A note over time; `path` is None once it is deleted."""

    number: int
    path: str | None
    title: str
    front: str | None
    names: tuple[str, ...]
    sections: list[tuple[str, str | None, list[Bullet], bool]]
    broken: str | None = None

    @property
    def base(self) -> str:
        """For whom a line is that says nothing."""
        path = self.path or ""
        room = path[9:-3] if path.startswith("channels/") else "everyone"
        if self.front is None:
            return room
        return narrowed(room, "owner" if self.front in FRONTS else meant(self.front))

    def bullets(self) -> Iterator[tuple[Bullet, str]]:
        """Every bullet with its audience, in the order of the file."""
        for heading, _, bullets, is_owners in self.sections:
            # No line is for more than its note, and the tail of its heading, are for.
            limit = narrowed(self.base, "owner" if is_owners else "everyone")
            inherited = narrowed(heading, limit) if self._is_by_place else limit
            for bullet in bullets:
                yield from _with_audience(bullet, inherited, limit)

    @property
    def _is_by_place(self) -> bool:
        return (self.path or "").startswith(("sessions/", "days/"))

    def text(self, eyes: Eyes, standing: frozenset[str] | None) -> str:
        """The whole note in this version, with what of it still stands for these eyes."""
        shown = {
            bullet.token
            for bullet, audience in self.bullets()
            if eyes.see(audience) and (standing is None or bullet.token in standing)
        }
        out = [self._front()] if self._front() else []
        out += [f"# {self.title}", ""]
        if (self.path or "").startswith("people/"):
            out += ["## Aliases", "", *(f"- {name}" for name in self.names), ""]
        for heading, third, bullets, is_owners in self.sections:
            # Below a heading of the owner's nothing is seen: there need be no section.
            is_owners_alone = is_owners and not eyes.see("owner")
            is_hidden = is_owners_alone or (self._is_by_place and not eyes.see(heading))
            written = f"## {heading} (2026-02-01, in:owner)" if is_owners else f"## {heading}"
            # A second title begins a section without a name.
            unnamed = "" if is_owners_alone else f"# {self.title}"
            out += [unnamed if is_hidden else written, ""]
            if third is not None:
                out += ["", ""] if is_hidden else [f"### {third}", ""]
            for bullet in bullets:
                out += _lines(bullet, shown, "")
            out.append("")
        return "\n".join(out)

    def _front(self) -> str:
        if self.front in FRONTS:
            return FRONTS[self.front]
        front = [] if self.front is None else [f"visibility: {self.front}"]
        if (self.path or "").startswith("lore/"):
            front += _LORE.get(self.title, [])
        return "\n".join(["---", *front, "---"]) if front else ""

    def change(self, change: Change) -> None:
        """Make this change; of a line that is not there, none."""
        if change.kind == "front":
            self.front = change.value
        elif change.kind == "retitle":
            self.title = change.value
        elif change.kind == "rename":
            self.path = (self.path or "").replace(".md", f"-{change.value}.md")
        elif change.kind == "delete":
            self.path = None
        elif change.kind == "break":
            self.broken = change.value
        elif found := list(self.bullets()):
            self._change_line(found[change.line % len(found)][0], change)

    def _change_line(self, bullet: Bullet, change: Change) -> None:
        line = bullet.line
        if change.kind == "narrow":
            bullet.line = Line(line.words, change.value, "", line.size, (), line.kind)
        elif change.kind == "strike":
            bullet.line = Line(line.words, line.audience, line.tail, line.size, (), "struck")
        elif change.kind == "reword":
            # Other words are another line; the old one stands no more.
            bullet.token += "r"
            bullet.line = Line((change.value,), line.audience, line.tail, 1, (), line.kind)
        elif change.kind == "drop":
            for _, _, bullets, _ in self.sections:
                _take_out(bullets, bullet)


class Pages:
    """All notes of a world that people write, as they are now."""

    def __init__(self, notes: tuple[Note, ...]) -> None:
        self.all = [_page(number, note) for number, note in enumerate(notes)]

    def change(self, change: Change) -> Page | None:
        """Make a change, and say in which note; None where nothing can be changed."""
        if not self.all:
            return None
        page = self.all[change.note % len(self.all)]
        if page.path is None or page.broken is not None:
            return None
        page.change(change)
        return page

    def standing(self, eyes: Eyes) -> tuple[frozenset[str], frozenset[int]]:
        """What these eyes may see today: tokens of lines, and numbers of notes."""
        pages = [page for page in self.all if page.path is not None and eyes.see(page.base)]
        tokens = {
            bullet.token
            for page in pages
            for bullet, audience in page.bullets()
            if eyes.see(audience)
        }
        return frozenset(tokens), frozenset(page.number for page in pages)


def _page(number: int, note: Note) -> Page:
    count = iter(range(1_000))

    def bullet(line: Line) -> Bullet:
        token = f"zq{number}x{next(count)}z"
        return Bullet(token, line, [bullet(child) for child in line.children])

    sections = [
        (heading, third, [bullet(line) for line in lines], is_owners)
        for heading, third, lines, is_owners in note.sections
    ]
    return Page(number, note.path, note.title, note.front, note.names, sections)


def _audience(bullet: Bullet, inherited: str, limit: str) -> str:
    line = bullet.line
    if line.tail:
        return "owner"
    return inherited if line.audience is None else narrowed(meant(line.audience), limit)


def _with_audience(bullet: Bullet, inherited: str, limit: str) -> Iterator[tuple[Bullet, str]]:
    audience = _audience(bullet, inherited, limit)
    yield bullet, audience
    for child in bullet.children:
        yield from _with_audience(child, audience, limit)


def _lines(bullet: Bullet, shown: set[str], indent: str) -> Iterator[str]:
    yield f"{indent}- {_written(bullet)}" if bullet.token in shown else ""
    for child in bullet.children:
        yield from _lines(child, shown, indent + "  ")


def _written(bullet: Bullet) -> str:
    line = bullet.line
    said = f"{bullet.token} {' '.join(line.words * line.size)}"
    if line.kind in ("fact", "was"):
        said = f"works_at:: [{said}](../topics/thesis.md)"
    elif line.kind == "part":
        said = f"part_of:: [{said}](../topics/boss.md)"
    elif line.kind == "lives":
        # A name that other lines have too.
        said = f"lives_in:: {line.words[0]}"
    elif line.kind == "named":
        said = f"{said} [[{line.words[-1]}]]"
    elif line.kind in _BEGINNINGS:
        said = f"{_BEGINNINGS[line.kind]}{said}"
    elif line.kind == "link":
        said = f"{said} [of](../people/discord-7.md)"
    written = f"{said} {TAILS[line.tail].format(', '.join(_tail(line)))}"
    if line.tail == "nbsp":
        written = written.replace(", in:", ",\u00a0in:")
    return f"~~{written}~~" if line.kind in ("struck", "ended", "was") else written


def _tail(line: Line) -> Iterator[str]:
    yield "2026-02-01"
    if line.kind == "tags":
        yield from ("tags:tea|work", "importance:9", "topic:work", "type:procedural")
    elif line.kind in ("ended", "was"):
        yield from ("since 2026-01", "until 2026-02-20")
    if line.tail:
        yield "in:everyone" if line.tail == "damaged" else "in:owner"
    elif line.audience is not None:
        yield f"in:{line.audience}"


def _take_out(bullets: list[Bullet], gone: Bullet) -> None:
    if gone in bullets:
        bullets.remove(gone)
    for bullet in bullets:
        _take_out(bullet.children, gone)
